import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DamagedSectionError } from '../../../../src/index/damaged-section';
import { explainHit } from '../../../../src/index/lexical/explain-score';
import { SegmentBuilder } from '../../../../src/index/lexical/lexical-builder';
import { LexicalIndex, type LexicalTerm } from '../../../../src/index/lexical/lexical-index';
import { LexicalSegment } from '../../../../src/index/lexical/lexical-segment';
import { mergeInOrder, mergeLexical } from '../../../../src/index/lexical/merge-segments';
import { wordAt } from '../../../../src/index/lexical/term-list';
import { TermWriter } from '../../../../src/index/lexical/term-writer';
import type { LexicalDocument } from '../../../../src/index/terms/chunk-fields';
import { splitWord } from '../../../../src/index/terms/split-word';
import type { ScoredRows } from '../../../../src/index/top-rows';
import { runs } from '../../random-runs';
import { anyDocument, document, word } from './lexical-documents';
import { bm25, naiveScores } from './naive-bm25';

function sectionsOf(chunks: readonly LexicalDocument[]) {
  const builder = new SegmentBuilder();
  for (const chunk of chunks) builder.add(chunk);
  return builder.finish();
}

function segmentOf(chunks: readonly LexicalDocument[]): LexicalSegment {
  return new LexicalSegment(sectionsOf(chunks));
}

const query: fc.Arbitrary<LexicalTerm[]> = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words) =>
    [...new Set(words.flatMap((one) => splitWord(one).parts))].map((term, i) => ({ term, weight: 1 + i / 2 })),
  );

function list({ segments, rows, scores }: ScoredRows): [number, number, number][] {
  return Array.from(rows, (row, i) => [segments[i] ?? 0, row, scores[i] ?? 0]);
}

function rowsOf(hits: ScoredRows): number[] {
  return [...hits.rows];
}

/** Enough to fill several windows and blocks; most are alike. */
function many(seed: readonly LexicalDocument[], count: number): LexicalDocument[] {
  return Array.from({ length: count }, (_, i) => {
    const base = seed[i % seed.length] ?? document('');
    return (i * 7919) % 13 < 3
      ? { ...base, text: `${base.text}\ncommon word${i % 50}` }
      : { ...base, text: `common ${base.text.slice(0, i % 40)}` };
  });
}

describe('lexical index', () => {
  it('scores like BM25F', () => {
    fc.assert(
      fc.property(fc.array(anyDocument, { minLength: 1, maxLength: 30 }), query, (chunks, terms) => {
        const hits = new LexicalIndex([segmentOf(chunks)], bm25).search({ terms }, { limit: chunks.length });
        const expected = naiveScores(chunks, terms);
        assert.equal(hits.rows.length, expected.filter((score) => score > 0).length);
        for (const [, row, score] of list(hits)) assert.ok(Math.abs(score - (expected[row] ?? 0)) < 1e-4 * (1 + score));
        for (let i = 1; i < hits.rows.length; i++) assert.ok((hits.scores[i - 1] ?? 0) >= (hits.scores[i] ?? 0));
      }),
    );
  });

  it('counts the rows of every term, and lists the terms that begin with a letter', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyDocument, { maxLength: 12 }), { maxLength: 3 }), (all) => {
        const segments = all.map(segmentOf);
        const index = new LexicalIndex(segments, bm25);
        const expected = new Map<string, number>();
        for (const segment of segments) {
          const cursor = segment.cursorAt();
          while (cursor.next()) {
            const term = Buffer.from(cursor.term.subarray(0, cursor.termLength)).toString();
            expected.set(term, (expected.get(term) ?? 0) + cursor.rows);
          }
        }
        for (const [term, rows] of expected) assert.equal(index.count(term), rows);
        assert.equal(index.count('missing'), 0);
        for (const letter of 'abghpquz') {
          const listed = new Map<string, number>();
          for (const list of index.termsWith(letter)) {
            for (let i = 0; i < list.size; i++)
              listed.set(wordAt(list, i), (listed.get(wordAt(list, i)) ?? 0) + (list.counts[i] ?? 0));
          }
          const own = [...expected].filter(([term]) => term.startsWith(letter) && /^[a-z]{3,32}$/.test(term));
          assert.deepEqual(listed, new Map(own));
        }
      }),
    );
  });

  it('finds the postings of every term, and none of a term that it does not have', () => {
    // Terms with long common beginnings, and more than a block of them.
    const term = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '検'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.uniqueArray(term, { maxLength: 80 }), fc.array(term, { maxLength: 20 }), (known, others) => {
        const terms = new TermWriter();
        const sorted = known.map((one) => Buffer.from(one)).sort(Buffer.compare);
        // A term in one row has no further bytes.
        sorted.forEach((one, i) => {
          terms.add(one, { rows: i + 2, firstRow: (i * 7919) % 1000, firstCode: 4 + (i % 9), bytes: 1 });
        });
        const postings = new Uint8Array(sorted.length);
        const segment = new LexicalSegment({ ...sectionsOf([]), terms: terms.finish(), postings });
        sorted.forEach((one, i) => {
          const first = { firstRow: (i * 7919) % 1000, firstCode: 4 + (i % 9) };
          assert.deepEqual(segment.find(one), { rows: i + 2, ...first, start: i, end: i + 1 });
        });
        for (const other of others)
          assert.equal(segment.find(Buffer.from(other)) !== undefined, known.includes(other), other);
      }),
    );
  });

  it('finds the same k best of many rows as scoring all of them', function () {
    this.timeout(120_000);
    fc.assert(
      fc.property(
        fc.array(anyDocument, { minLength: 3, maxLength: 12 }),
        query,
        fc.integer({ min: 1, max: 40 }),
        (seed, terms, limit) => {
          const index = new LexicalIndex([segmentOf(many(seed, 9000)), segmentOf(many(seed, 500))], bm25);
          const queryTerms = [...terms, { term: 'common', weight: 1 }, { term: 'word7', weight: 0.5 }];
          const all = list(index.search({ terms: queryTerms }, { limit: 10_000 }));
          assert.deepEqual(list(index.search({ terms: queryTerms }, { limit })), all.slice(0, limit));
        },
      ),
      { numRuns: runs(4) },
    );
  });

  it('scores single rows like a search', () => {
    fc.assert(
      fc.property(
        fc.array(anyDocument, { minLength: 3, maxLength: 12 }),
        query,
        fc.uniqueArray(fc.nat(2999), { maxLength: 60 }),
        (seed, terms, picked) => {
          const index = new LexicalIndex([segmentOf(many(seed, 100)), segmentOf(many(seed, 3000))], bm25);
          const queryTerms = [...terms, { term: 'common', weight: 1 }, { term: 'word7', weight: 0.5 }];
          const expected = new Float32Array(3000);
          for (const [segment, row, score] of list(index.search({ terms: queryTerms }, { limit: 10_000 })))
            if (segment === 1) expected[row] = score;
          const rows = Uint32Array.from(picked).sort();
          assert.deepEqual(
            [...index.scores(queryTerms, 1, rows)],
            Array.from(rows, (row) => expected[row] ?? 0),
          );
        },
      ),
      { numRuns: runs(8) },
    );
  });

  it('answers from several segments like from one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyDocument, { maxLength: 10 }), { minLength: 1, maxLength: 4 }),
        query,
        (parts, terms) => {
          const one = new LexicalIndex([segmentOf(parts.flat())], bm25).search({ terms }, { limit: 50 });
          const several = new LexicalIndex(parts.map(segmentOf), bm25).search({ terms }, { limit: 50 });
          const starts = parts.map((_, i) => parts.slice(0, i).flat().length);
          assert.deepEqual(
            list(several).map(([segment, row, score]) => [0, (starts[segment] ?? 0) + row, score]),
            list(one),
          );
        },
      ),
    );
  });

  it('merges segments into the same bytes as building them at once, without deleted rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.tuple(anyDocument, fc.boolean()), { maxLength: 10 }), { maxLength: 4 }),
        async (parts) => {
          const merged = await mergeLexical(
            parts.map((part) => ({
              lexical: sectionsOf(part.map(([chunk]) => chunk)),
              rows: part.length,
              dead: Uint8Array.from(part, ([, isDeleted]) => (isDeleted ? 1 : 0)),
            })),
          );
          const left = parts.flat().flatMap(([chunk, isDeleted]) => (isDeleted ? [] : chunk));
          assert.deepEqual(merged, sectionsOf(left));
        },
      ),
    );
  });

  it('merges long postings too', async () => {
    const seed = [document('alpha common'), document('beta'), document('gamma\n// doc', { name: 'gamma' })];
    const parts = [many(seed, 700), many(seed, 300), many(seed, 1000)];
    const merged = await mergeLexical(
      parts.map((part) => ({ lexical: sectionsOf(part), rows: part.length, dead: undefined })),
    );
    assert.deepEqual(merged, sectionsOf(parts.flat()));
  });

  it('merges segments in any order into the same bytes as building them in that order', () => {
    const numbered = fc.array(fc.array(fc.tuple(anyDocument, fc.double({ noNaN: true })), { maxLength: 8 }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(numbered, (parts) => {
        const all = parts.flat().sort(([, a], [, b]) => a - b);
        const rowOf = new Map(all.map((one, row) => [one, row]));
        const inputs = parts.map((part) => ({
          lexical: sectionsOf(part.map(([chunk]) => chunk)),
          rows: Int32Array.from(part, (one) => rowOf.get(one) ?? -1),
        }));
        const { terms, postings } = mergeInOrder(inputs, all.length);
        const expected = sectionsOf(all.map(([chunk]) => chunk));
        assert.deepEqual({ terms, postings }, { terms: expected.terms, postings: expected.postings });
      }),
    );
  });

  it('leaves out deleted rows and rows that are not allowed', () => {
    const segment = segmentOf([document('alpha'), document('alpha'), document('alpha')]);
    const index = new LexicalIndex([segment], bm25);
    const terms = [{ term: 'alpha', weight: 1 }];
    const withDeleted = new LexicalIndex([segment], bm25, [Uint8Array.of(1, 0, 0)]);
    assert.deepEqual(rowsOf(withDeleted.search({ terms }, { limit: 9 })), [1, 2]);
    assert.deepEqual(rowsOf(index.search({ terms }, { limit: 9, allowed: [Uint8Array.of(1, 0, 1)] })), [0, 2]);
    assert.deepEqual(rowsOf(index.search({ terms }, { limit: 0 })), []);
  });

  it('scores the same with deleted rows as without them', () => {
    const rows = fc.array(fc.tuple(anyDocument, fc.boolean()), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(rows, query, (all, terms) => {
        const deleted = Uint8Array.from(all, ([, isDeleted]) => (isDeleted ? 1 : 0));
        const left = all.flatMap(([chunk, isDeleted]) => (isDeleted ? [] : [chunk]));
        const withDeleted = new LexicalIndex([segmentOf(all.map(([chunk]) => chunk))], bm25, [deleted]);
        const without = new LexicalIndex([segmentOf(left)], bm25);
        const found = [withDeleted, without].map((index) => index.search({ terms }, { limit: all.length }));
        assert.deepEqual(found[0]?.scores, found[1]?.scores);
        for (const { term } of terms) assert.equal(withDeleted.count(term), without.count(term));
      }),
    );
  });

  it('respects required and excluded words', () => {
    const index = new LexicalIndex(
      [segmentOf([document('alpha beta'), document('alpha'), document('alpha beta gamma')])],
      bm25,
    );
    const terms = [{ term: 'alpha', weight: 1 }];
    assert.deepEqual(rowsOf(index.search({ terms, required: ['beta'] }, { limit: 9 })).sort(), [0, 2]);
    assert.deepEqual(rowsOf(index.search({ terms, excluded: ['gamma'] }, { limit: 9 })).sort(), [0, 1]);
    assert.deepEqual(rowsOf(index.search({ terms, required: ['beta'], excluded: ['gamma'] }, { limit: 9 })), [0]);
    assert.deepEqual(rowsOf(index.search({ terms, required: ['nowhere'] }, { limit: 9 })), []);
  });

  it('ranks the chunk that defines a name before those that use it', () => {
    const uses = document('const x = loadConfig(); loadConfig(); return loadConfig;');
    const defines = document('function loadConfig() {\n  return {};\n}', {
      name: 'loadConfig',
      symbols: [{ name: 'loadConfig', kind: 'function', line: 1, endLine: 3 }],
    });
    const index = new LexicalIndex([segmentOf([uses, defines, uses, document('other things')])], bm25);
    const hits = index.search({ terms: [{ term: 'loadconfig', weight: 1 }] }, { limit: 3 });
    assert.equal(hits.rows[0], 1);
  });

  it('explains a hit by the fields of its words', () => {
    fc.assert(
      fc.property(fc.array(anyDocument, { minLength: 1, maxLength: 10 }), query, (chunks, terms) => {
        const index = new LexicalIndex([segmentOf(chunks)], bm25);
        for (const [, row, score] of list(index.search({ terms }, { limit: 10 }))) {
          const shares = explainHit(index, terms, chunks[row] ?? document(''));
          const sum = shares.reduce((total, share) => total + share.score, 0);
          assert.ok(Math.abs(sum - score) < 0.02 * (1 + score));
          for (const share of shares) {
            const parts = Object.values(share.fields).reduce((total, part) => total + part, 0);
            assert.ok(Math.abs(parts - share.score) < 1e-6 * (1 + share.score));
          }
        }
      }),
    );
  });

  it('finds nothing without segments, rows or words', () => {
    const terms = [{ term: 'alpha', weight: 1 }];
    assert.deepEqual(rowsOf(new LexicalIndex([], bm25).search({ terms }, { limit: 5 })), []);
    assert.deepEqual(rowsOf(new LexicalIndex([segmentOf([])], bm25).search({ terms }, { limit: 5 })), []);
    assert.deepEqual(
      rowsOf(new LexicalIndex([segmentOf([document('')])], bm25).search({ terms: [] }, { limit: 5 })),
      [],
    );
  });

  it('reports a damaged section, and does not hang on it', () => {
    const sections = sectionsOf(many([document('alpha beta'), document('gamma')], 600));
    const cut = { ...sections, terms: sections.terms.subarray(0, 5) };
    assert.throws(() => new LexicalSegment(cut), DamagedSectionError);
    fc.assert(
      fc.property(fc.constantFrom('terms', 'postings', 'lengths'), fc.nat(), fc.nat(255), (name, at, value) => {
        const bytes = Uint8Array.from(sections[name as keyof typeof sections]);
        bytes[at % bytes.length] = value;
        try {
          const index = new LexicalIndex([new LexicalSegment({ ...sections, [name]: bytes })], bm25);
          index.search(
            { terms: ['alpha', 'common', 'word7'].map((term) => ({ term, weight: 1 })), required: ['common'] },
            { limit: 5 },
          );
        } catch (error) {
          assert.ok(error instanceof DamagedSectionError, String(error));
        }
      }),
    );
  });
});
