import assert from 'node:assert/strict';
import { readAsciidoc } from '../../../../src/prose/text/asciidoc-reader';
import { assertOutline, header, lines } from './text-blocks';

describe('AsciiDoc', () => {
  it('has a header, sections of both kinds, and blocks with attributes', () => {
    const text = lines(
      '= Book',
      'Me <a@b>',
      ':toc:',
      '',
      '== *One*',
      '',
      'Text',
      '',
      'Two',
      '~~~',
      '',
      '.Example',
      '[source,java]',
      '----',
      'int a;',
      '----',
    );
    assertOutline(
      readAsciidoc(text),
      ...[
        'section[Book]',
        '  heading[Book] = Book',
        '  metadata Me <a@b>',
        '  section[One]',
        '    heading[One] == *One*',
      ],
      ...['    paragraph Text', '    section[Two]', '      heading[Two] Two', '      code[java] int a;'],
    );
  });

  it('has lists with the blocks attached to their items', () => {
    const text = lines(
      '* one',
      '** deep',
      '* two',
      '+',
      '----',
      'code',
      '----',
      '',
      'text',
      '',
      '-a::',
      '\tmeans a',
      '+',
      'More.',
    );
    assertOutline(
      readAsciidoc(text),
      ...[
        'list',
        '  item',
        '    paragraph one',
        '    list',
        '      item ** deep',
        '  item',
        '    paragraph two',
        '    code code',
      ],
      ...['paragraph text', 'definition[-a]', '  paragraph -a::', '  paragraph means a', '  paragraph More.'],
    );
  });

  it('has tables, callouts, formulas and comments', () => {
    const text = lines(
      '.T',
      '[cols="1,1"]',
      '|===',
      '|a |b',
      '',
      '|1',
      '|2',
      '|===',
      '',
      '[NOTE]',
      '====',
      'Mind.',
      '',
      'That.',
      '====',
      '',
    );
    const rest = lines('[stem]', '++++', 'x', '++++', '', '////', 'no', '////', '', 'image::a.png[]');
    const read = readAsciidoc(text + rest);
    assertOutline(
      read,
      ...[
        'table[T]',
        '  row |a |b',
        '  row |1',
        'quote',
        '  paragraph Mind.',
        '  paragraph That.',
        'formula [stem]',
        'markup ////',
      ],
      'markup image::a.png[]',
    );
    assert.ok(header(read)?.endsWith('|a |b\n\n'));
  });
});
