import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { headerBytes } from '../../../../src/index/format/header';
import { blockBytes } from '../../../../src/index/format/log-record';
import { ChangedFileError, RecordFile } from '../../../../src/index/format/record-file';
import { FileSection } from '../../../../src/index/format/section-source';
import { crc32 } from '../../../../src/shared/crc';
import { runs } from '../../random-runs';
import { removeTemporaryFolders, temporaryFolder } from '../file/index-folders';

const bodyBytes = 7 * blockBytes + 300;
const body = Uint8Array.from({ length: bodyBytes }, (_, at) => (at * 31 + (at >> 8)) & 255);

/** A section of a file whose body has these bytes. */
function sectionIn(written: Uint8Array, start: number, length: number, windowBytes?: number): FileSection {
  const path = join(temporaryFolder(), 'body');
  const header = new Uint8Array(headerBytes).fill(7);
  writeFileSync(path, Buffer.concat([header, written]));
  const crcs = Uint32Array.from({ length: Math.ceil(bodyBytes / blockBytes) }, (_, block) =>
    crc32(body.subarray(block * blockBytes, (block + 1) * blockBytes)),
  );
  const file = new RecordFile(path, header);
  return new FileSection({ file, start: headerBytes, length: bodyBytes, crcs }, start, length, windowBytes);
}

const forms = [
  ['a section in a file', undefined],
  ['a section that is read in small windows', blockBytes],
] as const;

/** Places of parts in a section of `length` bytes. */
const parts = (length: number): fc.Arbitrary<(readonly [number, number])[]> =>
  fc.array(
    fc.tuple(fc.nat(length), fc.nat(length)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
    { maxLength: 6 },
  );

const places = fc
  .tuple(fc.nat(bodyBytes), fc.nat(bodyBytes))
  .map(([a, b]) => [Math.min(a, b), Math.abs(a - b)] as const)
  .chain(([start, length]) => fc.tuple(fc.constant(start), fc.constant(length), parts(length)));

for (const [name, windowBytes] of forms)
  describe(name, () => {
    afterEach(removeTemporaryFolders);

    it('has the bytes that were written, in any order and however they are read', () => {
      fc.assert(
        fc.property(places, ([start, length, asked]) => {
          const source = sectionIn(body, start, length, windowBytes);
          for (const [from, to] of asked) {
            const expected = Buffer.from(body.subarray(start + from, start + to));
            const target = new Uint8Array(to - from);
            source.readInto(from, target);
            for (const bytes of [target, source.read(from, to), source.readOnce(from, to)])
              assert.equal(Buffer.compare(bytes, expected), 0);
          }
        }),
        { numRuns: runs(25) },
      );
    });

    it('never gives bytes of a damaged block', () => {
      fc.assert(
        fc.property(places, fc.nat(bodyBytes - 1), ([start, length, asked], at) => {
          const damaged = body.slice();
          damaged[at] = (damaged[at] ?? 0) ^ 4;
          const source = sectionIn(damaged, start, length, windowBytes);
          const block = Math.floor(at / blockBytes);
          for (const [from, to] of asked) {
            if (to === from) continue;
            const isHit =
              Math.floor((start + from) / blockBytes) <= block && block <= Math.floor((start + to - 1) / blockBytes);
            const read = (): Uint8Array => source.read(from, to);
            if (isHit) {
              assert.throws(read, ChangedFileError);
              assert.throws(read, ChangedFileError, 'again');
            }
          }
        }),
        { numRuns: runs(25) },
      );
    });
  });
