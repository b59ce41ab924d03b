import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LengthWriter } from '../../../../src/index/lexical/length-writer';
import { LexicalSegment } from '../../../../src/index/lexical/lexical-segment';
import { PostingCursor } from '../../../../src/index/lexical/posting-cursor';
import { PostingWriter } from '../../../../src/index/lexical/posting-writer';
import { TermWriter } from '../../../../src/index/lexical/term-writer';

const totalRows = 600_000;
const lengths = new LengthWriter();
for (let row = 0; row < totalRows; row++) lengths.add(1, 1);

/** A gap of any number of bytes, and a code. */
const posting = fc.tuple(
  fc.oneof(fc.nat(3), fc.nat(100), fc.nat(6_000), fc.nat(140_000)),
  fc.oneof(fc.constantFrom(4, 8, 12), fc.integer({ min: 1, max: 255 })),
);

/** @param trainFrom bytes from which the dictionary has symbols. */
function segmentOf(
  terms: readonly (readonly [string, readonly (readonly [number, number])[]])[],
  trainFrom?: number,
): LexicalSegment {
  const postings = new PostingWriter(lengths.lengthCodes);
  const dictionary = new TermWriter(trainFrom);
  for (const [term, list] of terms) {
    for (const [row, code] of list) postings.add(row, code);
    dictionary.add(Buffer.from(term), postings.end());
  }
  return new LexicalSegment({
    terms: dictionary.finish(),
    postings: postings.bytes.finish(),
    lengths: lengths.finish(),
  });
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
        (lists) => {
          const terms = lists.map(listOf).map((list, i) => [`term${String(i).padStart(2, '0')}`, list] as const);
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
      { numRuns: 30 },
    );
  });

  it('take one byte for a word that is in most rows, and none for its first row', () => {
    const segment = segmentOf([['a', Array.from({ length: 255 }, (_, row) => [row, 4] as const)]]);
    assert.equal(segment.postings.length, 254);
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
      fc.property(words, fc.boolean(), (list, hasSymbols) => {
        const sorted = list.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const segment = segmentOf(
          sorted.map(([word, rows]) => [word, Array.from({ length: rows }, (_, i) => [i * 9_000, 7 + i] as const)]),
          hasSymbols ? 0 : undefined,
        );
        for (const [word, rows] of sorted) assert.equal(segment.find(Buffer.from(word))?.rows, rows);
        const cursor = segment.cursorAt();
        for (const [word] of sorted) {
          assert.ok(cursor.next());
          assert.equal(Buffer.from(cursor.term.subarray(0, cursor.termLength)).toString(), word);
        }
        assert.equal(cursor.next(), false);
      }),
      { numRuns: 50 },
    );
  });
});
