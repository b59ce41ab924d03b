/** The readers of line-based formats. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readAsciidoc } from '../../../../src/prose/text/asciidoc-reader';
import { readLatex } from '../../../../src/prose/text/latex-reader';
import { readPlain } from '../../../../src/prose/text/plain-text-reader';
import { readRst } from '../../../../src/prose/text/rst-reader';
import { cpuTime } from '../../cpu-time';
import { runs } from '../../random-runs';
import { assertBlocks } from './text-blocks';

const readers = { readAsciidoc, readLatex, readPlain, readRst };
describe('every line-based reader', () => {
  const pieces = fc.array(
    fc.constantFrom(
      ...[
        '\n',
        '\n\n',
        '  ',
        '    ',
        '\t',
        'Text',
        'A title',
        '====',
        '----',
        '~~~',
        '- ',
        '* ',
        '1. ',
        '.. ',
        '.. note::',
        '::',
        '|',
      ],
      ...[
        '.. code-block:: c',
        '.. [1] ',
        ':a: ',
        '+---+',
        '=== ===',
        '>>> ',
        '> ',
        'term:: ',
        '+\n',
        '|===',
        '....',
        '[source,c]',
      ],
      ...[
        '== ',
        '\\section{A',
        '}',
        '\\begin{itemize}',
        '\\item ',
        '\\end{itemize}',
        '\\begin{verbatim}',
        '\\end{verbatim}',
        '$$',
      ],
      ...[
        '\\begin{tabular}',
        '\\end{tabular}',
        '\\\\',
        '\\hline',
        '\\begin{document}',
        '\\[',
        '% ',
        '{',
        '\\',
        '`',
        '中。',
        '\r\n',
        '\ud83d',
      ],
      ...[
        '--',
        '////',
        '\\begin{x}',
        '\\end{x}',
        '\\verb|',
        '.Title\n',
        '[NOTE]\n',
        '====\n',
        '\\begin{thebibliography}',
        '\\bibitem{a}',
      ],
    ),
    { maxLength: 80 },
  );

  for (const [name, read] of Object.entries(readers)) {
    it(`keeps blocks in order and inside each other: ${name}`, () => {
      fc.assert(
        fc.property(pieces, (parts) => assertBlocks(read(parts.join('')))),
        { numRuns: runs(400) },
      );
    });

    it(`takes linear time: ${name}`, () => {
      const hard = [
        '- ',
        '* a\n ',
        '.. a\n',
        '\\begin{a}',
        '\\begin{a}\\begin{b}\\end{b}',
        '\\end{a}',
        '=== ===\n',
        'a\n  b\n',
        '{',
        '|===\n',
        '--\n',
      ];
      const more = [
        ':a: b\n\n.. c\n\n',
        'a::\n',
        '> ',
        '1. A\n\n',
        '+-+\n',
        '\\section{',
        '\\begin{a}\\end{a}',
        '$$\n',
        '* a\n** b\n+\n',
        '[a]\n',
        '\\begin{tabular}\\\\',
      ];
      for (const piece of [...hard, ...more]) {
        const began = cpuTime();
        read(piece.repeat(Math.ceil(100_000 / piece.length)));
        read(Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}${piece}`).join('\n'));
        assert.ok(cpuTime() - began < 1000, JSON.stringify(piece));
      }
    });
  }
});
