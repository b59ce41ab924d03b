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
import { VectorScan } from '../index/scan/vector-scan';

/** By segment and row: 0 for rows that are not asked for; undefined: all are. */
export type Allowed = readonly Uint8Array[] | undefined;

/** A row that was found; a side that did not look has 0. */
export interface Found {
  readonly view: IndexView;
  readonly segment: number;
  readonly row: number;
  readonly words: number;
  readonly vector: number;
}

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
    this.take();
    return undefined;
  }

  /** The best rows by words and by nearness to a vector, each with both scores. */
  find(terms: readonly LexicalTerm[], vector: Float32Array | undefined, limit: number, allowed: Allowed): Found[] {
    const rows = new RowScores(this);
    if (terms.length > 0) rows.addWords(this.searchWords(terms, limit, allowed));
    if (vector) {
      const options = { deleted: this.deleted(), ...(allowed && { filter: this.filter(allowed) }) };
      const near = this.scan.search(this.fitted(vector), limit, options);
      near.rows.forEach((row, i) => {
        const segment = this.scanned.findIndex((each) => each?.id === near.segments[i]);
        rows.addVector(segment, row, near.scores[i] ?? 0);
      });
      this.fillVectors(rows, vector);
      if (terms.length > 0) rows.addWords(this.searchWords(terms, rows.size, rows.masks()));
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
    return others.map((other) => {
      const place = this.scanned[other.segment];
      if (!place) return 0;
      const rows = { segments: Uint32Array.of(place.id), rows: Uint32Array.of(other.row) };
      return this.scan.rowSimilarity(own.id, row, rows)[0] ?? 0;
    });
  }

  private searchWords(terms: readonly LexicalTerm[], limit: number, allowed: Allowed): LexicalHits {
    return this.lexical.search({ terms }, { limit, deleted: this.dead(), ...(allowed && { allowed }) });
  }

  private dead(): (Uint8Array | undefined)[] {
    return this.segments.map(({ dead }) => dead);
  }

  private deleted(): Map<number, RowSet> {
    const sets = new Map<number, RowSet>();
    this.segments.forEach(({ dead, searched }, i) => {
      const id = this.scanned[i]?.id;
      if (dead && id !== undefined) sets.set(id, bitsOf(dead, searched));
    });
    return sets;
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
    segments.forEach((segment, i) => {
      this.takeVectors(segment, i);
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

/** What is known of rows so far. */
class RowScores {
  private readonly rows = new Map<
    number,
    { segment: number; row: number; words: number; vector: number | undefined }
  >();

  constructor(private readonly view: IndexView) {}

  get size(): number {
    return this.rows.size;
  }

  addWords({ segments, rows, scores }: LexicalHits): void {
    rows.forEach((row, i) => {
      this.at(segments[i] ?? 0, row).words = scores[i] ?? 0;
    });
  }

  addVector(segment: number, row: number, score: number): void {
    this.at(segment, row).vector = score;
  }

  hasVector(segment: number, row: number): boolean {
    return this.at(segment, row).vector !== undefined;
  }

  /** By segment: 1 for each row that is known. */
  masks(): Uint8Array[] {
    const masks = this.view.segments.map(({ searched }) => new Uint8Array(searched));
    for (const { segment, row } of this.rows.values()) masks[segment]?.fill(1, row, row + 1);
    return masks;
  }

  all(): Found[] {
    const { view } = this;
    return Array.from(this.rows.values(), ({ segment, row, words, vector = 0 }) => ({
      view,
      segment,
      row,
      words,
      vector,
    }));
  }

  private at(segment: number, row: number) {
    const key = segment * 2 ** 32 + row;
    let known = this.rows.get(key);
    if (!known) {
      known = { segment, row, words: 0, vector: undefined };
      this.rows.set(key, known);
    }
    return known;
  }
}

function bitsOf(bytes: Uint8Array, count: number): RowSet {
  const set = new Uint32Array(Math.ceil(count / 32));
  for (let row = 0; row < count; row++) if (bytes[row]) set[row >> 5] = (set[row >> 5] ?? 0) | (1 << (row & 31));
  return set;
}
