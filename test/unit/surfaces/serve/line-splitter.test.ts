import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LineSplitter } from '../../../../src/surfaces/serve/request-line';
import { runs } from '../../random-runs';

const limit = 12;

/** What the splitter makes of these pieces: the text of a line, or the length of one that is too long. */
function split(pieces: readonly Buffer[]): (string | number)[] {
  const splitter = new LineSplitter(limit);
  const lines = [...pieces.flatMap((piece) => [...splitter.push(piece)]), ...splitter.end()];
  return lines.map((line) => (line.is === 'line' ? line.bytes.toString('latin1') : line.length));
}

function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...sorted].map((start, i) => bytes.subarray(start, sorted[i]));
}

describe('a line splitter', () => {
  it('takes lines with and without a carriage return, and a last one without an end', () => {
    assert.deepEqual(split([Buffer.from('one\ntwo\r\nthree')]), ['one', 'two', 'three']);
  });

  it('leaves out lines of white space', () => {
    assert.deepEqual(split([Buffer.from('\n \t\r\n\r\none\n\n')]), ['one']);
  });

  it('takes a line at the limit, and counts the bytes of a longer one', () => {
    const longest = 'x'.repeat(limit);
    assert.deepEqual(split([Buffer.from(`${longest}\n${longest}\r\n${longest}x\n${longest.repeat(9)}\nend`)]), [
      longest,
      longest,
      limit + 1,
      limit * 9,
      'end',
    ]);
  });

  it('gives the same lines however the bytes are cut', () => {
    const byte = fc.oneof(fc.constantFrom(0x0a, 0x0d, 0x20, 0x78), fc.integer({ min: 0, max: 255 }));
    const bytes = fc.array(byte, { maxLength: 80 }).map((values) => Buffer.from(values));
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(100), { maxLength: 12 }), (all, places) => {
        assert.deepEqual(split(cutAt(all, places)), split([all]));
      }),
      { numRuns: runs(600) },
    );
  });
});
