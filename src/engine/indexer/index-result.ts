/** The progress and the final report of an index run. */
import type { IndexReader } from '../../index/file/index-reader';
import { skipReasons } from '../../workspace/skip-reasons';
import type { WalkCounter, WalkStatistics } from '../../workspace/walk-statistics';

export interface IndexProgress {
  /** `embedding` is a separate step only for models on a server, which are slow. */
  readonly step: 'chunking' | 'embedding' | 'compacting';
  /** Files; chunks in the embedding step. Like `total`. */
  readonly done: number;
  readonly total: number;
  /** Files of the whole folder that are or will be in the index; only while the whole folder is compared. */
  readonly folderFiles?: number;
  readonly chunks: number;
  /** Size of the source. */
  readonly bytes: number;
  readonly megabytesPerSecond: number;
  readonly remainingSeconds: number | undefined;
}

export type WorkTime = { readonly seconds: number; readonly cpuSeconds: number };

export interface IndexReport {
  /** Files read in this run. */
  readonly added: number;
  readonly changed: number;
  /** Those of them whose content the index had before: they are not chunked again. */
  readonly revived?: number;
  readonly unchanged: number;
  /** Files with the same content and another modification time. */
  readonly touched: number;
  readonly removed: number;
  /** Files that could not be read; their rows stay in the index. */
  readonly kept: number;
  /** Unchanged files with changed notes. */
  readonly noted?: number;
  /** Searched chunks made in this run; `embedded` counts the texts that the model embedded. */
  readonly chunks: number;
  readonly embedded: number;
  /** Size of the chunked files. */
  readonly bytes: number;
  readonly seconds: number;
  /** Processor time, including the parse workers. */
  readonly cpuSeconds: number;
  /** The part of these times after all files could be searched. Not set if the index was not compacted. */
  readonly compaction?: WorkTime;
  /** Seconds of `walking`, `chunking` (with the built-in model's vectors), `embedding` (by a server) and `compacting`, of those that there were. */
  readonly phases: Readonly<Record<string, number>>;
  /** The whole folder: indexed files, and files skipped by rules or for their content. Not set after an update of some files. */
  readonly folder?: WalkStatistics;
  /** Why the index was rebuilt. */
  readonly rebuilt: string | undefined;
  /** What was wrong with the index file before this run repaired it. */
  readonly repaired?: string;
  /** Cancelled by the caller: completed work is in the index. */
  readonly cancelled: boolean;
  readonly warnings: readonly string[];
  /** Files read in this run by encoding, other than UTF-8. */
  readonly encodings?: Readonly<Record<string, number>>;
}

/** The report of a run with nothing to do. */
export const emptyReport: IndexReport = {
  added: 0,
  changed: 0,
  unchanged: 0,
  touched: 0,
  removed: 0,
  kept: 0,
  chunks: 0,
  embedded: 0,
  bytes: 0,
  seconds: 0,
  cpuSeconds: 0,
  phases: {},
  rebuilt: undefined,
  cancelled: false,
  warnings: [],
};

const notSkipped = { path: '', skipped: undefined };

/** Adds the files of an index to the skipped files that a walk counted. */
export function countFiles(counter: WalkCounter, index: IndexReader): WalkStatistics {
  for (const { segment, file } of index.contents.files()) {
    // Most files are not skipped, and their rows need not be decoded.
    const { path, skipped } = segment.table.isSkipped(file) ? segment.file(file) : notSkipped;
    const reason = skipped && skipReasons.find((known) => known === skipped.reason);
    if (skipped && reason) counter.skip(path, { reason, message: skipped.message });
    else counter.take();
  }
  return counter.statistics();
}
