/** The state of all indexes of the window in one word and a few numbers, for the status bar, the context key and the commands. */
import type { FolderStatus } from '../../engine/service-protocol';
import type { IndexDamage, IndexOverrun } from '../../index/file/index-error';

export interface IndexState {
  /** `unavailable`: no folder is open, or none of the folders can be indexed (virtual, untrusted). */
  readonly consent: 'unasked' | 'given' | 'refused' | 'unavailable';
  /** Why the index is unavailable, or which setting turns it off: one sentence. */
  readonly reason?: string;
  /** Which folders of the window are not indexed because they are not on disk: one sentence. */
  readonly leftOut?: string;
  readonly folders: readonly FolderStatus[];
  readonly isPaused: boolean;
}

/** `absent`: the user agreed, but there is no index yet. `stale`: some changes are not indexed, and nothing is running. */
export type IndexCondition =
  | 'unavailable'
  | 'unasked'
  | 'refused'
  | 'absent'
  | 'ready'
  | 'indexing'
  | 'paused'
  | 'stale'
  | 'failed';

export type RootOverrun = { readonly root: string; readonly overrun: IndexOverrun };

export interface IndexSummary {
  readonly is: IndexCondition;
  readonly files: number;
  readonly chunks: number;
  readonly bytes: number;
  /** The sum over all folders that are being indexed; `step` is undefined if they are at different steps. */
  readonly progress: { readonly step: string | undefined; readonly done: number; readonly total: number } | undefined;
  /**
   * While whole folders are indexed, and after that was paused or stopped: the files whose current text can be searched, and all;
   * undefined if that is not known.
   */
  readonly searchable: { readonly files: number; readonly all: number } | undefined;
  /** The maximum over those folders. */
  readonly remainingSeconds: number | undefined;
  readonly problems: readonly string[];
  /** Folders whose index cannot be written where it is kept: another place helps, trying again does not. */
  readonly unwritable: readonly string[];
  /** Folders whose index would be larger than its limit. */
  readonly overruns: readonly RootOverrun[];
  /** What is missing from damaged indexes, summed; undefined: none is damaged. */
  readonly damage: IndexDamage | undefined;
  /** Another window writes at least one of the indexes. */
  readonly isShared: boolean;
}

export function summarizeIndexes(state: IndexState): IndexSummary {
  const { folders } = state;
  const sum = (count: (folder: FolderStatus) => number): number =>
    folders.reduce((total, folder) => total + count(folder), 0);
  const running = folders.flatMap(({ is, progress }) => (is === 'indexing' && progress ? [progress] : []));
  const steps = new Set(running.map(({ step }) => step));
  const remaining = running.flatMap(({ remainingSeconds }) => remainingSeconds ?? []);
  return {
    is: conditionOf(state),
    files: sum(({ files }) => files),
    chunks: sum(({ chunks }) => chunks),
    bytes: sum(({ bytes }) => bytes),
    progress:
      running.length === 0
        ? undefined
        : {
            step: steps.size === 1 ? running[0]?.step : undefined,
            done: running.reduce((total, { done }) => total + done, 0),
            total: running.reduce((all, { total }) => all + total, 0),
          },
    searchable: searchableFiles(folders),
    remainingSeconds: remaining.length === 0 ? undefined : Math.max(...remaining),
    problems: [...new Set(folders.flatMap(({ is, problem }) => (is === 'failed' && problem ? [problem.message] : [])))],
    unwritable: folders.flatMap(({ root, is, problem }) =>
      is === 'failed' && (problem?.reason === 'read-only' || problem?.reason === 'occupied') ? [root] : [],
    ),
    overruns: folders.flatMap(({ root, is, problem }) =>
      is === 'failed' && problem?.overrun ? [{ root, overrun: problem.overrun }] : [],
    ),
    damage: sumDamage(folders),
    isShared: folders.some(({ isReader }) => isReader),
  };
}

function searchableFiles(folders: readonly FolderStatus[]): IndexSummary['searchable'] {
  let files = 0;
  let all = 0;
  let isKnown = false;
  for (const { is, progress, files: indexed, folderFiles: stoppedAt } of folders) {
    const { folderFiles, done = 0, total = 0 } = ((is === 'indexing' || is === 'paused') && progress) || {};
    isKnown ||= (folderFiles ?? stoppedAt) !== undefined;
    files += folderFiles === undefined ? indexed : folderFiles - (total - done);
    all += folderFiles ?? Math.max(indexed, stoppedAt ?? 0);
  }
  return isKnown && files < all ? { files, all } : undefined;
}

function sumDamage(folders: readonly FolderStatus[]): IndexDamage | undefined {
  const damages = folders.flatMap(({ damage }) => damage?.damage ?? []);
  if (damages.length === 0) return undefined;
  const sum = (count: (damage: IndexDamage) => number): number =>
    damages.reduce((total, damage) => total + count(damage), 0);
  return {
    bytes: sum(({ bytes }) => bytes),
    lostFiles: damages.some(({ lostFiles }) => lostFiles === undefined)
      ? undefined
      : sum((each) => each.lostFiles ?? 0),
  };
}

function conditionOf({ consent, folders, isPaused }: IndexState): IndexCondition {
  if (consent !== 'given') return consent;
  if (isPaused) return 'paused';
  if (folders.some(({ is }) => is === 'indexing')) return 'indexing';
  if (folders.some(({ is }) => is === 'failed')) return 'failed';
  if (folders.every(({ is }) => is === 'absent')) return 'absent';
  if (folders.some(({ is, isStale, damage }) => isStale || damage || is === 'absent')) return 'stale';
  return 'ready';
}
