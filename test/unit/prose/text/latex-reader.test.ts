import assert from 'node:assert/strict';
import { readLatex } from '../../../../src/prose/text/latex-reader';
import { assertOutline, header, lines } from './text-blocks';

describe('LaTeX', () => {
  const text = lines(
    ...[
      '\\documentclass{article}',
      '\\begin{document}',
      '\\begin{abstract}',
      'Short.',
      '\\end{abstract}',
      '\\section{A \\emph{b}}',
    ],
    ...[
      'Text % \\section{no}',
      'more.',
      '',
      '\\subsection*{C}\\label{c}',
      '\\begin{minted}{python}',
      '\\section{no}',
      '\\end{minted}',
    ],
    ...[
      '\\begin{itemize}',
      '\\item one',
      '\\item two',
      '\\begin{equation}',
      'x',
      '\\end{equation}',
      '\\end{itemize}',
      '\\[ a',
      'b \\]',
    ],
    ...[
      '\\begin{table}',
      '\\caption{Cap}',
      '\\begin{tabular}{ll}',
      'a & b \\\\ \\midrule',
      '1 & 2 \\\\',
      '3 & 4 \\\\ \\bottomrule',
    ],
    ...[
      '\\end{tabular}',
      '\\end{table}',
      '',
      '% note',
      '',
      '\\begin{thebibliography}{9}',
      '\\bibitem{k} Knuth.',
      '\\end{thebibliography}',
    ],
    '\\end{document}',
  );

  it('has sections, code, formulas, lists, tables and references', () => {
    const read = readLatex(text);
    assertOutline(
      read,
      ...[
        'metadata \\documentclass{article}',
        'section[Abstract]',
        '  paragraph Short.',
        'section[A b]',
        '  heading[A b] \\section{A \\emph{b}}',
      ],
      ...[
        '  paragraph Text % \\section{no}',
        '  section[C]',
        '    heading[C] \\subsection*{C}\\label{c}',
        '    code[python] \\section{no}',
      ],
      ...[
        '    list',
        '      item \\item one',
        '      item',
        '        paragraph two',
        '        formula \\begin{equation}',
        '    formula \\[ a',
      ],
      ...[
        '    table[Cap]',
        '      row {ll}',
        '      row 1 & 2 \\\\',
        '      row 3 & 4 \\\\ \\bottomrule',
        '    markup % note',
      ],
      ...[
        '    markup \\begin{thebibliography}{9}',
        '    definition[k] \\bibitem{k} Knuth.',
        '    markup \\end{document}',
      ],
    );
    assert.ok(header(read)?.endsWith('a & b \\\\ \\midrule'));
  });
});
