/** The signatures around the lines of a chunk, as an index has them. An index may come from others. */
import assert from 'node:assert/strict';
import { enclosingLines } from '../../../src/code/identify/enclosing';
import { SourceText } from '../../../src/code/source-text';

const source = new SourceText(`class Store:\n${'    def step(self): pass\n'.repeat(5000)}`);
const store = { name: 'Store', kind: 'class', container: -1, start: 0, line: 1, endLine: 5001, signatureEnd: 12 };
const place = { startLine: 3000, endLine: 3010 };

describe('the lines around a chunk', () => {
  it('are those of the signature', () => {
    assert.deepEqual(enclosingLines(source, [store], place), [{ line: 1, text: 'class Store:', lastLine: 5001 }]);
  });

  it('are few, whatever an index says about the signature', () => {
    for (const signatureEnd of [100_000, 2 ** 40, -5]) {
      const [around] = enclosingLines(source, [{ ...store, signatureEnd }], place);
      assert.ok(around && around.text.length < 1000);
    }
    for (const line of [0, -7, 2 ** 40])
      assert.ok(enclosingLines(source, [{ ...store, line }], place).every(({ text }) => text.length < 1000));
  });
});
