/**
 * Keyword search over the segments of an index: BM25F, with the document frequencies and the average length of all segments together.
 * scorer.ts scores the rows of a segment.
 */

import { lengthByCode } from '../terms/field-weights';
import { type ScoredRows, TopRows } from '../top-rows';
import type { LexicalSegment } from './lexical-segment';
import { PostingCursor } from './posting-cursor';
import { SegmentScorer } from './scorer';
import type { TermPostings } from './term-cursor';
import type { TermList } from './term-list';

export interface LexicalTerm {
  readonly term: string;
  readonly weight: number;
}

export interface LexicalQuery {
  readonly terms: readonly LexicalTerm[];
  /** Only rows that have all of these terms. */
  readonly required?: readonly string[];
  /** No rows that have one of these terms. */
  readonly excluded?: readonly string[];
}

interface LexicalOptions {
  /** Max hits. */
  readonly limit: number;
  /** By segment and row: 0 for rows to leave out. */
  readonly allowed?: readonly (Uint8Array | undefined)[];
}

/** More terms than a query has. */
const maxFound = 512;

interface FoundTerm {
  /** By segment. */
  readonly places: readonly (TermPostings | undefined)[];
  /** How many living rows have it. */
  readonly rows: number;
}

interface ScoredTerm {
  readonly weight: number;
  /** By segment. */
  readonly places: readonly (TermPostings | undefined)[];
}

/** What scores need of all rows. */
interface Statistics {
  readonly rows: number;
  /** By length code. */
  readonly norms: Float32Array;
  readonly scorer: SegmentScorer;
}

export class LexicalIndex {
  private known: Statistics | undefined;
  private readonly encoder = new TextEncoder();
  /** The postings of the last terms: a query looks each term up several times. */
  private readonly found = new Map<string, FoundTerm>();
  /** By the terms of a query: a search is followed by the scores of single rows, segment by segment. */
  private readonly scored = new WeakMap<readonly LexicalTerm[], readonly ScoredTerm[]>();

  /**
   * Deleted rows count neither as rows nor as rows with a term, so that scores do not depend on the history of an index.
   * @param deleted by segment and row: not 0 for deleted rows.
   */
  constructor(
    private readonly segments: readonly LexicalSegment[],
    private readonly weights: { readonly k1: number; readonly b: number },
    private readonly deleted: readonly (Uint8Array | undefined)[] = [],
  ) {}

  get rows(): number {
    return this.statistics.rows;
  }

  /** Made when it is first needed, which is not in a search for regular expressions alone. */
  private get statistics(): Statistics {
    this.known ??= this.countRows();
    return this.known;
  }

  private countRows(): Statistics {
    const { k1, b } = this.weights;
    const lengths = new Uint32Array(256);
    for (const [number, segment] of this.segments.entries()) segment.addLengths(lengths, this.deleted[number]);
    const rows = lengths.reduce((sum, count) => sum + count, 0);
    const words = lengths.reduce((sum, count, code) => sum + count * (lengthByCode[code] ?? 0), 0);
    const mean = words > 0 ? words / rows : 1;
    const norms = lengthByCode.map((length) => k1 * (1 - b + (b * length) / mean));
    return { rows, norms, scorer: new SegmentScorer(norms) };
  }

  /** How informative a term is: larger, the fewer rows have it. */
  rarity(term: string): number {
    return this.rarityOf(this.find(term).rows);
  }

  /** How many rows have a term. */
  count(term: string): number {
    return this.find(term).rows;
  }

  /** The terms that begin with a letter from a to z, by segment. */
  termsWith(letter: string): TermList[] {
    return this.segments.map((segment) => segment.termsWith(letter.charCodeAt(0)));
  }

  segment(number: number): LexicalSegment | undefined {
    return this.segments[number];
  }

  /** Calls `visit` for each row with a term, dead ones included. */
  visitTerm(term: string, visit: (segment: number, row: number) => void): void {
    this.find(term).places.forEach((place, number) => {
      const segment = this.segments[number];
      if (!segment || !place) return;
      const cursor = new PostingCursor(segment, place);
      for (; cursor.row < segment.rows; cursor.next()) visit(number, cursor.row);
    });
  }

  /** What a term with this weighted count adds to a chunk of this length, before its rarity and weight: below 1. */
  share(count: number, lengthCode: number): number {
    return count / (count + (this.statistics.norms[lengthCode] ?? 0));
  }

  search({ terms, required = [], excluded = [] }: LexicalQuery, options: LexicalOptions): ScoredRows {
    const top = new TopRows(options.limit);
    const scored = this.scoredTerms(terms);
    const requiredTerms = required.map((term) => this.find(term).places);
    const excludedTerms = excluded.map((term) => this.find(term).places);
    this.segments.forEach((segment, number) => {
      const requirements = cursorsOf(segment, number, requiredTerms);
      if (requirements.length < required.length || options.limit === 0) return;
      const cursors = scored.flatMap(({ weight, places }) => {
        const place = places[number];
        return place ? { weight, cursor: new PostingCursor(segment, place) } : [];
      });
      const deleted = this.deleted[number];
      const allowed = options.allowed?.[number];
      const exclusions = cursorsOf(segment, number, excludedTerms);
      const filters = { required: requirements, excluded: exclusions, deleted, allowed };
      this.statistics.scorer.run({ segment, number, cursors, ...filters }, top);
    });
    return top.sorted();
  }

  /**
   * The scores of single rows of a segment, the same as in `search`; 0 for rows without any of the terms. Skips the blocks between.
   * @param rows ascending.
   */
  scores(terms: readonly LexicalTerm[], number: number, rows: Uint32Array): Float32Array {
    const scores = new Float32Array(rows.length);
    const segment = this.segments[number];
    if (!segment) return scores;
    for (const { weight, places } of this.scoredTerms(terms)) {
      const place = places[number];
      if (place) new PostingCursor(segment, place).addToRows(rows, weight, this.statistics.norms, scores);
    }
    return scores;
  }

  /** The terms that some row has, each once, largest weight first: always in this order, so that sums are always the same. */
  private scoredTerms(terms: readonly LexicalTerm[]): readonly ScoredTerm[] {
    const known = this.scored.get(terms) ?? this.scoreTerms(terms);
    this.scored.set(terms, known);
    return known;
  }

  private scoreTerms(terms: readonly LexicalTerm[]): ScoredTerm[] {
    const weights = new Map<string, number>();
    for (const { term, weight } of terms) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
    const scored: (ScoredTerm & { readonly term: string })[] = [];
    for (const [term, weight] of weights) {
      const { places, rows } = this.find(term);
      if (weight > 0 && rows > 0) scored.push({ term, weight: weight * this.rarityOf(rows), places });
    }
    return scored.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
  }

  private rarityOf(rows: number): number {
    return Math.log(1 + (this.rows - rows + 0.5) / (rows + 0.5));
  }

  private find(term: string): FoundTerm {
    const known = this.found.get(term);
    if (known) return known;
    const bytes = this.encoder.encode(term);
    const places = this.segments.map((segment) => segment.find(bytes));
    const rows = places.reduce((sum, place, number) => sum + this.livingRows(number, place), 0);
    const found = { places, rows };
    if (this.found.size >= maxFound) this.found.clear();
    this.found.set(term, found);
    return found;
  }

  private livingRows(number: number, place: TermPostings | undefined): number {
    const segment = this.segments[number];
    const deleted = this.deleted[number];
    if (!segment || !place || !deleted) return place?.rows ?? 0;
    let { rows } = place;
    for (const cursor = new PostingCursor(segment, place); cursor.row < segment.rows; cursor.next())
      if (deleted[cursor.row]) rows--;
    return rows;
  }
}

function cursorsOf(
  segment: LexicalSegment,
  number: number,
  terms: readonly (readonly (TermPostings | undefined)[])[],
): PostingCursor[] {
  return terms.flatMap((places) => {
    const place = places[number];
    return place ? new PostingCursor(segment, place) : [];
  });
}
