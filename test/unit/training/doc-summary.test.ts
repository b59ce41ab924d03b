import assert from 'node:assert/strict';
import { commentPairs } from '../../../training/mining/comment-pairs';
import { summaryOf } from '../../../training/mining/doc-summary';

describe('the summary of documentation', () => {
  const cases: readonly (readonly [what: string, raw: string, name: string, said: string | undefined])[] = [
    [
      'a JSDoc comment up to its tags',
      '/**\n * Reads the settings file.\n * @param path where it is\n */',
      'read',
      'Reads the settings file.',
    ],
    ['Go, without the name', '// Open opens the named file for reading.', 'Open', 'opens the named file for reading.'],
    [
      'a Python docstring up to its sections',
      '"""Return the cosine of x.\n\n    Args:\n        x: a number\n    """',
      'cos',
      'Return the cosine of x.',
    ],
    [
      'the summary of C# documentation',
      '/// <summary>\n/// Gets the <see cref="T:Foo"/> of a user.\n/// </summary>\n/// <param name="a"/>',
      'Get',
      'Gets the Foo of a user.',
    ],
    [
      'Rust up to a heading',
      '/// Splits the list in two halves.\n///\n/// # Examples\n/// ```',
      'split',
      'Splits the list in two halves.',
    ],
    [
      'Doxygen after its mark',
      '/*! \\brief Draws the whole window again. */',
      'redraw',
      'Draws the whole window again.',
    ],
    [
      'links by their text',
      '/** See [the list](http://x.y) of {@link Foo all things} there. */',
      '',
      'See the list of all things there.',
    ],
    ['nothing for a licence', '// Copyright (c) 2020 Somebody and others here', '', undefined],
    ['nothing for a linter', '/* eslint-disable no-console for this file */', '', undefined],
    ['nothing if it is too short', '/** The name. */', 'name', undefined],
    [
      'nothing if there are only tags',
      '/** @param a the first number\n * @returns the sum of them */',
      'add',
      undefined,
    ],
    ['nothing if it is not English', '/** Открывает файл для чтения и записи */', 'open', undefined],
  ];
  for (const [what, raw, name, said] of cases) it(`is ${what}`, () => assert.equal(summaryOf(raw, name), said));

  it('is the first sentence if the text is long', () => {
    const long = `// Sends the request and waits for the answer. ${'It then does many other things as well. '.repeat(12)}`;
    assert.equal(summaryOf(long, 'send'), 'Sends the request and waits for the answer.');
  });
});

describe('comments inside a function', () => {
  it('are paired with the lines after them', () => {
    const code = [
      'function f() {',
      '  // remove the files that nobody needs',
      '  for (const x of a) {',
      '    x.remove();',
      '  }',
      '}',
    ];
    assert.deepEqual(commentPairs(code.join('\n'), '//'), [
      { comment: 'remove the files that nobody needs', code: code.slice(2).join('\n') },
    ]);
  });

  it('are ignored if they are commented-out code', () => {
    assert.deepEqual(commentPairs('f() {\n  // const a = b + c; return a;\n  x();\n  y();\n}', '//'), []);
  });
});
