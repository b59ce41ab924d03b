/**
 * The vector side of search: finds the rows nearest to a query. Rows are int8 with a scale each (quantise-vector.ts), in segments
 * that are added and removed: a large base and the changes since. The kernel compares all of them with the query; of the segments of a
 * large index, only the 1,000 rows whose high bits (bit-planes.ts) promise most.
 *
 * The answer depends only on the vectors, the query and the order of segments, not on the processor or on earlier searches.
 */

import { type ScoredRows, TopRows } from '../top-rows';
import { shareTables } from './bit-planes';
import { allowedBits, CodeCandidates, countRows, type RowSet, rowNumbers } from './code-candidates';
import { type QuantisedQuery, quantiseQuery, rowBytes } from './quantise-vector';
import { bestKernel, type KernelName } from './scan-kernel';
import { type CodeSource, type FetchRows, type Reservation, type ScanSegment, SegmentStore } from './scan-segments';

/** Max rows that one call of the kernel may find. */
const ROOM = 8192;
/** The same for codes; with less room, the minimum score rises sooner. */
const CODES_ROOM = 1024;
/** Rows of a list that are scored at once. */
const ROWS_PER_LIST = 2048;
/** If fewer than one row in this many is allowed, the allowed rows are scored one by one instead of scanning all. */
const SPARSE_DIVISOR = 8;

/** These bound the work in large segments, at the price of a few missed rows; they are no weights of the ranking. */
const CODE_CANDIDATES = 1000;
const CODE_CANDIDATES_PER_HIT = 10;
/** If fewer rows for each candidate are allowed, they are read at once. */
const FEW_PER_CANDIDATE = 2;

export interface VectorScanOptions {
  readonly kernel?: KernelName;
  /** Rows found by their codes that are compared exactly; at least 10 for each requested hit. */
  readonly candidates?: number;
  /** Bytes that the first segments need: growing the memory later takes longer. */
  readonly expected?: number;
}

interface ScanOptions {
  /** Rows to leave out, by segment. */
  readonly deleted?: ReadonlyMap<number, RowSet>;
  /** The only rows to search, by segment; of a segment without a set, none. */
  readonly filter?: ReadonlyMap<number, RowSet>;
}

type CodedSegment = { readonly segment: ScanSegment; readonly allowed: RowSet | undefined };

export class VectorScan {
  readonly kernelName: KernelName;
  readonly #store: SegmentStore;
  readonly #candidates: number;

  constructor(
    readonly dimensions: number,
    { kernel = bestKernel(), candidates = CODE_CANDIDATES, expected = 0 }: VectorScanOptions = {},
  ) {
    if (!Number.isInteger(dimensions) || dimensions < 1) throw new RangeError(`vectors of ${dimensions} dimensions`);
    this.kernelName = kernel;
    this.#candidates = candidates;
    this.#store = new SegmentStore(rowBytes(dimensions), kernel, ROOM, expected);
  }

  /** Length of a row in bytes; rows follow each other without gaps. */
  get rowBytes(): number {
    return this.#store.bytes;
  }

  /** Bytes of memory held, including free space between segments. */
  get memory(): number {
    return this.#store.memory;
  }

  get rows(): number {
    let sum = 0;
    for (const segment of this.#store.segments()) sum += segment.rows;
    return sum;
  }

  /** Copies rows into a new segment. Returns its number, which is larger than all before it. */
  add(vectors: Int8Array, scales: Float32Array): number {
    if (vectors.length !== scales.length * this.rowBytes)
      throw new RangeError(`${vectors.length} bytes are not ${scales.length} rows of ${this.rowBytes}`);
    const reservation = this.reserve(scales.length);
    reservation.vectors.set(vectors);
    reservation.scales.set(scales);
    return reservation.commit();
  }

  /**
   * Makes a segment of which only high bits are in memory.
   * @param codes the high bits. @param fetch gets the vectors that a search compares.
   */
  addCoded(rows: number, codes: CodeSource, fetch: FetchRows): number {
    return this.#store.addCoded(rows, codes, fetch);
  }

  /** Room for a segment that the caller fills, for example directly from a file. It is searched after `commit`. */
  reserve(rows: number): Reservation {
    return this.#store.reserve(rows);
  }

  /** Later segments reuse the memory; removing the last segment returns all of it to the system. */
  remove(segment: number): void {
    this.#store.remove(segment);
  }

  /** The k rows nearest to the query. Scores are cosines times the length of the query, which need not be 1. */
  search(query: Float32Array, k: number, options: ScanOptions = {}): ScoredRows {
    const quantised = this.#query(query);
    const limit = Math.max(0, Math.min(Math.floor(k), this.rows));
    const best = new TopRows(limit, Number.NEGATIVE_INFINITY);
    if (limit === 0) return best.sorted();
    this.#store.setQuery(quantised);
    const coded: CodedSegment[] = [];
    for (const segment of this.#store.segments()) {
      const allowed = allowedIn(segment, options);
      const few = allowed && this.#areFew(countRows(allowed), segment);
      if (few) this.#scoreListed(segment, rowNumbers(allowed), best);
      else if (segment.codes) coded.push({ segment, allowed });
      else this.#store.withMask(allowed, (mask) => this.#scanAll(segment, mask, best));
    }
    if (coded.length > 0) {
      // High bits of all segments are estimates of the same products, so the best of all together are read.
      this.#store.setTables(shareTables(quantised.values));
      for (const [segment, rows] of this.#findByCodes(coded, limit)) this.#scoreListed(segment, rows, best);
    }
    const { segments, rows, scores } = best.sorted();
    return { segments, rows, scores: scores.map((score) => score * quantised.scale) };
  }

  /** The scores of given rows, in the same order. */
  similarity(query: Float32Array, rows: Pick<ScoredRows, 'segments' | 'rows'>): Float32Array {
    return this.#scores(this.#query(query), rows);
  }

  /** The same with a stored row as the query. */
  rowSimilarity(segment: number, row: number, rows: Pick<ScoredRows, 'segments' | 'rows'>): Float32Array {
    const { values, scale } = this.#store.row(segment, row);
    return this.#scores({ values: Int16Array.from(values), scale }, rows);
  }

  #areFew(allowed: number, { rows, fetch }: ScanSegment): boolean {
    return fetch ? allowed <= FEW_PER_CANDIDATE * this.#candidates : allowed * SPARSE_DIVISOR < rows;
  }

  #query(query: Float32Array): QuantisedQuery {
    if (query.length !== this.dimensions)
      throw new RangeError(`a query of ${query.length} dimensions for vectors of ${this.dimensions}`);
    return quantiseQuery(query, this.rowBytes);
  }

  #scanAll(segment: ScanSegment, mask: number, best: TopRows): void {
    const { kernel, query, found, scores, bytes } = this.#store.workspace();
    const room = roomFor(best.k);
    for (let row = 0; row < segment.rows; row = kernel.next()) {
      const { vectors, scales, rows } = segment;
      const count = kernel.scan(vectors, scales, bytes, query, row, rows, best.threshold, mask, found, scores, room);
      addAll(best, segment.id, ...this.#store.found(count));
    }
  }

  /** The best rows of some segments by their codes, by segment. */
  *#findByCodes(coded: readonly CodedSegment[], limit: number): Generator<readonly [ScanSegment, Uint32Array]> {
    const total = coded.reduce((sum, { segment }) => sum + segment.rows, 0);
    const best = new CodeCandidates(
      Math.min(total, Math.max(this.#candidates, CODE_CANDIDATES_PER_HIT * limit)),
      CODES_ROOM,
    );
    let first = 0;
    for (const { segment, allowed } of coded) {
      this.#store.withMask(allowed, (mask) => this.#scanCodes(segment, mask, best, first));
      first += segment.rows;
    }
    const found = best.rows();
    first = 0;
    let from = 0;
    for (const { segment } of coded) {
      const end = first + segment.rows;
      let to = from;
      while (to < found.length && (found[to] ?? 0) < end) to++;
      const before = first;
      if (to > from) yield [segment, found.subarray(from, to).map((row) => row - before)];
      [first, from] = [end, to];
    }
  }

  #scanCodes({ codes, rows }: ScanSegment, mask: number, best: CodeCandidates, first: number): void {
    const { kernel, tables, found, scores, bytes } = this.#store.workspace();
    for (let row = 0; row < rows && best.minScore <= 65535; row = kernel.next()) {
      const { minScore } = best;
      const count = kernel.scanCodes(codes, 2 * bytes, tables, row, rows, minScore, mask, found, scores, CODES_ROOM);
      const [foundRows, foundScores] = this.#store.found(count);
      best.add(foundRows, foundScores, first);
    }
  }

  #scoreListed(segment: ScanSegment, rows: Uint32Array, best: TopRows): void {
    for (let from = 0; from < rows.length; from += ROWS_PER_LIST) {
      const part = rows.subarray(from, from + ROWS_PER_LIST);
      addAll(best, segment.id, part, this.#store.score(segment, part));
    }
  }

  #scores(query: QuantisedQuery, { segments, rows }: Pick<ScoredRows, 'segments' | 'rows'>): Float32Array {
    this.#store.setQuery(query);
    const result = new Float32Array(rows.length);
    for (let from = 0, to = 0; from < rows.length; from = to) {
      const id = segments[from] ?? 0;
      while (to < rows.length && segments[to] === id && to - from < ROOM) to++;
      result.set(this.#store.score(this.#store.segment(id), rows.subarray(from, to)), from);
    }
    return result.map((score) => score * query.scale);
  }
}

function addAll(best: TopRows, segment: number, rows: Uint32Array, scores: Float32Array): void {
  for (let at = 0; at < rows.length; at++) best.add(segment, rows[at] ?? 0, scores[at] ?? 0);
}

/** Every row is found until the room is full for the first time; with less room, the k best are chosen more often. */
function roomFor(k: number): number {
  return Math.min(ROOM, Math.max(256, 2 * k));
}

/** Undefined if all rows are allowed. */
function allowedIn({ id, rows }: ScanSegment, { deleted, filter }: ScanOptions): RowSet | undefined {
  const except = deleted?.get(id);
  if (!filter && !except) return undefined;
  return allowedBits(rows, except, filter && (filter.get(id) ?? new Uint32Array()));
}
