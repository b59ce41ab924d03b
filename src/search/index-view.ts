/**
 * One index, ready to be asked: its words and its vectors behind one call. Follows the file: `refresh` costs a `stat` where nothing
 * changed, and takes over only what is new where records were added.
 */
import type { LexicalHits, LexicalTerm } from '../index/lexical/lexical-index';
import { LexicalIndex } from '../index/lexical/lexical-index';
import { LexicalSegment } from '../index/lexical/segment';
import type { LoadedSegment } from '../index/loaded-segment';
import type { Problem } from '../index/problem';
import type { IndexReader } from '../index/reader';
import type { RowSet } from '../index/scan/bits';
import { restore } from '../index/scan/quantise';
import { VectorScan } from '../index/scan/vector-scan';
import { hasVersionFolder, KnownPaths } from './older-version';
import { type Found, RowScores } from './row-scores';

/** By segment and row: 0 for rows that are not asked for; undefined: all are. */
export type Allowed = readonly Uint8Array[] | undefined;

/** A segment as the scan knows it. */
interface Scanned {
  readonly id: number;
  readonly missing: number;
}

export class IndexView {
  lexical = new LexicalIndex([]);
  private lexicalSegments: LexicalSegment[] = [];
  private scanned: (Scanned | undefined)[] = [];
  private scan: VectorScan;
  /** By the scan's segments: their place among all, and their dead rows. Made when the index changes, not for each query. */
  private places = new Map<number, number>();
  private deleted = new Map<number, RowSet>();
  private known: KnownPaths | undefined;

  constructor(
    readonly reader: IndexReader,
    /** The folder that paths are relative to. */
    readonly root: string,
  ) {
    this.scan = new VectorScan(reader.header.dimensions);
    this.take();
  }

  get segments(): readonly LoadedSegment[] {
    return this.reader.contents.segments;
  }

  get model(): string {
    return this.reader.contents.about?.model ?? '';
  }

  /** Bytes of vectors held for the scan, beside the reader's own memory. */
  get memory(): number {
    return this.scan.memory;
  }

  /** A problem: the answers are those of the index as it was. */
  refresh(): Problem | undefined {
    const refreshed = this.reader.refresh();
    if (typeof refreshed === 'object') return refreshed.problem;
    if (refreshed === 'same') return undefined;
    if (refreshed === 'replaced') {
      this.scan = new VectorScan(this.reader.header.dimensions);
      this.scanned = [];
      this.lexicalSegments = [];
    }
    this.known = undefined;
    this.take();
    return undefined;
  }

  /** The best rows by words and by nearness to a vector, each with both scores. */
  find(terms: readonly LexicalTerm[], vector: Float32Array | undefined, limit: number, allowed: Allowed): Found[] {
    const rows = new RowScores(this);
    if (terms.length > 0) rows.addWords(this.searchWords(terms, limit, allowed));
    if (vector) {
      const options = { deleted: this.deleted, ...(allowed && { filter: this.filter(allowed) }) };
      const near = this.scan.search(this.fitted(vector), limit, options);
      near.rows.forEach((row, i) => {
        const segment = this.places.get(near.segments[i] ?? -1);
        if (segment !== undefined) rows.addVector(segment, row, near.scores[i] ?? 0);
      });
      this.fillVectors(rows, vector);
      if (terms.length > 0) this.fillWords(rows, terms);
    }
    return rows.all();
  }

  /** Rows that have one of these terms. */
  rowsWith(terms: readonly string[], isAll: boolean): LexicalHits {
    const query = { terms: terms.map((term) => ({ term, weight: 1 })), ...(isAll && { required: terms }) };
    return this.lexical.search(query, { limit: this.lexical.rows, deleted: this.dead() });
  }

  /** How alike rows of this index are to one of them; 0 where vectors are missing. */
  likeness(segment: number, row: number, others: readonly Pick<Found, 'segment' | 'row'>[]): number[] {
    const own = this.scanned[segment];
    if (!own) return others.map(() => 0);
    const rows = {
      segments: Uint32Array.from(others, (other) => this.scanned[other.segment]?.id ?? own.id),
      rows: Uint32Array.from(others, (other) => (this.scanned[other.segment] ? other.row : row)),
    };
    const likeness = this.scan.rowSimilarity(own.id, row, rows);
    return others.map((other, i) => (this.scanned[other.segment] ? (likeness[i] ?? 0) : 0));
  }

  /** The vector of a row; undefined: it is still to be made. */
  vectorAt(segment: number, row: number): Float32Array | undefined {
    const { vectors, scales, missing } = this.segments[segment] ?? {};
    if (!vectors || !scales || missing?.[row]) return undefined;
    const { dimensions } = this.scan;
    return restore(vectors.subarray(row * dimensions, (row + 1) * dimensions), scales[row] ?? 0, dimensions);
  }

  isOlderVersion(path: string): boolean {
    if (!hasVersionFolder(path)) return false;
    this.known ??= new KnownPaths(this.reader.contents.paths());
    return this.known.isOlderVersion(path);
  }

  private searchWords(terms: readonly LexicalTerm[], limit: number, allowed: Allowed): LexicalHits {
    return this.lexical.search({ terms }, { limit, deleted: this.dead(), ...(allowed && { allowed }) });
  }

  private dead(): (Uint8Array | undefined)[] {
    return this.segments.map(({ dead }) => dead);
  }

  private filter(allowed: readonly Uint8Array[]): Map<number, RowSet> {
    const sets = new Map<number, RowSet>();
    allowed.forEach((rows, i) => {
      const id = this.scanned[i]?.id;
      if (id !== undefined) sets.set(id, bitsOf(rows, rows.length));
    });
    return sets;
  }

  /** The cosines of rows that were found by their words alone. */
  private fillVectors(rows: RowScores, vector: Float32Array): void {
    const lacking = rows.all().filter(({ segment, row }) => !rows.hasVector(segment, row) && this.scanned[segment]);
    lacking.sort((a, b) => a.segment - b.segment || a.row - b.row);
    const scores = this.scan.similarity(this.fitted(vector), {
      segments: Uint32Array.from(lacking, ({ segment }) => this.scanned[segment]?.id ?? 0),
      rows: Uint32Array.from(lacking, ({ row }) => row),
    });
    lacking.forEach(({ segment, row }, i) => {
      rows.addVector(segment, row, scores[i] ?? 0);
    });
  }

  /** What words give rows that were found by their vectors alone. */
  private fillWords(rows: RowScores, terms: readonly LexicalTerm[]): void {
    const lacking = rows.all().filter(({ words }) => words === 0);
    for (const segment of new Set(lacking.map((one) => one.segment))) {
      const own = lacking.filter((one) => one.segment === segment).map(({ row }) => row);
      const places = Uint32Array.from(own).sort();
      this.lexical.scores(terms, segment, places).forEach((score, i) => {
        rows.addWordsOf(segment, places[i] ?? 0, score);
      });
    }
  }

  /** Rows are a multiple of 32 long; what a vector lacks is zero. */
  private fitted(vector: Float32Array): Float32Array {
    if (vector.length === this.scan.dimensions) return vector;
    const longer = new Float32Array(this.scan.dimensions);
    longer.set(vector.subarray(0, longer.length));
    return longer;
  }

  private take(): void {
    const { segments, lexicalSegments } = this;
    for (let i = lexicalSegments.length; i < segments.length; i++) {
      const segment = segments[i];
      if (segment) lexicalSegments.push(new LexicalSegment(segment.lexical));
    }
    this.lexical = new LexicalIndex(lexicalSegments);
    this.places = new Map();
    this.deleted = new Map();
    segments.forEach((segment, i) => {
      this.takeVectors(segment, i);
      const id = this.scanned[i]?.id;
      if (id === undefined) return;
      this.places.set(id, i);
      if (segment.dead) this.deleted.set(id, bitsOf(segment.dead, segment.searched));
    });
  }

  private takeVectors({ vectors, scales, missing, searched }: LoadedSegment, at: number): void {
    const lacking = missing?.reduce((sum, one) => sum + one, 0) ?? 0;
    const before = this.scanned[at];
    if (!vectors || !scales || searched === 0 || before?.missing === lacking) return;
    if (before) this.scan.remove(before.id);
    this.scanned[at] = { id: this.scan.add(vectors, scales), missing: lacking };
  }
}

function bitsOf(bytes: Uint8Array, count: number): RowSet {
  const set = new Uint32Array(Math.ceil(count / 32));
  for (let row = 0; row < count; row++) if (bytes[row]) set[row >> 5] = (set[row >> 5] ?? 0) | (1 << (row & 31));
  return set;
}
