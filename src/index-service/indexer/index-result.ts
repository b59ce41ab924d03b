/** What an indexer tells while it works, and in the end. */
import type { IndexReader } from '../../index/file/index-reader';
import type { WalkCounter, WalkStatistics } from '../../workspace/size-statistics';
import { skipReasons } from '../../workspace/skipped';

export interface IndexProgress {
  /** Vectors are made in a step of their own only by models that are slow: servers. */
  readonly step: 'chunking' | 'embedding' | 'compacting';
  /** Files; when embedding, chunks. */
  readonly done: number;
  readonly total: number;
  readonly chunks: number;
  /** Of source. */
  readonly bytes: number;
  readonly megabytesPerSecond: number;
  readonly remainingSeconds: number | undefined;
}

export interface IndexReport {
  /** Files read in this run. */
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** The same content with another time. */
  readonly touched: number;
  readonly removed: number;
  /** Files that could not be looked at; their rows stay. */
  readonly kept: number;
  /** Files that did not change, though what a language model wrote about them did. */
  readonly noted?: number;
  /** Searched chunks made in this run, and texts that the model was asked for. */
  readonly chunks: number;
  readonly embedded: number;
  /** Of the files that were chunked. */
  readonly bytes: number;
  readonly seconds: number;
  /** Processor time, of the engines too. */
  readonly cpuSeconds: number;
  /** The whole folder: files in the index, and those left out by rules or for their content. Not after an update of some files. */
  readonly folder?: WalkStatistics;
  /** Why the index was built anew. */
  readonly rebuilt: string | undefined;
  /** Stopped by the caller: what was done until then is in the index. */
  readonly cancelled: boolean;
  readonly warnings: readonly string[];
}

/** Of a run that had nothing to do. */
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
  rebuilt: undefined,
  cancelled: false,
  warnings: [],
};

/** Adds the files of an index to what a walk has left out. */
export function countFiles(counter: WalkCounter, index: IndexReader): WalkStatistics {
  for (const { path, skipped } of index.files()) {
    const reason = skipped && skipReasons.find((known) => known === skipped.reason);
    if (skipped && reason) counter.skip(path, { reason, message: skipped.message });
    else counter.take();
  }
  return counter.statistics();
}
