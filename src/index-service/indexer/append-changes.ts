/**
 * Puts what changed in a folder into the index. A folder may have a million files, and each takes 150 bytes in these lists, so
 * every list is gone as soon as the next one is made, and all are gone when the index is compacted.
 */
import type { FolderChanges, SeenFile } from '../../workspace/folder-changes';
import { recentPaths } from '../../workspace/recent-paths';
import { appendKnown } from './append-known';
import { appendWithin } from './append-within';
import { usefulFirst } from './file-order';
import type { IndexTally, IndexWork } from './index-work';
import { filesWithChangedNotes } from './note-changes';

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
  const ordered =
    files.length > manyFiles ? usefulFirst(files, new Set([...first, ...(await recentPaths(work.root))])) : files;
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
