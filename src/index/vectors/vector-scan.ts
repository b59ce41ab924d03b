/**
 * The vector side of search: which rows are nearest to a query. Rows are int8 with a scale each (quantise.ts), in segments
 * that come and go: a large base and the changes since. All are compared with the query by the kernel; in a segment of
 * 300,000 rows and more only those that its 1-bit codes (codes.ts) rank among the first 2,000.
 *
 * The answer depends on nothing but vectors, query and order of segments: not on the processor or on earlier searches.
 */

import { allowedBits, countRows, type RowSet, rowNumbers } from './allowed-bits';
import { BestRows, type ScanHits } from './best-rows';
import { bestKernel } from './load-kernel';
import { type QuantisedQuery, quantiseQuery, rowBytes } from './quantise-vector';
import { LONGEST_CODED_ROW, shareTables } from './row-codes';
import { CodeCandidates } from './scan-candidates';
import type { KernelName } from './scan-kernel';
import { type Reservation, type ScanSegment, SegmentStore } from './scan-segments';
import type { ScanBlock, ScanSpace } from './scan-space';

/** The most rows that one call of the kernel may find. */
const ROOM = 8192;
/** The same for codes: with less of it the bar rises sooner. */
const CODES_ROOM = 1024;
/** Rows of a list that are scored at a time. */
const LISTED = 2048;
/** With fewer rows allowed than one in this many, each is looked at by itself. */
const FEW = 8;

export interface VectorScanOptions {
  readonly kernel?: KernelName;
  /** Segments of at least so many rows get codes. */
  readonly codesFrom?: number;
  /** How many rows found by their codes are compared, if not more than 20 for each hit asked for. */
  readonly candidates?: number;
  /** Memory that vectors are in already, to be taken with `adopt`. */
  readonly space?: ScanSpace;
}

interface ScanOptions {
  /** Rows to leave out, by segment. */
  readonly deleted?: ReadonlyMap<number, RowSet>;
  /** The only rows to look at, by segment; a segment without a set has none. */
  readonly filter?: ReadonlyMap<number, RowSet>;
}

export class VectorScan {
  readonly kernelName: KernelName;
  readonly #store: SegmentStore;
  readonly #candidates: number;
  readonly space: ScanSpace | undefined;

  constructor(
    readonly dimensions: number,
    { kernel = bestKernel(), codesFrom = 300_000, candidates = 2000, space }: VectorScanOptions = {},
  ) {
    if (!Number.isInteger(dimensions) || dimensions < 1) throw new RangeError(`vectors of ${dimensions} dimensions`);
    this.kernelName = kernel;
    this.space = space;
    this.#candidates = candidates;
    const bytes = rowBytes(dimensions);
    this.#store = new SegmentStore(
      bytes,
      kernel,
      bytes <= LONGEST_CODED_ROW ? codesFrom : Infinity,
      ROOM,
      space?.arena,
    );
  }

  /** The length of a row in bytes; rows stand one behind the other. */
  get rowBytes(): number {
    return this.#store.bytes;
  }

  /** Bytes of memory held, free space between segments included. */
  get memory(): number {
    return this.#store.memory;
  }

  get rows(): number {
    let sum = 0;
    for (const segment of this.#store.segments()) sum += segment.rows;
    return sum;
  }

  /** Copies rows in. Gives the number of the new segment, which is larger than those of all before it. */
  add(vectors: Int8Array, scales: Float32Array): number {
    if (vectors.length !== scales.length * this.rowBytes)
      throw new RangeError(`${vectors.length} bytes are not ${scales.length} rows of ${this.rowBytes}`);
    const reservation = this.reserve(scales.length);
    reservation.vectors.set(vectors);
    reservation.scales.set(scales);
    return reservation.commit();
  }

  /** Takes the rows of a block of its space as they are; its memory is not used for anything else from then on. */
  adopt(block: ScanBlock, scales: Float32Array): number {
    if (block.space.arena !== this.space?.arena || block.bytes.length !== scales.length * this.rowBytes)
      throw new RangeError(`a block of ${block.bytes.length} bytes is not ${scales.length} rows of this scan`);
    block.isAdopted = true;
    return this.#store.adopt(block.address, scales);
  }

  /** Room for a segment that the caller fills itself, straight from a file. It is searched from `commit` on. */
  reserve(rows: number): Reservation {
    return this.#store.reserve(rows);
  }

  /** The space is used again by later segments; all of it goes back to the system with the last segment. */
  remove(segment: number): void {
    this.#store.remove(segment);
  }

  /** The k rows nearest to the query, which need not have length 1: scores are cosines times its length. */
  search(query: Float32Array, k: number, options: ScanOptions = {}): ScanHits {
    const wanted = this.#query(query);
    const limit = Math.max(0, Math.min(Math.floor(k), this.rows));
    const best = new BestRows(limit, Math.max(LISTED, roomFor(limit)));
    if (limit === 0) return best.hits(0);
    this.#store.setQuery(wanted);
    let hasTables = false;
    for (const segment of this.#store.segments()) {
      const allowed = allowedIn(segment, options);
      const few = allowed && countRows(allowed) * FEW < segment.rows;
      if (few) this.#scoreListed(segment, rowNumbers(allowed), best);
      else if (segment.codes) {
        if (!hasTables) this.#store.setTables(shareTables(wanted));
        hasTables = true;
        this.#scoreListed(segment, this.#findByCodes(segment, allowed, limit), best);
      } else this.#store.withMask(allowed, (mask) => this.#scanAll(segment, mask, best));
    }
    return best.hits(wanted.scale);
  }

  /** The scores of given rows, in their order. */
  similarity(query: Float32Array, rows: Pick<ScanHits, 'segments' | 'rows'>): Float32Array {
    return this.#scores(this.#query(query), rows);
  }

  /** The same for one row in place of a query. */
  rowSimilarity(segment: number, row: number, rows: Pick<ScanHits, 'segments' | 'rows'>): Float32Array {
    const { values, scale } = this.#store.row(segment, row);
    return this.#scores({ values: Int16Array.from(values), scale }, rows);
  }

  #query(query: Float32Array): QuantisedQuery {
    if (query.length !== this.dimensions)
      throw new RangeError(`a query of ${query.length} dimensions for vectors of ${this.dimensions}`);
    return quantiseQuery(query, this.rowBytes);
  }

  #scanAll(segment: ScanSegment, mask: number, best: BestRows): void {
    const { kernel, query, found, scores, bytes } = this.#store.workspace();
    const room = roomFor(best.k);
    for (let row = 0; row < segment.rows; row = kernel.next()) {
      const { vectors, scales, rows } = segment;
      const count = kernel.scan(vectors, scales, bytes, query, row, rows, best.bar, mask, found, scores, room);
      best.add(segment.id, ...this.#store.found(count));
    }
  }

  #findByCodes(segment: ScanSegment, allowed: RowSet | undefined, limit: number): Uint32Array {
    const best = new CodeCandidates(Math.min(segment.rows, Math.max(this.#candidates, 20 * limit)), CODES_ROOM);
    this.#store.withMask(allowed, (mask) => {
      const { kernel, tables, found, scores, bytes } = this.#store.workspace();
      const { codes, rows } = segment;
      for (let row = 0; row < rows && best.least <= 65535; row = kernel.next()) {
        const { least } = best;
        const count = kernel.scanCodes(codes, bytes, tables, row, rows, least, mask, found, scores, CODES_ROOM);
        best.add(...this.#store.found(count));
      }
    });
    return best.rows();
  }

  #scoreListed(segment: ScanSegment, rows: Uint32Array, best: BestRows): void {
    for (let from = 0; from < rows.length; from += LISTED) {
      const part = rows.subarray(from, from + LISTED);
      best.add(segment.id, part, this.#store.score(segment, part));
    }
  }

  #scores(query: QuantisedQuery, { segments, rows }: Pick<ScanHits, 'segments' | 'rows'>): Float32Array {
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

/** Until it is used up the first time every row is found; with less of it, the k best have to be chosen more often. */
function roomFor(k: number): number {
  return Math.min(ROOM, Math.max(256, 2 * k));
}

/** Nothing where all rows are allowed. */
function allowedIn({ id, rows }: ScanSegment, { deleted, filter }: ScanOptions): RowSet | undefined {
  const except = deleted?.get(id);
  if (!filter && !except) return undefined;
  return allowedBits(rows, except, filter && (filter.get(id) ?? new Uint32Array()));
}
