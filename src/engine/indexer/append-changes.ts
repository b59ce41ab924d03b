/**
 * Puts what changed in a folder into the index. A folder may have a million files, and each takes 150 bytes in these lists, so
 * every list is gone as soon as the next one is made, and all are gone when the index is compacted.
 */

import type { IndexReader } from '../../index/file/index-reader';
import type { FolderChanges, SeenFile } from '../../workspace/folder-changes';
import { recentPaths } from '../../workspace/recent-paths';
import { appendFiles } from './append-files';
import { appendKnown } from './append-known';
import { compactIndex } from './compact-index';
import { usefulFirst } from './file-order';
import { IndexBudget } from './index-budget';
import { IndexProblem } from './index-problem';
import type { IndexTally, IndexWork } from './index-work';
import { filesWithChangedNotes } from './note-changes';

// Adds files within the limit on the size of an index. An index with much that does not count any more is compacted first.

/** Share of dead chunks that is worth compacting an index for that is full. */
const worthwhileShare = 0.1;

/** @param limit bytes; undefined: none. @throws `IndexProblem` with the reason `too-large` */
async function appendWithin(
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

/** Numbers of files. */
interface ChangeCounts {
  added: number;
  changed: number;
  unchanged: number;
  touched: number;
  removed: number;
  kept: number;
  /** Unchanged files whose notes changed. */
  noted: number;
  /** Files with a content that the index had before. */
  revived: number;
}

export function noChanges(): ChangeCounts {
  return { added: 0, changed: 0, unchanged: 0, touched: 0, removed: 0, kept: 0, noted: 0, revived: 0 };
}

interface FolderUpdate {
  readonly findChanges: () => Promise<FolderChanges>;
  /** The whole folder is compared, not only some files. */
  readonly isWhole: boolean;
  /** Paths that come first. */
  readonly first: readonly string[];
  /** Bytes that the index may have. */
  readonly maxBytes: number | undefined;
  readonly onMessage: ((message: string) => void) | undefined;
}

/** With fewer new files, all are searchable before the order matters. */
const manyFiles = 300;

/** @param counts are filled in as soon as they are known. */
export async function appendChanges(
  update: FolderUpdate,
  work: IndexWork,
  tally: IndexTally,
  counts: ChangeCounts,
  signal: AbortSignal | undefined,
): Promise<void> {
  const files = await filesToIndex(update, work, tally, counts, signal);
  const { added, changed, touched, unchanged, kept } = counts;
  const folderFiles = update.isWhole ? added + changed + touched + unchanged + kept : undefined;
  await appendWithin(update.maxBytes, files, work, tally, signal, folderFiles, update.onMessage);
}

/** In the order in which they are indexed. */
async function filesToIndex(
  { findChanges, isWhole, first }: FolderUpdate,
  work: IndexWork,
  tally: IndexTally,
  counts: ChangeCounts,
  signal: AbortSignal | undefined,
): Promise<SeenFile[]> {
  const changes = await findChanges();
  counts.added = changes.added.length;
  counts.changed = changes.changed.length;
  counts.unchanged = changes.unchanged;
  counts.touched = changes.touched.length;
  counts.removed = changes.removed.length;
  counts.kept = changes.kept.length;
  const files = await appendKnown(changes, work, signal);
  counts.revived = counts.added + counts.changed - files.length;
  const noted = isWhole ? filesWithNewNotes(changes, work, tally) : [];
  counts.noted = noted.length;
  const recent = files.length > manyFiles && !work.isAlone ? await recentPaths(work.root) : [];
  const ordered = files.length > manyFiles ? usefulFirst(files, new Set([...first, ...recent])) : files;
  return noted.length === 0 ? ordered : [...ordered, ...noted];
}

/** Unchanged files whose notes changed. */
function filesWithNewNotes(
  { added, changed, kept }: FolderChanges,
  { writer, root, notes }: IndexWork,
  { warnings }: IndexTally,
): SeenFile[] {
  let others: Set<string> | undefined;
  const isOther = (path: string): boolean => {
    others ??= new Set([...[...added, ...changed].map((file) => file.path), ...kept]);
    return others.has(path);
  };
  return filesWithChangedNotes(writer.index, root, notes, isOther, (message) => warnings.add(message));
}
