import assert from 'node:assert/strict';
import { readRst } from '../../../../src/prose/text/rst-reader';
import { assertOutline, header, lines } from './text-blocks';

describe('reStructuredText', () => {
  it('has sections by the order of their adornments', () => {
    const text = lines(
      '=====',
      'Title',
      '=====',
      '',
      'Intro.',
      '',
      'One `x`_',
      '--------',
      '',
      'Text',
      '',
      'Deep',
      '~~~~',
      '',
      'Two',
      '---',
    );
    assertOutline(
      readRst(text),
      ...[
        'section[Title]',
        '  heading[Title] =====',
        '  paragraph Intro.',
        '  section[One x]',
        '    heading[One x] One `x`_',
      ],
      ...[
        '    paragraph Text',
        '    section[Deep]',
        '      heading[Deep] Deep',
        '  section[Two]',
        '    heading[Two] Two',
      ],
    );
  });

  it('has code in directives and after a double colon', () => {
    const text = lines(
      'Run::',
      '',
      '  make',
      '',
      '.. code-block:: python',
      '   :linenos:',
      '',
      '   import os',
      '',
      '>>> 1',
      '1',
    );
    assertOutline(readRst(text), 'paragraph Run::', 'code make', 'code[python] import os', 'code[pycon] >>> 1');
  });

  it('finds the headers of tables', () => {
    assert.equal(
      header(readRst(lines('+--+--+', '|a |b |', '+==+==+', '|1 |2 |', '+--+--+'))),
      lines('+--+--+', '|a |b |', '+==+==+'),
    );
    assert.equal(header(readRst(lines('== ==', 'a  b', '== ==', '1  2', '== =='))), lines('== ==', 'a  b', '== =='));
    assertOutline(
      readRst(lines('.. list-table:: Cap', '   :header-rows: 1', '', '   * - a', '     - b', '   * - 1', '     - 2')),
      ...['table[Cap]', '  row * - a', '  row * - 1'],
    );
  });

  it('has lists, definitions, notes, formulas and comments', () => {
    const text = lines(
      ':Author: Me',
      '',
      '- one',
      '- two',
      '',
      '  more',
      '',
      'term',
      '  meaning',
      '',
      '.. [1] A note',
      '.. _t: http://x',
      '',
    );
    const rest = lines(
      '.. math:: x',
      '',
      '.. a comment',
      '',
      '.. note:: Mind',
      '   this.',
      '',
      '   And that.',
      '',
      'A. Name is',
      'text.',
    );
    assertOutline(
      readRst(text + rest),
      ...[
        'metadata :Author: Me',
        'list',
        '  item - one',
        '  item',
        '    paragraph two',
        '    paragraph more',
        'definition[term]',
      ],
      ...[
        '  paragraph term',
        '  paragraph meaning',
        'definition[1] .. [1] A note',
        'definition .. _t: http://x',
        'formula .. math:: x',
      ],
      ...[
        'markup .. a comment',
        'quote',
        '  paragraph .. note:: Mind',
        '  paragraph And that.',
        'paragraph A. Name is',
      ],
    );
  });
});
