import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LexicalSegment } from '../../../../src/index/lexical/lexical-segment';
import { PostingCursor } from '../../../../src/index/lexical/posting-cursor';
import { PostingWriter } from '../../../../src/index/lexical/posting-writer';
import { TermWriter } from '../../../../src/index/lexical/term-writer';
import { runs } from '../../random-runs';

const totalRows = 600_000;
const lengths = new Uint8Array(totalRows).fill(1);

/** A gap of any number of bytes, and a code. */
const posting = fc.tuple(
  fc.oneof(fc.nat(3), fc.nat(100), fc.nat(6_000), fc.nat(140_000)),
  fc.oneof(fc.constantFrom(4, 8, 12), fc.integer({ min: 1, max: 255 })),
);

function segmentOf(terms: readonly (readonly [string, readonly (readonly [number, number])[]])[]): LexicalSegment {
  const postings = new PostingWriter(lengths);
  const dictionary = new TermWriter();
  for (const [term, list] of terms) {
    for (const [row, code] of list) postings.add(row, code);
    dictionary.add(Buffer.from(term), postings.end());
  }
  return new LexicalSegment({ terms: dictionary.finish(), postings: postings.bytes.view(), lengths });
}

function listOf(gaps: readonly (readonly [number, number])[]): [number, number][] {
  const list: [number, number][] = [];
  let row = -1;
  for (const [gap, code] of gaps) {
    row += 1 + gap;
    if (row < totalRows) list.push([row, code]);
  }
  return list;
}

describe('The bytes of postings', () => {
  it('are read as they were written, for all gaps, counts and lengths of lists', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(posting, { minLength: 1, maxLength: 400, size: 'max' }), { minLength: 1, maxLength: 20 }),
        // Of each list, how many terms have it.
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 20, maxLength: 20 }),
        (lists, times) => {
          const repeated = lists.map(listOf).flatMap((list, i) => Array.from({ length: times[i] ?? 1 }, () => list));
          const terms = repeated.map((list, i) => [`term${String(i).padStart(2, '0')}`, list] as const);
          const kept = terms.filter(([, list]) => list.length > 0);
          const segment = segmentOf(kept);
          for (const [term, list] of kept) {
            const place = segment.find(Buffer.from(term));
            assert.ok(place);
            assert.equal(place.rows, list.length);
            const read: [number, number][] = [];
            for (const cursor = new PostingCursor(segment, place); cursor.row < totalRows; cursor.next())
              read.push([cursor.row, cursor.code]);
            assert.deepEqual(read, list);
          }
        },
      ),
      { numRuns: runs(12) },
    );
  });

  it('take one byte for a word that is in most rows, and none for its first row', () => {
    const segment = segmentOf([['a', Array.from({ length: 255 }, (_, row) => [row, 4 + 4 * (row % 2)] as const)]]);
    assert.equal(segment.postings.length, 254);
  });

  it('can be read from any row on', () => {
    const list = fc.array(fc.tuple(fc.oneof(fc.constant(0), fc.nat(5)), fc.constantFrom(4, 16, 16, 16)), {
      minLength: 1,
      maxLength: 800,
      size: 'max',
    });
    fc.assert(
      fc.property(list, fc.array(fc.nat(200), { maxLength: 20 }), (gaps, steps) => {
        const rows = listOf(gaps);
        const segment = segmentOf([['a', rows]]);
        const place = segment.find(Buffer.from('a'));
        assert.ok(place);
        const cursor = new PostingCursor(segment, place);
        let wanted = 0;
        for (const step of steps) {
          wanted += step;
          cursor.seek(wanted);
          const expected = rows.find(([row]) => row >= wanted);
          assert.deepEqual([cursor.row, expected ? cursor.code : 0], expected ?? [totalRows, 0]);
        }
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('The dictionary', () => {
  it('finds words of all lengths with all numbers of rows', () => {
    const words = fc.uniqueArray(
      fc.tuple(
        fc.string({ minLength: 1, maxLength: 40 }).filter((word) => !word.includes('\0')),
        fc.integer({ min: 1, max: 60 }),
      ),
      { selector: ([word]) => word, minLength: 1, maxLength: 80 },
    );
    fc.assert(
      fc.property(words, (list) => {
        const sorted = list.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const segment = segmentOf(
          sorted.map(([word, rows]) => [word, Array.from({ length: rows }, (_, i) => [i * 9_000, 7 + i] as const)]),
        );
        for (const [word, rows] of sorted) assert.equal(segment.find(Buffer.from(word))?.rows, rows);
        const cursor = segment.cursorAt();
        for (const [word] of sorted) {
          assert.ok(cursor.next());
          assert.equal(Buffer.from(cursor.term.subarray(0, cursor.termLength)).toString(), word);
        }
        assert.equal(cursor.next(), false);
      }),
      { numRuns: runs(20) },
    );
  });
});
