import assert from 'node:assert/strict';
import fc from 'fast-check';
import { idKey, idOfKey, shortHash } from '../../../../src/code/records/embedded-text';
import { LoadedSegment } from '../../../../src/index/file/loaded-segment';
import { inMemory } from '../../../../src/index/format/section-source';
import { bytesOfSections, segmentSections } from '../../../../src/index/format/segment-sections';
import { dimensions, toyFile, toySegment } from '../file/toy-index';

const name = fc.constantFrom('', 'run', 'a', 'b', 'a\u0001b', 'größe', '\ud83d\ude00', '\ud83d');
const row = fc.record({ name, scope: fc.array(name, { maxLength: 2 }), isDerived: fc.boolean() });

describe('The ids of rows', () => {
  it('are those that were put in, whether they follow from the rows or not, and lead to their rows', () => {
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 12 }), { minLength: 1, maxLength: 3 }), (lists) => {
        const files = lists.map((list, number) => {
          const path = `src/${number}.ts`;
          const before = new Map<string, number>();
          const { chunks, ...rest } = toyFile(path, 1, list.length);
          const named = list.map(({ name, scope, isDerived }, i) => {
            // As the chunker counts.
            const key = idKey(false, shortHash(path), scope, name);
            const count = before.get(key) ?? 0;
            before.set(key, count + 1);
            const id = isDerived ? idOfKey(key, count) : shortHash(`${path} own ${i}`);
            return { ...chunks[i], name, scope, id } as (typeof chunks)[number];
          });
          return { ...rest, chunks: named };
        });
        const sections = bytesOfSections(segmentSections(toySegment(files), dimensions));
        const segment = new LoadedSegment(1, dimensions, inMemory(sections));
        const ids = files.flatMap(({ chunks }) => chunks.map(({ id }) => id));
        ids.forEach((id, at) => {
          assert.equal(segment.id(at), id);
          assert.equal(segment.rowOfId(Buffer.from(id, 'hex')), ids.indexOf(id));
        });
        assert.equal(segment.rowOfId(Buffer.from(shortHash('no such id'), 'hex')), -1);
      }),
    );
  });
});
