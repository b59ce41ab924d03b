/** All indexes of the window in one word and some numbers: what the status item, the context keys and the commands go by. */
import type { FolderStatus } from '../../index-service/service-protocol';
import type { IndexState } from './workspace-index';

/** `absent`: agreed, but nothing is there (yet). `stale`: something changed that is not in the index, and nobody is at it. */
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

export interface IndexSummary {
  readonly is: IndexCondition;
  readonly files: number;
  readonly chunks: number;
  readonly bytes: number;
  /** Of all folders at work; without a step where they are not at the same one. */
  readonly progress: { readonly step: string | undefined; readonly done: number; readonly total: number } | undefined;
  /** The longest of them. */
  readonly remainingSeconds: number | undefined;
  readonly problems: readonly string[];
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
    remainingSeconds: remaining.length === 0 ? undefined : Math.max(...remaining),
    problems: [...new Set(folders.flatMap(({ is, problem }) => (is === 'failed' && problem ? [problem.message] : [])))],
    isShared: folders.some(({ isReader }) => isReader),
  };
}

function conditionOf({ consent, folders, isPaused }: IndexState): IndexCondition {
  if (consent !== 'given') return consent;
  if (isPaused) return 'paused';
  if (folders.some(({ is }) => is === 'indexing')) return 'indexing';
  if (folders.some(({ is }) => is === 'failed')) return 'failed';
  if (folders.every(({ is }) => is === 'absent')) return 'absent';
  if (folders.some(({ is, isStale }) => isStale || is === 'absent')) return 'stale';
  return 'ready';
}
