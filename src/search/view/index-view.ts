/**
 * One index, ready to search: words and vectors behind one call. It follows the file: `refresh` costs one `stat` if nothing changed,
 * and loads only the new records if some were added.
 *
 * Drafts hide files of the index: a file with unsaved changes has a segment of its own after those of the index, and its rows in the
 * index count as dead. That is what the index would be if the draft had been saved and indexed. A draft whose text the index already
 * has (it was saved, or undone) is ignored.
 *
 * Between two calls of `refresh` a view does not change, even if the index is written; `hold` keeps it unchanged over several steps.
 */

import type { IndexContents } from '../../index/file/index-contents';
import type { IndexFileProblem } from '../../index/file/index-error';
import type { IndexReader } from '../../index/file/index-reader';
import type { LoadedSegment } from '../../index/file/loaded-segment';
import { againAtOnce } from '../../index/format/record-file';
import { GraphKeeper } from '../../index/graph/graph-keeper';
import type { WorkspaceGraph } from '../../index/graph/workspace-graph';
import { stampedOptions } from '../../index/index-settings';
import { LexicalIndex } from '../../index/lexical/lexical-index';
import { LexicalSegment } from '../../index/lexical/lexical-segment';
import type { ScoredRows } from '../../index/top-rows';
import { maxSourceBytes } from '../../shared/plain-file';
import { ReadGate } from '../../workspace/read-gate';
import { bm25 } from '../rank-weights';
import { type AllowedRows, RowFinder, type ScoredRow, type SearchTarget } from './find-rows';
import { hasVersionFolder, KnownPaths } from './older-version';
import { type RowPlace, ViewVectors } from './view-vectors';

/** A row that a search found, and the index it is in. */
export interface FoundRow extends ScoredRow {
  readonly view: IndexView;
}

/** A file with unsaved changes, indexed as it is in the editor. */
export interface IndexedDraft {
  readonly path: string;
  readonly text: string;
  readonly languageHint?: string | undefined;
  /** Has only this file. */
  readonly segment: LoadedSegment;
}

interface ViewOptions {
  /** The process that writes the index reads it back after each write, so the view need not look at the file. */
  readonly isWritten?: boolean;
  /** Vectors are read with the index, and not for the first search by meaning: it will wait for a question. */
  readonly loadsVectors?: boolean;
}

export class IndexView {
  lexical = new LexicalIndex([], bm25);
  /** Those of the index, then those of the drafts. */
  segments: readonly LoadedSegment[] = [];
  private readonly lexicalSegments = new Map<LoadedSegment, LexicalSegment>();
  private readonly vectors: ViewVectors;
  private contents: IndexContents;
  private sequence = 0;
  /** Grows whenever the view changes. */
  version = 0;
  /** By segment: 1 for rows that must not be found. */
  private dead: readonly (Uint8Array | undefined)[] = [];
  private allDrafts: ReadonlyMap<string, IndexedDraft> = new Map();
  /** Without those whose text the index already has. */
  private drafts: ReadonlyMap<string, IndexedDraft> = new Map();
  private hasNewDrafts = false;
  private holders = 0;
  private knownPaths: KnownPaths | undefined;
  /** Segments of the index whose files are in `knownPaths`. */
  private knownSegments = 0;
  private readonly graphs: GraphKeeper;
  private openGate: ReadGate | undefined;

  constructor(
    readonly reader: IndexReader,
    /** The folder that paths are relative to. */
    readonly root: string,
    private readonly options: ViewOptions = {},
  ) {
    this.contents = reader.contents;
    this.vectors = new ViewVectors(reader.contents);
    this.graphs = new GraphKeeper(this, (path) => this.textOf(path));
    this.bringUpToDate(true);
  }

  /** What the code of the index uses and what uses it, in this state. */
  get graph(): WorkspaceGraph {
    return this.graphs.get();
  }

  /** What may be read for the paths of the index: it may come from others. The rules are read again after each `refresh`. */
  get gate(): ReadGate {
    if (!this.openGate) {
      // `force` counts for the size alone: what else it let in is not decided by the file.
      const { maxBytes, force } = stampedOptions(this.chunker);
      this.openGate = new ReadGate(this.root, force ? maxSourceBytes : maxBytes);
    }
    return this.openGate;
  }

  /** The text of a file: of its draft, or as it is on the disk. Undefined: it cannot be read, or must not be. */
  textOf(path: string): string | undefined {
    const draft = this.drafts.get(path);
    if (draft) return draft.text;
    const read = this.gate.read(path);
    return 'skipped' in read ? undefined : read.text;
  }

  get pathCount(): number {
    let count = this.contents.fileCount;
    for (const path of this.drafts.keys()) if (!this.contents.file(path)) count++;
    return count;
  }

  get model(): string {
    return this.contents.about?.model ?? '';
  }

  /** The chunker and its options, as stamped in the index. */
  get chunker(): string {
    return this.contents.about?.chunker ?? '';
  }

  /** Bytes of vectors held for the scan, without the reader's own memory. */
  get memory(): number {
    return this.vectors.memory;
  }

  /** What is wrong with the file, although it can be searched. */
  get problem(): IndexFileProblem | undefined {
    return this.reader.problem;
  }

  /** Returns a problem if the file cannot be read; the view then stays as it was. */
  refresh(): IndexFileProblem | undefined {
    // A search still uses the rows it found.
    if (this.holders > 0) return undefined;
    this.openGate = undefined;
    this.graphs.trim();
    return this.bringUpToDate(false);
  }

  /** The one place of a view that asks again at once; questions to views are asked again by `CodeIndex`. */
  private bringUpToDate(isFirst: boolean): IndexFileProblem | undefined {
    return againAtOnce(() => {
      const isSame = (isFirst || this.options.isWritten) && !this.reader.contents.hasChanged;
      const refreshed = isSame ? 'same' : this.reader.refresh();
      // At first, what was read when the file was opened is better than nothing.
      if (typeof refreshed === 'object' && !isFirst) return refreshed.problem;
      const isReplaced = this.follow();
      const isCurrent = !isReplaced && this.contents.sequence === this.sequence && !this.hasNewDrafts;
      if (isCurrent && !isFirst) return undefined;
      this.updatePaths(isReplaced);
      this.load();
      this.hasNewDrafts = false;
      return undefined;
    });
  }

  /** Returns true if the reader has read another file. */
  private follow(): boolean {
    const { contents } = this.reader;
    if (contents === this.contents) return false;
    this.vectors.replace(contents);
    this.contents = contents;
    return true;
  }

  /** Refreshes, and then stays unchanged until `release`. */
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

  /** The row of the chunk at a line. */
  rowAtLine(path: string, line: number): RowPlace | undefined {
    const place = this.place(path);
    if (!place) return undefined;
    for (const chunk of this.segments[place.segment]?.rowsOf(place.file) ?? []) {
      if (chunk.role !== 'parent' && chunk.startLine <= line && line <= chunk.endLine)
        return { segment: place.segment, row: chunk.row };
    }
    return undefined;
  }

  /** As in `RowFinder`. */
  find(
    whole: SearchTarget,
    limit: number,
    allowed: AllowedRows,
    mentioned: readonly RowPlace[] = [],
    title?: SearchTarget,
  ): FoundRow[] {
    const found = new RowFinder(this.lexical, this.vectors, this.dead).find(whole, limit, allowed, mentioned, title);
    // Written out, since copying objects takes longer.
    return found.map((one) => {
      const { segment, row, words, vector } = one;
      return { view: this, segment, row, words, vector, title: one.title };
    });
  }

  /** Rows that have one of these terms, or all of them. */
  rowsWith(terms: readonly string[], isAll: boolean): ScoredRows {
    const query = { terms: terms.map((term) => ({ term, weight: 1 })), ...(isAll && { required: terms }) };
    return this.lexical.search(query, { limit: this.lexical.rows });
  }

  /** The cosines of rows with one row; 0 where vectors are missing. */
  rowSimilarity(segment: number, row: number, others: readonly RowPlace[]): number[] {
    return this.vectors.rowSimilarity(segment, row, others);
  }

  /** Can a search find this row? Not if its file is gone, or has a newer draft. */
  isLiving(segment: number, row: number): boolean {
    return !this.dead[segment]?.[row];
  }

  /** The vector of a row; undefined: it is not made yet. */
  vectorAt(segment: number, row: number): Float32Array | undefined {
    return this.vectors.at(segment, row);
  }

  isOlderVersion(path: string): boolean {
    if (!hasVersionFolder(path)) return false;
    if (!this.knownPaths) this.knownSegments = this.contents.segments.length;
    this.knownPaths ??= new KnownPaths(this.paths());
    return this.knownPaths.isOlderVersion(path);
  }

  /** Adds the paths of new files. Only if files are gone too, all paths are read again when they are next needed. */
  private updatePaths(isReplaced: boolean): void {
    const { knownPaths, contents } = this;
    if (!knownPaths) return;
    for (const { changedPaths } of contents.segments.slice(this.knownSegments))
      for (const path of changedPaths) knownPaths.add(path);
    this.knownSegments = contents.segments.length;
    if (isReplaced || knownPaths.files !== contents.fileCount) this.knownPaths = undefined;
  }

  /** Of files and drafts; each path once. */
  *paths(): Generator<string> {
    yield* this.contents.paths();
    for (const path of this.drafts.keys()) if (!this.contents.file(path)) yield path;
  }

  private load(): void {
    const { contents, lexicalSegments } = this;
    this.version++;
    this.graphs.reset();
    this.drafts = new Map([...this.allDrafts].filter(([, draft]) => !isIndexed(contents, draft)));
    this.segments = [...contents.segments, ...Array.from(this.drafts.values(), ({ segment }) => segment)];
    const present = new Set(this.segments);
    for (const segment of lexicalSegments.keys()) if (!present.has(segment)) lexicalSegments.delete(segment);
    const lexicals = this.segments.map((segment) => this.lexicalOf(segment));
    const hidden = this.hiddenFiles();
    this.dead = this.segments.map((segment) => deadRows(segment, hidden.get(segment) ?? []));
    this.lexical = new LexicalIndex(lexicals, bm25, this.dead);
    this.vectors.setSegments(this.segments, this.dead);
    if (this.options.loadsVectors) this.vectors.load();
    this.sequence = contents.sequence;
  }

  private lexicalOf(segment: LoadedSegment): LexicalSegment {
    const known = this.lexicalSegments.get(segment) ?? new LexicalSegment(segment.lexical);
    this.lexicalSegments.set(segment, known);
    return known;
  }

  /** Files of the index that drafts hide, by segment. */
  private hiddenFiles(): Map<LoadedSegment, number[]> {
    const hidden = new Map<LoadedSegment, number[]>();
    for (const path of this.drafts.keys()) {
      const place = this.contents.file(path);
      if (place) hidden.set(place.segment, [...(hidden.get(place.segment) ?? []), place.file]);
    }
    return hidden;
  }
}

function isIndexed(contents: IndexContents, { path, segment }: IndexedDraft): boolean {
  const place = contents.file(path);
  return place !== undefined && place.segment.file(place.file).hash === segment.file(0).hash;
}

/** A copy, since the index may be written, and the view must not change before the next `refresh`. */
function deadRows(segment: LoadedSegment, hidden: readonly number[]): Uint8Array | undefined {
  if (!segment.dead && hidden.length === 0) return undefined;
  const dead = segment.dead?.slice() ?? new Uint8Array(segment.rows);
  for (const file of hidden) dead.fill(1, ...segment.searchedRows(file));
  return dead;
}
