/** Adds files within the limit on the size of an index. An index with much that does not count any more is compacted first. */
import type { IndexReader } from '../../index/file/index-reader';
import type { SeenFile } from '../../workspace/folder-changes';
import { appendFiles } from './append-files';
import { compactIndex } from './compact-index';
import { IndexBudget } from './index-budget';
import { IndexProblem } from './index-problem';
import type { IndexTally, IndexWork } from './index-work';

/** Share of dead chunks that is worth compacting an index for that is full. */
const worthwhileShare = 0.1;

/** @param limit bytes; undefined: none. @throws `IndexProblem` with the reason `too-large` */
export async function appendWithin(
  limit: number | undefined,
  files: readonly SeenFile[],
  work: IndexWork,
  tally: IndexTally,
  signal: AbortSignal | undefined,
  folderFiles: number | undefined,
  onMessage: ((message: string) => void) | undefined,
): Promise<void> {
  if (limit === undefined) return appendFiles(files, work, tally, signal, folderFiles);
  const { writer, model } = work;
  const dimensions = model.is === 'built-in' ? model.dimensions : undefined;
  const budgetFor = (more: readonly SeenFile[]): IndexBudget =>
    new IndexBudget(limit, writer.index.stats().bytes, more, dimensions);
  const budget = budgetFor(files);
  if (budget.warning !== undefined) onMessage?.(budget.warning);
  try {
    await appendFiles(files, work, tally, signal, folderFiles, budget);
  } catch (error) {
    const isFull = error instanceof IndexProblem && error.problem.reason === 'too-large';
    if (!isFull || (!writer.isWorthCompacting && deadShare(writer.index) < worthwhileShare)) throw error;
    await compactIndex(work, tally, { keepsOlder: false });
    const left = [...budget.left];
    await appendFiles(left, work, tally, signal, folderFiles, budgetFor(left));
  }
}

/** Of the searched chunks, those of replaced and removed files. */
function deadShare({ segments }: IndexReader): number {
  const count = (of: (segment: IndexReader['segments'][number]) => number): number =>
    segments.reduce((sum, segment) => sum + of(segment), 0);
  return (
    count(({ deadSearched }) => deadSearched) /
    Math.max(
      1,
      count(({ searched }) => searched),
    )
  );
}
