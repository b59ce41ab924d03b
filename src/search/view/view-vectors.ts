/**
 * The vectors of a view's segments in one scan. Callers use the view's segment numbers; this class translates them to the scan's own
 * ids. Nothing is read before vectors are needed: a search by words or by a regular expression needs none.
 */
import type { IndexContents } from '../../index/file/index-contents';
import type { LoadedSegment } from '../../index/file/loaded-segment';
import { codedRows, highBytes } from '../../index/vectors/bit-planes';
import type { RowSet } from '../../index/vectors/code-candidates';
import { restoreVector } from '../../index/vectors/quantise-vector';
import { VectorScan } from '../../index/vectors/vector-scan';

/** A row of a view. */
export interface RowPlace {
  readonly segment: number;
  readonly row: number;
}

/** A segment as the scan knows it. */
interface Scanned {
  readonly id: number;
  readonly missing: number;
  /** All its vectors are in memory, and not only codes. */
  readonly isWhole: boolean;
}

export class ViewVectors {
  private readonly scanned = new Map<LoadedSegment, Scanned>();
  private made: VectorScan | undefined;
  private segments: readonly LoadedSegment[] = [];
  private dead: readonly (Uint8Array | undefined)[] = [];
  /** The scan has the segments. */
  private isCurrent = true;
  /** By the scan's segment id: the number in the view, and the dead rows. Made when the index changes, not for each query. */
  private places = new Map<number, number>();
  private deleted = new Map<number, RowSet>();
  /** Segments without codes are so many that only their high bits are in memory: a giant folder is being indexed. */
  private isCrowded = false;

  /** @param codesFrom rows of segments without codes from which high bits are made for them. */
  constructor(
    private contents: IndexContents,
    private readonly codesFrom = codedRows,
  ) {}

  /** Bytes held for the scan. */
  get memory(): number {
    return this.made?.memory ?? 0;
  }

  /** Starts over with another index. */
  replace(contents: IndexContents): void {
    this.contents = contents;
    this.made = undefined;
    this.scanned.clear();
  }

  /** @param dead by segment: 1 for rows that must not be found. */
  setSegments(segments: readonly LoadedSegment[], dead: readonly (Uint8Array | undefined)[]): void {
    this.segments = segments;
    this.dead = dead;
    this.isCurrent = false;
  }

  /** Reads what is not read yet. */
  load(): void {
    void this.scan;
  }

  private get scan(): VectorScan {
    this.made ??= scanOf(this.contents, this.codesFrom);
    if (!this.isCurrent) this.follow(this.made);
    this.isCurrent = true;
    return this.made;
  }

  private follow(scan: VectorScan): void {
    const { segments, dead } = this;
    this.isCrowded = uncodedRows(segments) >= this.codesFrom;
    const present = new Set(segments);
    for (const [segment, { id, isWhole }] of this.scanned) {
      const isTooLarge = this.isCrowded && isWhole && segment.vectors.madeHighBits;
      if (present.has(segment) && !isTooLarge) continue;
      scan.remove(id);
      this.scanned.delete(segment);
    }
    this.places = new Map();
    this.deleted = new Map();
    segments.forEach((segment, i) => {
      this.add(scan, segment);
      const id = this.scanned.get(segment)?.id;
      if (id === undefined) return;
      this.places.set(id, i);
      const rows = dead[i];
      if (rows) this.deleted.set(id, bitsOf(rows, segment.searched));
    });
  }

  has(segment: number): boolean {
    return this.idOf(segment) !== undefined;
  }

  /** @param allowed by segment and row: 0 for rows to leave out; undefined: all rows are allowed. */
  nearest(
    vector: Float32Array,
    limit: number,
    allowed: readonly Uint8Array[] | undefined,
    visit: (segment: number, row: number, score: number) => void,
  ): void {
    const { scan } = this;
    const options = { deleted: this.deleted, ...(allowed && { filter: this.filter(allowed) }) };
    const near = scan.search(this.padded(vector), limit, options);
    near.rows.forEach((row, i) => {
      const segment = this.places.get(near.segments[i] ?? -1);
      if (segment !== undefined) visit(segment, row, near.scores[i] ?? 0);
    });
  }

  /** The cosines of rows with a vector, one segment after the other; all segments must have vectors. */
  similarity(
    vector: Float32Array,
    parts: readonly { readonly segment: number; readonly rows: Uint32Array }[],
  ): Float32Array {
    const count = parts.reduce((sum, { rows }) => sum + rows.length, 0);
    const all = { segments: new Uint32Array(count), rows: new Uint32Array(count) };
    let at = 0;
    for (const { segment, rows } of parts) {
      all.segments.fill(this.idOf(segment) ?? 0, at, at + rows.length);
      all.rows.set(rows, at);
      at += rows.length;
    }
    return this.scan.similarity(this.padded(vector), all);
  }

  /** The cosines of rows with one row; 0 where vectors are missing. */
  rowSimilarity(segment: number, row: number, others: readonly RowPlace[]): number[] {
    const own = this.idOf(segment);
    if (own === undefined) return others.map(() => 0);
    const cosines = this.scan.rowSimilarity(own, row, {
      segments: Uint32Array.from(others, (other) => this.idOf(other.segment) ?? own),
      rows: Uint32Array.from(others, (other) => (this.has(other.segment) ? other.row : row)),
    });
    return others.map((other, i) => (this.has(other.segment) ? (cosines[i] ?? 0) : 0));
  }

  /** The vector of a row; undefined: it is not made yet. */
  at(segment: number, row: number): Float32Array | undefined {
    const stored = this.segments[segment]?.vectors.at(row);
    return stored && restoreVector(stored.vector, stored.scale, this.contents.header.dimensions);
  }

  private idOf(segment: number): number | undefined {
    this.load();
    const found = this.segments[segment];
    return found && this.scanned.get(found)?.id;
  }

  private filter(allowed: readonly Uint8Array[]): Map<number, RowSet> {
    const sets = new Map<number, RowSet>();
    allowed.forEach((rows, i) => {
      const id = this.idOf(i);
      if (id !== undefined) sets.set(id, bitsOf(rows, rows.length));
    });
    return sets;
  }

  /** Fills a vector up with zeros to the length of a row, a multiple of 32. */
  private padded(vector: Float32Array): Float32Array {
    if (vector.length === this.scan.dimensions) return vector;
    const longer = new Float32Array(this.scan.dimensions);
    longer.set(vector.subarray(0, longer.length));
    return longer;
  }

  /** The vectors of large segments, or of very many, stay in the file; their codes say which are worth reading. */
  private add(scan: VectorScan, segment: LoadedSegment): void {
    const { vectors, missing, searched } = segment;
    const missingCount = missing?.reduce((sum, one) => sum + one, 0) ?? 0;
    const before = this.scanned.get(segment);
    if (!vectors.areThere || searched === 0 || before?.missing === missingCount) return;
    // A draft that was made for the previous index; it will be made again.
    if (segment.dimensions !== scan.dimensions) return;
    if (before) scan.remove(before.id);
    this.scanned.delete(segment);
    const codes = vectors.codes ?? (this.isCrowded ? vectors.madeHighBits : undefined);
    const id = codes
      ? scan.addCoded(searched, codes, (rows, target, all) => vectors.readRows(rows, target, all))
      : addRows(scan, segment);
    this.scanned.set(segment, { id, missing: missingCount, isWhole: !codes });
  }
}

function addRows(scan: VectorScan, { vectors, searched }: LoadedSegment): number {
  const reservation = scan.reserve(searched);
  try {
    if (vectors.packed) reservation.unpack(vectors.packed);
    else vectors.read(0, searched, reservation.vectors);
    reservation.scales.set(vectors.readScales(0, searched));
  } catch (error) {
    reservation.release();
    throw error;
  }
  return reservation.commit();
}

function uncodedRows(segments: readonly LoadedSegment[]): number {
  return segments.reduce((sum, { vectors, searched }) => sum + (vectors.codes ? 0 : searched), 0);
}

function scanOf({ header: { dimensions }, segments }: IndexContents, codesFrom: number): VectorScan {
  const uncoded = uncodedRows(segments);
  const coded = segments.reduce((sum, { vectors }) => sum + (vectors.codes?.length ?? 0), 0);
  const expected = coded + (uncoded >= codesFrom ? highBytes(uncoded, dimensions) : uncoded * (dimensions + 4));
  return new VectorScan(dimensions, { expected: expected + searchBytes });
}

/** For what a search needs beside the vectors. */
const searchBytes = 2 ** 20;

function bitsOf(bytes: Uint8Array, count: number): RowSet {
  const set = new Uint32Array(Math.ceil(count / 32));
  for (let row = 0; row < count; row++) if (bytes[row]) set[row >> 5] = (set[row >> 5] ?? 0) | (1 << (row & 31));
  return set;
}
