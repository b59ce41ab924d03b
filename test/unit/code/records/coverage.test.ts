import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Chunk } from '../../../../src/code/chunk';
import { coverageOf } from '../../../../src/code/records/coverage';
import { chunkText } from '../../../../src/engine/workers/chunker';

describe('the coverage check', () => {
  const text = 'one\n\n  two\r\nthree\n';
  const cut = async (): Promise<readonly Chunk[]> => (await chunkText({ path: 'a.txt', text })).chunks;

  it('counts every non-blank line of a chunked file', async () => {
    assert.deepEqual(coverageOf(text, await cut()), { lines: 3, covered: 3 });
    assert.deepEqual(coverageOf('', []), { lines: 0, covered: 0 });
  });

  it('reports a line that is not, or only partly, in a chunk', async () => {
    const chunks = await cut();
    assert.deepEqual(coverageOf(text, []), { lines: 3, covered: 0 });
    assert.deepEqual(
      coverageOf(
        text,
        chunks.map((chunk) => ({ ...chunk, end: 14 })),
      ),
      { lines: 3, covered: 2 },
    );
  });

  it('reports a line that is in two chunks, unless it is a declared overlap', async () => {
    const [chunk] = await cut();
    assert.ok(chunk);
    const tail = { ...chunk, start: 12 };
    assert.deepEqual(coverageOf(text, [chunk, tail]), { lines: 3, covered: 2 });
    assert.deepEqual(coverageOf(text, [chunk, { ...tail, overlap: { before: 6, after: 0 } }]), {
      lines: 3,
      covered: 3,
    });
  });

  it('counts the same lines with and without carriage returns', async () => {
    const [chunk] = await cut();
    assert.ok(chunk);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\n') }), fc.nat(), (lines, somewhere) => {
        const middle = somewhere % (lines.length + 1);
        const chunks = [
          { ...chunk, start: 0, end: middle },
          { ...chunk, start: middle, end: lines.length },
        ];
        const expected = lines.split('\n').filter((line) => line.includes('a')).length;
        assert.deepEqual(coverageOf(lines, chunks), { lines: expected, covered: expected });
        assert.deepEqual(coverageOf(lines.replaceAll('\n', '\r'), chunks), { lines: expected, covered: expected });
      }),
    );
  });
});
