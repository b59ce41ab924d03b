/**
 * The index of one folder as this process has it open: for writing, with the lock, or only for reading. Search sees one view in either
 * case. Writing and searching share one reader, so that an index is in memory once.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IndexFileProblem } from '../../index/file/index-error';
import { IndexReader } from '../../index/file/index-reader';
import type { LoadedSegment } from '../../index/file/loaded-segment';
import { indexFileOf } from '../../index/index-settings';
import { removeIndex } from '../../index/write/remove-index';
import { IndexView } from '../../search/view/index-view';
import { succeeded } from '../indexer/index-problem';
import { Indexer, type IndexOptions } from '../indexer/indexer';
import type { FolderStatus } from '../service-protocol';
import { adoptMovedIndex, forgetFolder, keptOrphanDays, rememberFolder, removeOrphanIndexes } from './outside-indexes';

export class FolderIndex {
  readonly file: string;
  /** The index is outside the folder, so it does not move with it. */
  private readonly isOutsideFolder: boolean;
  /** Undefined if there is no readable index. */
  view: IndexView | undefined;
  private indexer: Indexer | undefined;
  private readonly files = new WeakMap<LoadedSegment, SegmentFiles>();

  constructor(
    private readonly root: string,
    indexFile: string | undefined,
    /** Called when another index is searched from now on. */
    private readonly onView: (view: IndexView | undefined) => void,
  ) {
    this.file = fileOf(root, indexFile);
    this.isOutsideFolder = indexFile !== undefined;
    if (!this.isOutsideFolder) return;
    adoptMovedIndex(this.file, root);
    void removeOrphanIndexes(keptOrphanDays);
  }

  /** Picks up changes that others made to the file. Returns a problem if it cannot be read; the last readable state is then used. */
  reload(): IndexFileProblem | undefined {
    if (this.indexer) {
      if (this.view?.reader !== this.indexer.searched)
        this.setView(new IndexView(this.indexer.searched, this.root, { isWritten: true, loadsVectors: true }));
      return undefined;
    }
    if (!this.view) {
      const opened = IndexReader.open(this.file);
      if ('problem' in opened) return isAbsent(opened.problem) ? undefined : opened.problem;
      this.setView(new IndexView(opened.index, this.root, { loadsVectors: true }));
      return undefined;
    }
    const problem = this.view.refresh();
    if (problem?.reason !== 'none') return problem;
    this.setView(undefined);
    return undefined;
  }

  /** @throws `IndexProblem` if another process writes the index, or it cannot be written */
  async openWriter(options: IndexOptions): Promise<{ readonly indexer: Indexer; readonly isNew: boolean }> {
    // The index or its folder was deleted.
    if (this.indexer && !existsSync(this.file)) await this.endWriting();
    const isNew = !this.indexer;
    this.indexer ??= await Indexer.open(this.root, { ...options, indexFile: this.file });
    if (isNew && this.isOutsideFolder) rememberFolder(this.file, this.root);
    this.reload();
    return { indexer: this.indexer, isNew };
  }

  /** Releases the lock. The index can still be read. */
  async endWriting(): Promise<void> {
    const { indexer } = this;
    if (!indexer) return;
    this.indexer = undefined;
    await indexer.close();
    this.setView(undefined);
    this.reload();
  }

  async close(): Promise<void> {
    const { indexer } = this;
    this.indexer = undefined;
    this.view = undefined;
    await indexer?.close();
  }

  counts(): Pick<FolderStatus, 'files' | 'languages' | 'chunks' | 'bytes' | 'memory'> {
    const { view } = this;
    if (!view) return { files: 0, languages: [], chunks: 0, bytes: 0, memory: 0 };
    const { contents } = view.reader;
    let files = 0;
    let chunks = 0;
    let memory = view.memory;
    const languages = new Set<string>();
    for (const segment of contents.segments) {
      for (const [language, count] of this.filesOf(segment).perLanguage()) {
        files += count;
        languages.add(language);
      }
      chunks += segment.searched - segment.deadSearched;
      memory += segment.memory;
    }
    return { files, languages: [...languages], chunks, bytes: contents.end, memory };
  }

  private filesOf(segment: LoadedSegment): SegmentFiles {
    let known = this.files.get(segment);
    if (!known) {
      known = new SegmentFiles(segment);
      this.files.set(segment, known);
    }
    return known;
  }

  private setView(view: IndexView | undefined): void {
    this.view = view;
    this.onView(view);
  }
}

/** Deletes the index of a folder that is closed. @throws `IndexProblem` */
export async function removeFolderIndex(root: string, indexFile: string | undefined): Promise<void> {
  const file = fileOf(root, indexFile);
  succeeded(await removeIndex(file));
  if (indexFile !== undefined) forgetFolder(file);
}

function fileOf(root: string, indexFile: string | undefined): string {
  return resolve(indexFile ?? indexFileOf(root));
}

function isAbsent({ reason }: IndexFileProblem): boolean {
  return reason === 'none' || reason === 'gone';
}

/** The number of live indexed files of a segment per language. The status of a folder is sent several times a second. */
export class SegmentFiles {
  private turns = -1;
  private readonly counts = new Map<string, number>();

  constructor(private readonly segment: LoadedSegment) {}

  perLanguage(): ReadonlyMap<string, number> {
    const { segment, counts } = this;
    if (segment.living.turns === this.turns) return counts;
    this.turns = segment.living.turns;
    counts.clear();
    for (let file = 0; file < segment.fileCount; file++) {
      if (segment.table.isSkipped(file) || segment.isDeadFile(file)) continue;
      const language = segment.language(file);
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
    return counts;
  }
}
