/**
 * The index of one folder as this process has it open: to write, with the lock, or only to read. Search sees one view in either case;
 * who writes and who searches share one reader, so that an index is in memory once.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Problem } from '../../index/file/index-error';
import { IndexReader } from '../../index/file/index-reader';
import type { LoadedSegment } from '../../index/file/loaded-segment';
import { removeIndex } from '../../index/file/remove-index';
import { indexFileOf } from '../../index/index-settings';
import { scanSpace } from '../../index/vectors/scan-space';
import { IndexView } from '../../search/view/index-view';
import { succeeded } from '../indexer/index-problem';
import { Indexer, type IndexOptions } from '../indexer/indexer';
import { fetchMoved, forgetFolder, rememberFolder } from './moved-index';
import { SegmentFiles } from './segment-files';

interface IndexCounts {
  readonly files: number;
  /** Of the files, in no order. */
  readonly languages: readonly string[];
  readonly chunks: number;
  readonly bytes: number;
  readonly memory: number;
}

export class FolderIndex {
  readonly file: string;
  /** Not in the folder, so it does not move with it. */
  private readonly isElsewhere: boolean;
  /** Undefined: there is no index that can be read. */
  view: IndexView | undefined;
  private indexer: Indexer | undefined;
  private readonly files = new WeakMap<LoadedSegment, SegmentFiles>();

  constructor(
    private readonly root: string,
    indexFile: string | undefined,
    /** Drafts are made for one index: there is another one now. */
    private readonly onView: (view: IndexView | undefined) => void,
  ) {
    this.file = resolve(indexFile ?? indexFileOf(root));
    this.isElsewhere = indexFile !== undefined;
    if (this.isElsewhere) fetchMoved(this.file, root);
  }

  get isWriter(): boolean {
    return this.indexer !== undefined;
  }

  /** Sees what others did to the file. A problem: it cannot be read; what was read before still answers. */
  look(): Problem | undefined {
    if (this.indexer) {
      if (this.view?.reader !== this.indexer.searched)
        this.setView(new IndexView(this.indexer.searched, this.root, { isWritten: true }));
      return undefined;
    }
    if (!this.view) {
      const opened = IndexReader.open(this.file, { vectorSpace: scanSpace });
      if ('problem' in opened) return isAbsent(opened.problem) ? undefined : opened.problem;
      this.setView(new IndexView(opened.index, this.root));
      return undefined;
    }
    const problem = this.view.refresh();
    if (problem?.reason !== 'none') return problem;
    this.setView(undefined);
    return undefined;
  }

  /** @throws `IndexProblem`: another process writes it, or it cannot be written. */
  async write(options: IndexOptions): Promise<{ readonly indexer: Indexer; readonly isNew: boolean }> {
    // Someone deleted the index, or its folder.
    if (this.indexer && !existsSync(this.file)) await this.endWriting();
    const isNew = !this.indexer;
    this.indexer ??= await Indexer.open(this.root, { ...options, indexFile: this.file });
    if (isNew && this.isElsewhere) rememberFolder(this.file, this.root);
    this.look();
    return { indexer: this.indexer, isNew };
  }

  /** Gives up the lock. What was written can be read on. */
  async endWriting(): Promise<void> {
    const { indexer } = this;
    if (!indexer) return;
    this.indexer = undefined;
    await indexer.close();
    this.setView(undefined);
    this.look();
  }

  /** @throws `IndexProblem` */
  async remove(): Promise<void> {
    await this.endWriting();
    succeeded(await removeIndex(this.file));
    if (this.isElsewhere) forgetFolder(this.file);
    this.setView(undefined);
  }

  async close(): Promise<void> {
    const { indexer } = this;
    this.indexer = undefined;
    this.view = undefined;
    await indexer?.close();
  }

  counts(): IndexCounts {
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

function isAbsent({ reason }: Problem): boolean {
  return reason === 'none' || reason === 'gone';
}
