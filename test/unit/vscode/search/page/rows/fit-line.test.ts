/** A line of a snippet in a narrow page. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type FittedLine, fitLine } from '../../../../../../src/vscode/search/page/rows/fit-line';

const fitted = (line: Pick<FittedLine, 'text' | 'marks'>, columns: number): FittedLine =>
  fitLine({ ...line, tokens: [] }, columns);

const text = 'const value = computeSomething(first, second).needle(third);';
const at = text.indexOf('needle');

describe('a line of a snippet', () => {
  it('stays as it is if its match can be seen, or if it has none', () => {
    const line = { text, marks: [[at, at + 6] as const] };
    assert.equal(fitted(line, 80).text, text);
    assert.equal(fitted({ text, marks: [] }, 10).text, text);
  });

  it('loses no more of its beginning than it must, up to the beginning of a word', () => {
    const cut = fitted({ text, marks: [[at, at + 6]] }, 30);
    assert.equal(cut.text, '…first, second).needle(third);');
    assert.deepEqual(cut.marks, [[16, 22]]);
    const whole = 'export async function createServer(';
    assert.equal(fitted({ text: whole, marks: [[22, 34]] }, 35).text, whole);
    assert.equal(
      fitted({ text: `${whole}options)`, marks: [[22, 34]] }, 34).text,
      '…async function createServer(options)',
    );
  });

  it('has no mark behind the ellipsis, where only its box would be seen', () => {
    const marks: FittedLine['marks'] = [
      [6, 11],
      [at, at + 6],
    ];
    assert.deepEqual(fitted({ text, marks }, 30).marks, [[6, 11]]);
    assert.deepEqual(fitted({ text, marks }, at + 1).marks, [[6, 11]]);
    assert.deepEqual(fitted({ text, marks }, at + 2).marks, marks);
    assert.deepEqual(fitted({ text, marks }, text.length).marks, marks);
  });

  it('begins at its beginning where there is room for a few characters only', () => {
    assert.equal(fitted({ text, marks: [[at, at + 6]] }, 12).text, text);
  });

  it('always shows where its first match begins, and marks the same words', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.stringMatching(/^[a-z]{1,40}$/),
        fc.integer({ min: 16, max: 60 }),
        (before, word, columns) => {
          const line = `${before}${word} end`;
          const { text: shown, marks } = fitted(
            { text: line, marks: [[before.length, before.length + word.length]] },
            columns,
          );
          const [mark] = marks;
          assert.ok(mark);
          assert.ok(mark[0] < columns);
          assert.ok(word.endsWith(shown.slice(...mark)));
        },
      ),
    );
  });
});
