/** Measures the tasks of a folder, one after the other, each at the state it was asked at. */
import type { IndexProgress } from '../../engine/indexer/index-result';
import type { Span } from '../../search/hits/spans';
import type { ToolState } from './agent-loop/agent-tools';
import type { FileTree } from './file-tree';
import { FolderStates } from './folder-states';
import { goldPlaces } from './gold-places';
import { measureTask, type TaskResult } from './measure-task';
import type { ChangedLines, MeasuredTask } from './measured-task';
import type { StatedTask } from './tasks/commit-tasks';
import type { GitHistory } from './tasks/git-history';

export interface MeasuredFolder {
  readonly measured: readonly { readonly task: MeasuredTask; readonly results: TaskResult }[];
  /** Tasks none of whose files is indexed at that state. */
  readonly unindexed: readonly StatedTask[];
  /** Files of commits that the clone does not have. */
  readonly missing: number;
}

interface MeasureOptions {
  readonly budgets: readonly number[];
  readonly onMessage: (message: string) => void;
  readonly onProgress: (done: number, of: number, indexing?: IndexProgress) => void;
  /** Called for each measured task, at its state. */
  readonly also?: ((stated: StatedTask, task: MeasuredTask, state: ToolState) => Promise<void>) | undefined;
}

/** What a commit stores instead of a file that is kept elsewhere. */
const largeFilePointer = 'version https://git-lfs.github.com/spec/';

export async function measureFolder(
  folder: string,
  tasks: readonly StatedTask[],
  history: GitHistory | undefined,
  { budgets, onMessage, onProgress, also }: MeasureOptions,
): Promise<MeasuredFolder> {
  let done = 0;
  const states = new FolderStates(folder, history, {
    onMessage,
    onProgress: (progress) => onProgress(done, tasks.length, progress),
  });
  const measured: { task: MeasuredTask; results: TaskResult }[] = [];
  const unindexed: StatedTask[] = [];
  try {
    for (const stated of tasks) {
      onProgress(done, tasks.length);
      const state = await states.at(stated.commit);
      const changed = stated.changed.flatMap((each) => linesInTree(each, state.tree));
      const { id, text } = stated;
      const task = { id, text, places: goldPlaces(changed, state.definitionsOf) };
      if (changed.length === 0) unindexed.push(stated);
      else {
        measured.push({ task, results: await measureTask(task, state, budgets) });
        await also?.(stated, task, state);
      }
      done++;
    }
    return { measured, unindexed, missing: states.missing };
  } finally {
    await states.close();
  }
}

/** Nothing if the file is not there or is no text; lines that it does not have are left out. */
function linesInTree({ path, spans }: ChangedLines, tree: FileTree): ChangedLines[] {
  const text = tree.text(path);
  if (text === undefined || text.startsWith(largeFilePointer)) return [];
  const count = tree.lines(path).length;
  const inside = spans.flatMap(([start, end]): Span[] => (start <= count ? [[start, Math.min(end, count)]] : []));
  return inside.length > 0 || spans.length === 0 ? [{ path, spans: inside }] : [];
}
