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

import type { IndexContents } from '../../index/file/index-contents';
import type { IndexFileProblem } from '../../index/file/index-error';
import type { IndexReader } from '../../index/file/index-reader';
import type { LoadedSegment } from '../../index/file/loaded-segment';
import type { LexicalHits, LexicalTerm } from '../../index/lexical/lexical-index';
import { LexicalIndex } from '../../index/lexical/lexical-index';
import { LexicalSegment } from '../../index/lexical/lexical-segment';
import { hasVersionFolder, KnownPaths } from '../rank/older-version';
import { bm25 } from '../rank/rank-weights';
import { RowScores, type ScoredRow } from './row-scores';
import { type RowPlace, ViewVectors } from './view-vectors';

/** By segment and row: 0 for rows that are not asked for; undefined: all are. */
export type AllowedRows = readonly Uint8Array[] | undefined;

/** A row that a search found, and the index it is in. */
export interface FoundRow extends ScoredRow {
  readonly view: IndexView;
}

/** A file as it is in an editor. */
export interface IndexedDraft {
  readonly path: string;
  readonly text: string;
  readonly languageHint?: string | undefined;
  /** Of this file alone. */
  readonly segment: LoadedSegment;
}

interface ViewOptions {
  /** Someone who writes the index reads it back after each write: the reader needs no look at the file. */
  readonly isWritten?: boolean;
}

export class IndexView {
  lexical = new LexicalIndex([], bm25);
  /** Of the index, then of the drafts. */
  segments: readonly LoadedSegment[] = [];
  private readonly lexicalSegments = new Map<LoadedSegment, LexicalSegment>();
  private readonly vectors: ViewVectors;
  private contents: IndexContents;
  private sequence = 0;
  /** Rows that are not to be found, by segment. */
  private dead: readonly (Uint8Array | undefined)[] = [];
  private allDrafts: ReadonlyMap<string, IndexedDraft> = new Map();
  /** Those that count. */
  private drafts: ReadonlyMap<string, IndexedDraft> = new Map();
  private hasNewDrafts = false;
  private holders = 0;
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
    this.vectors = new ViewVectors(reader.contents);
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
    return this.vectors.memory;
  }

  /** A problem: the answers are those of the index as it was. */
  refresh(): IndexFileProblem | undefined {
    // A search is not done with what it found.
    if (this.holders > 0) return undefined;
    const refreshed = this.options.isWritten ? 'same' : this.reader.refresh();
    if (typeof refreshed === 'object') return refreshed.problem;
    const { contents } = this.reader;
    const isReplaced = contents !== this.contents;
    if (!isReplaced && contents.sequence === this.sequence && !this.hasNewDrafts) return undefined;
    if (isReplaced) {
      this.vectors.replace(contents);
      this.contents = contents;
    }
    this.hasNewDrafts = false;
    this.followPaths(isReplaced);
    this.take();
    return undefined;
  }

  /** `refresh`, which then does nothing until `release`. */
  hold(): IndexFileProblem | undefined {
    const problem = this.refresh();
    this.holders++;
    return problem;
  }

  release(): void {
    this.holders--;
  }

  /** All drafts there are, by path; they count from the next `refresh` on. */
  setDrafts(drafts: ReadonlyMap<string, IndexedDraft>): void {
    this.allDrafts = drafts;
    this.hasNewDrafts = true;
  }

  draft(path: string): IndexedDraft | undefined {
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
  find(
    terms: readonly LexicalTerm[],
    vector: Float32Array | undefined,
    limit: number,
    allowed: AllowedRows,
  ): FoundRow[] {
    const rows = new RowScores();
    if (terms.length > 0) rows.addWords(this.searchWords(terms, limit, allowed));
    if (vector) {
      this.vectors.nearest(vector, limit, allowed, (segment, row, score) => rows.addVector(segment, row, score));
      this.fillVectors(rows, vector);
      if (terms.length > 0) this.fillWords(rows, terms);
    }
    return rows.all().map((row) => ({ view: this, ...row }));
  }

  /** Rows that have one of these terms. */
  rowsWith(terms: readonly string[], isAll: boolean): LexicalHits {
    const query = { terms: terms.map((term) => ({ term, weight: 1 })), ...(isAll && { required: terms }) };
    return this.lexical.search(query, { limit: this.lexical.rows, deleted: this.dead });
  }

  /** How alike rows of this index are to one of them; 0 where vectors are missing. */
  likeness(segment: number, row: number, others: readonly RowPlace[]): number[] {
    return this.vectors.likeness(segment, row, others);
  }

  /** The vector of a row; undefined: it is still to be made. */
  vectorAt(segment: number, row: number): Float32Array | undefined {
    return this.vectors.at(segment, row);
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

  private searchWords(terms: readonly LexicalTerm[], limit: number, allowed: AllowedRows): LexicalHits {
    return this.lexical.search({ terms }, { limit, deleted: this.dead, ...(allowed && { allowed }) });
  }

  /** The cosines of rows that were found by their words alone. */
  private fillVectors(rows: RowScores, vector: Float32Array): void {
    const lacking = rows.all().filter(({ segment, row }) => !rows.hasVector(segment, row) && this.vectors.has(segment));
    lacking.sort((a, b) => a.segment - b.segment || a.row - b.row);
    const scores = this.vectors.similarity(vector, lacking);
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

  private *paths(): Generator<string> {
    yield* this.contents.paths();
    yield* this.drafts.keys();
  }

  private take(): void {
    const { contents, lexicalSegments } = this;
    this.sequence = contents.sequence;
    this.drafts = new Map([...this.allDrafts].filter(([, draft]) => !isIn(contents, draft)));
    this.segments = [...contents.segments, ...Array.from(this.drafts.values(), ({ segment }) => segment)];
    const present = new Set(this.segments);
    for (const segment of lexicalSegments.keys()) if (!present.has(segment)) lexicalSegments.delete(segment);
    const lexicalSegmentsNow = this.segments.map((segment) => this.lexicalOf(segment));
    this.lexical = new LexicalIndex(lexicalSegmentsNow, bm25);
    const hidden = this.hiddenFiles();
    this.dead = this.segments.map((segment) => deadRows(segment, hidden.get(segment) ?? []));
    this.vectors.take(this.segments, this.dead);
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
}

function isIn(contents: IndexContents, { path, segment }: IndexedDraft): boolean {
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
