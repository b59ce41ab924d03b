/**
 * One index, ready to be asked: its words and its vectors behind one call. Follows the file: `refresh` costs a `stat` where nothing
 * changed, and takes over only what is new where records were added.
 *
 * Drafts lie over the index: a file that is in an editor and not on disk has a segment of its own behind those of the index, and its
 * rows in the index count as dead. That is what the index would be, had the draft been saved and indexed. A draft that the index has
 * as it is (it was saved, or undone) does not count.
 *
 * Between two calls of `refresh` nothing of this moves, even if the index is written meanwhile; `hold` keeps it so over several steps.
 */

import type { Contents } from '../index/contents';
import type { LexicalHits, LexicalTerm } from '../index/lexical/lexical-index';
import { LexicalIndex } from '../index/lexical/lexical-index';
import { LexicalSegment } from '../index/lexical/segment';
import type { LoadedSegment } from '../index/loaded-segment';
import type { Problem } from '../index/problem';
import type { IndexReader } from '../index/reader';
import type { RowSet } from '../index/scan/bits';
import { restore, rowBytes } from '../index/scan/quantise';
import { ScanBlock, ScanSpace } from '../index/scan/scan-space';
import { VectorScan } from '../index/scan/vector-scan';
import { hasVersionFolder, KnownPaths } from './older-version';
import { type Found, RowScores } from './row-scores';

/** By segment and row: 0 for rows that are not asked for; undefined: all are. */
export type Allowed = readonly Uint8Array[] | undefined;

/** A file as it is in an editor. */
export interface Draft {
  readonly path: string;
  readonly text: string;
  readonly languageHint?: string | undefined;
  /** Of this file alone. */
  readonly segment: LoadedSegment;
}

export interface ViewOptions {
  /** Someone who writes the index reads it back after each write: the reader needs no look at the file. */
  readonly isWritten?: boolean;
}

/** A segment as the scan knows it. */
interface Scanned {
  readonly id: number;
  readonly missing: number;
}

export class IndexView {
  lexical = new LexicalIndex([]);
  /** Of the index, then of the drafts. */
  segments: readonly LoadedSegment[] = [];
  private readonly lexicalSegments = new Map<LoadedSegment, LexicalSegment>();
  private readonly scanned = new Map<LoadedSegment, Scanned>();
  private scan: VectorScan;
  private contents: Contents;
  private sequence = 0;
  /** Rows that are not to be found, by segment. */
  private dead: readonly (Uint8Array | undefined)[] = [];
  private allDrafts: ReadonlyMap<string, Draft> = new Map();
  /** Those that count. */
  private drafts: ReadonlyMap<string, Draft> = new Map();
  private hasNewDrafts = false;
  private holders = 0;
  /** By the scan's segments: their place among all, and their dead rows. Made when the index changes, not for each query. */
  private places = new Map<number, number>();
  private deleted = new Map<number, RowSet>();
  private known: KnownPaths | undefined;
  /** Of the index: those whose files are among the known. */
  private knownSegments = 0;

  constructor(
    readonly reader: IndexReader,
    /** The folder that paths are relative to. */
    readonly root: string,
    private readonly options: ViewOptions = {},
  ) {
    this.contents = reader.contents;
    this.scan = scanOf(reader.contents);
    this.take();
  }

  get model(): string {
    return this.contents.about?.model ?? '';
  }

  /** How files were cut. */
  get chunker(): string {
    return this.contents.about?.chunker ?? '';
  }

  /** Bytes of vectors held for the scan, beside the reader's own memory. */
  get memory(): number {
    return this.scan.space ? this.scan.memory - this.scan.space.given : this.scan.memory;
  }

  /** A problem: the answers are those of the index as it was. */
  refresh(): Problem | undefined {
    // A search is not done with what it found.
    if (this.holders > 0) return undefined;
    const refreshed = this.options.isWritten ? 'same' : this.reader.refresh();
    if (typeof refreshed === 'object') return refreshed.problem;
    const { contents } = this.reader;
    const isReplaced = contents !== this.contents;
    if (!isReplaced && contents.sequence === this.sequence && !this.hasNewDrafts) return undefined;
    if (isReplaced) {
      this.scan = scanOf(contents);
      this.scanned.clear();
      this.contents = contents;
    }
    this.hasNewDrafts = false;
    this.followPaths(isReplaced);
    this.take();
    return undefined;
  }

  /** `refresh`, which then does nothing until `release`. */
  hold(): Problem | undefined {
    const problem = this.refresh();
    this.holders++;
    return problem;
  }

  release(): void {
    this.holders--;
  }

  /** All drafts there are, by path; they count from the next `refresh` on. */
  setDrafts(drafts: ReadonlyMap<string, Draft>): void {
    this.allDrafts = drafts;
    this.hasNewDrafts = true;
  }

  draft(path: string): Draft | undefined {
    return this.drafts.get(path);
  }

  /** Where a file is: the number of its segment, and of the file in it. */
  place(path: string): { readonly segment: number; readonly file: number } | undefined {
    const draft = this.drafts.get(path)?.segment;
    const found = draft ? { segment: draft, file: 0 } : this.contents.file(path);
    const segment = found ? this.segments.indexOf(found.segment) : -1;
    return found && segment >= 0 ? { segment, file: found.file } : undefined;
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
    return this.lexical.search(query, { limit: this.lexical.rows, deleted: this.dead });
  }

  /** How alike rows of this index are to one of them; 0 where vectors are missing. */
  likeness(segment: number, row: number, others: readonly Pick<Found, 'segment' | 'row'>[]): number[] {
    const own = this.scannedAt(segment);
    if (!own) return others.map(() => 0);
    const rows = {
      segments: Uint32Array.from(others, (other) => this.scannedAt(other.segment)?.id ?? own.id),
      rows: Uint32Array.from(others, (other) => (this.scannedAt(other.segment) ? other.row : row)),
    };
    const likeness = this.scan.rowSimilarity(own.id, row, rows);
    return others.map((other, i) => (this.scannedAt(other.segment) ? (likeness[i] ?? 0) : 0));
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
    if (!this.known) this.knownSegments = this.contents.segments.length;
    this.known ??= new KnownPaths(this.paths());
    return this.known.isOlderVersion(path);
  }

  /** New files are added to those known; only where some are gone too are all paths gone through again, when next asked. */
  private followPaths(isReplaced: boolean): void {
    const { known, contents } = this;
    if (!known) return;
    for (const { paths } of contents.segments.slice(this.knownSegments)) for (const path of paths) known.add(path);
    this.knownSegments = contents.segments.length;
    if (isReplaced || known.files !== contents.fileCount) this.known = undefined;
  }

  private searchWords(terms: readonly LexicalTerm[], limit: number, allowed: Allowed): LexicalHits {
    return this.lexical.search({ terms }, { limit, deleted: this.dead, ...(allowed && { allowed }) });
  }

  private scannedAt(segment: number): Scanned | undefined {
    const found = this.segments[segment];
    return found && this.scanned.get(found);
  }

  private filter(allowed: readonly Uint8Array[]): Map<number, RowSet> {
    const sets = new Map<number, RowSet>();
    allowed.forEach((rows, i) => {
      const id = this.scannedAt(i)?.id;
      if (id !== undefined) sets.set(id, bitsOf(rows, rows.length));
    });
    return sets;
  }

  /** The cosines of rows that were found by their words alone. */
  private fillVectors(rows: RowScores, vector: Float32Array): void {
    const lacking = rows.all().filter(({ segment, row }) => !rows.hasVector(segment, row) && this.scannedAt(segment));
    lacking.sort((a, b) => a.segment - b.segment || a.row - b.row);
    const scores = this.scan.similarity(this.fitted(vector), {
      segments: Uint32Array.from(lacking, ({ segment }) => this.scannedAt(segment)?.id ?? 0),
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

  private *paths(): Generator<string> {
    yield* this.contents.paths();
    yield* this.drafts.keys();
  }

  private take(): void {
    const { contents, lexicalSegments, scanned } = this;
    this.sequence = contents.sequence;
    this.drafts = new Map([...this.allDrafts].filter(([, draft]) => !isIn(contents, draft)));
    this.segments = [...contents.segments, ...Array.from(this.drafts.values(), ({ segment }) => segment)];
    const present = new Set(this.segments);
    for (const segment of lexicalSegments.keys()) if (!present.has(segment)) lexicalSegments.delete(segment);
    for (const [segment, { id }] of scanned) {
      if (present.has(segment)) continue;
      this.scan.remove(id);
      scanned.delete(segment);
    }
    this.lexical = new LexicalIndex(this.segments.map((segment) => this.lexicalOf(segment)));
    const hidden = this.hiddenFiles();
    this.dead = this.segments.map((segment) => deadRows(segment, hidden.get(segment) ?? []));
    this.places = new Map();
    this.deleted = new Map();
    this.segments.forEach((segment, i) => {
      this.takeVectors(segment);
      const id = scanned.get(segment)?.id;
      if (id === undefined) return;
      this.places.set(id, i);
      const dead = this.dead[i];
      if (dead) this.deleted.set(id, bitsOf(dead, segment.searched));
    });
  }

  private lexicalOf(segment: LoadedSegment): LexicalSegment {
    const known = this.lexicalSegments.get(segment) ?? new LexicalSegment(segment.lexical);
    this.lexicalSegments.set(segment, known);
    return known;
  }

  /** Files of the index that drafts lie over, by segment. */
  private hiddenFiles(): Map<LoadedSegment, number[]> {
    const hidden = new Map<LoadedSegment, number[]>();
    for (const path of this.drafts.keys()) {
      const place = this.contents.file(path);
      if (place) hidden.set(place.segment, [...(hidden.get(place.segment) ?? []), place.file]);
    }
    return hidden;
  }

  private takeVectors(segment: LoadedSegment): void {
    const { vectors, vectorBlock, scales, missing, searched } = segment;
    const lacking = missing?.reduce((sum, one) => sum + one, 0) ?? 0;
    const before = this.scanned.get(segment);
    if (!vectors || !scales || searched === 0 || before?.missing === lacking) return;
    // A draft that was made for the index before this one: it is about to be made again.
    if (segment.dimensions !== this.scan.dimensions) return;
    if (before) this.scan.remove(before.id);
    const isInPlace = vectorBlock instanceof ScanBlock && vectorBlock.space === this.scan.space;
    const id = isInPlace ? this.scan.adopt(vectorBlock, scales) : this.scan.add(vectors, scales);
    this.scanned.set(segment, { id, missing: lacking });
  }
}

function isIn(contents: Contents, { path, segment }: Draft): boolean {
  const place = contents.file(path);
  return place !== undefined && place.segment.file(place.file).hash === segment.file(0).hash;
}

/** A copy: the index goes on being written, and shall look the same until the next `refresh`. */
function deadRows(segment: LoadedSegment, hidden: readonly number[]): Uint8Array | undefined {
  if (!segment.dead && hidden.length === 0) return undefined;
  const dead = segment.dead?.slice() ?? new Uint8Array(segment.rows);
  for (const file of hidden) dead.fill(1, ...segment.searchedRows(file));
  return dead;
}

/** Over the memory that the reader has put its vectors in, where that is one for scans. */
function scanOf({ header: { dimensions }, space }: Contents): VectorScan {
  const isFitting = space instanceof ScanSpace && space.rowBytes === rowBytes(dimensions);
  return new VectorScan(dimensions, isFitting ? { space } : {});
}

function bitsOf(bytes: Uint8Array, count: number): RowSet {
  const set = new Uint32Array(Math.ceil(count / 32));
  for (let row = 0; row < count; row++) if (bytes[row]) set[row >> 5] = (set[row >> 5] ?? 0) | (1 << (row & 31));
  return set;
}
