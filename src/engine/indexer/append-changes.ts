/**
 * Puts what changed in a folder into the index. A folder may have a million files, and each takes 150 bytes in these lists, so
 * every list is gone as soon as the next one is made, and all are gone when the index is compacted.
 */

import { join } from 'node:path';
import { isReusable } from '../../index/compact/compact';
import type { IndexContents, PlacedFile } from '../../index/file/index-contents';
import type { IndexReader } from '../../index/file/index-reader';
import type { CurrentFile } from '../../index/format/segment-contents';
import { SegmentBuilder } from '../../index/lexical/lexical-builder';
import { NoteLog } from '../../index/logs/note-log';
import { addToList } from '../../shared/maps';
import { recentPaths } from '../../workspace/about-repository';
import { type FolderChanges, hashOfFile, type SeenFile } from '../../workspace/folder-changes';
import { encodeKnownVectors } from '../workers/chunking-pool';
import type { SegmentReply } from '../workers/worker-protocol';
import { FileBatches } from './file-batches';
import { usefulFirst } from './file-order';
import { IndexBudget } from './index-budget';
import { IndexProblem, succeeded } from './index-problem';
import { ProgressMeter } from './index-progress';
import { compactIndex, type IndexTally, type IndexWork } from './index-work';
import { filesWithChangedNotes, hasChangedNotes } from './note-changes';

// Adds files within the limit on the size of an index. An index with much that does not count any more is compacted first.

/** Share of dead chunks that is worth compacting an index for that is full. */
const worthwhileShare = 0.1;

interface AppendRun {
  readonly work: IndexWork;
  readonly tally: IndexTally;
  readonly signal?: AbortSignal | undefined;
  /** Of the whole folder, if all of it is compared. */
  readonly folderFiles?: number | undefined;
}

/** @param limit bytes; undefined: none. @throws `IndexProblem` with the reason `too-large` */
async function appendWithin(
  limit: number | undefined,
  files: readonly SeenFile[],
  run: AppendRun,
  onMessage: ((message: string) => void) | undefined,
): Promise<void> {
  if (limit === undefined) return appendFiles(files, run);
  const { work, tally } = run;
  const { writer, model } = work;
  const dimensions = model.is === 'built-in' ? model.dimensions : undefined;
  const budgetFor = (more: readonly SeenFile[]): IndexBudget =>
    new IndexBudget(limit, writer.index.stats().bytes, more, dimensions);
  const budget = budgetFor(files);
  if (budget.warning !== undefined) onMessage?.(budget.warning);
  try {
    await appendFiles(files, run, budget);
  } catch (error) {
    const isFull = error instanceof IndexProblem && error.problem.reason === 'too-large';
    if (!isFull || (!writer.isWorthCompacting && deadShare(writer.index) < worthwhileShare)) throw error;
    await compactIndex(work, tally, { keepsOlder: false });
    const left = [...budget.left];
    await appendFiles(left, run, budgetFor(left));
  }
}

/** Of the searched chunks, those of replaced and removed files. */
function deadShare({ segments }: IndexReader): number {
  const count = (of: (segment: IndexReader['segments'][number]) => number): number =>
    segments.reduce((sum, segment) => sum + of(segment), 0);
  const searched = count((segment) => segment.searched);
  return count(({ deadSearched }) => deadSearched) / Math.max(1, searched);
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
  await appendWithin(update.maxBytes, files, { work, tally, signal, folderFiles }, update.onMessage);
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

// Adds files to the index with all parse workers at once: batches go out, and segments are appended in the order they come back. Where
// there are very many, the index is compacted in between.

export async function appendFiles(
  files: readonly SeenFile[],
  { work, tally, signal, folderFiles }: AppendRun,
  budget?: IndexBudget,
): Promise<void> {
  if (files.length === 0) return;
  const meter = new ProgressMeter(
    { step: 'chunking', total: files.length, totalBytes: totalSize(files), folderFiles },
    work.onProgress,
  );
  // The view shows how much there is to do before the first batch is done.
  meter.add(0, 0, 0);
  // The first failure stops everything: if one batch cannot be written, the next cannot either.
  const stop = new AbortController();
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const batches = new FileBatches(files, work.jobs);
  work.asked?.follow(batches);
  const processBatches = async (): Promise<void> => {
    for (let batch = batches.next(); batch; batch = work.writer.isCrowded ? undefined : batches.next()) {
      let chunks = 0;
      const replies = await segmentsOf(batch, work, either);
      for (const reply of replies) {
        budget?.reserve(reply.sections);
        // Before it is written: meanwhile another batch may find that the index is full, and say what is left.
        if (reply === replies.at(-1)) budget?.finish(batch);
        succeeded(await work.writer.appendSections(new Map(reply.sections)));
        chunks += reply.chunks;
        count(reply, tally);
      }
      meter.add(batch.length, chunks, totalSize(batch));
    }
  };
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown): void => {
    failure ??= { error };
    stop.abort();
  };
  // One more than there are workers, so that none is idle while a batch is written. All are awaited, also after a failure, so that no
  // write is still running when this function returns.
  const processInParallel = async (): Promise<void> => {
    await Promise.all(Array.from({ length: work.jobs + 1 }, () => processBatches().catch(fail)));
    if (failure) throw failure.error;
  };
  await processInParallel();
  while (!batches.areEmpty) {
    signal?.throwIfAborted();
    await compactIndex(work, tally, { keepsOlder: true });
    tally.compactions++;
    await processInParallel();
  }
}

function segmentsOf(files: readonly SeenFile[], work: IndexWork, signal: AbortSignal): Promise<SegmentReply[]> {
  const { root, writer, pool, chunk, limits, rowBytes, notes, model } = work;
  const builtIn = model.is === 'built-in' ? { builtIn: { dimensions: model.dimensions } } : {};
  return pool.segments(
    {
      files: files.map((file) => ({ ...file, file: join(root, file.path) })),
      options: chunk,
      limits,
      rowBytes,
      notes,
      ...builtIn,
    },
    (hashes) => encodeKnownVectors(hashes, rowBytes, (key) => writer.vectorOfKey(key)),
    signal,
  );
}

function count(reply: SegmentReply, tally: IndexTally): void {
  tally.chunks += reply.chunks;
  tally.embedded += reply.embedded;
  tally.bytes += reply.bytes;
  tally.cpuMs += reply.cpuMs;
  for (const warning of reply.warnings) tally.warnings.add(warning);
  for (const [encoding, files] of Object.entries(reply.encodings ?? {}))
    tally.encodings.set(encoding, (tally.encodings.get(encoding) ?? 0) + files);
}

function totalSize(files: readonly SeenFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

// Writes what needs no chunking, as a record without chunks: removed files, new modification times, and files with a content that the
// index had before (a branch is switched back, an edit undone), whose older rows count again.

/** Returns the files that must be chunked. */
async function appendKnown(
  { added, changed, removed, touched }: FolderChanges,
  { root, writer, notes }: Pick<IndexWork, 'root' | 'writer' | 'notes'>,
  signal: AbortSignal | undefined,
): Promise<SeenFile[]> {
  const { contents } = writer.index;
  const seen = [...added, ...changed];
  const revived = await findRevived(root, seen, contents, notes, signal);
  const stamped = touched.flatMap(({ path, mtimeMs }) => {
    const place = contents.file(path);
    return place ? [{ sequence: place.segment.sequence, file: place.file, mtimeMs }] : [];
  });
  if (removed.length + stamped.length + revived.size > 0) {
    const lexical = new SegmentBuilder().finish();
    succeeded(await writer.append({ files: [], removed, current: [...stamped, ...revived.values()], lexical }));
  }
  return seen.filter(({ path }) => !revived.has(path));
}

/** By path. Only the same path: chunks name the file they are in. */
async function findRevived(
  root: string,
  seen: readonly SeenFile[],
  contents: IndexContents,
  noteFile: string,
  signal: AbortSignal | undefined,
): Promise<Map<string, CurrentFile>> {
  const hasDead = contents.segments.some(({ living, fileCount }) => living.count < fileCount);
  const versions = hasDead
    ? versionsOf(new Set(seen.map(({ path }) => path)), contents)
    : new Map<string, PlacedFile[]>();
  const revived = new Map<string, CurrentFile>();
  if (versions.size === 0) return revived;
  const log = new NoteLog(noteFile);
  log.refresh();
  for (const { path, size, mtimeMs } of seen) {
    signal?.throwIfAborted();
    const ofSize = (versions.get(path) ?? []).filter(({ segment, file }) => segment.file(file).size === size);
    const hash = ofSize.length > 0 ? hashOfFile(join(root, path)) : undefined;
    if (hash === undefined) continue;
    const same = ofSize.find(
      (place) =>
        place.segment.file(place.file).hash === hash &&
        isReusable(place) &&
        !hasChangedNotes(place.segment, place.file, log),
    );
    if (!same) continue;
    const { segment, file } = same;
    revived.set(path, { sequence: segment.sequence, file, mtimeMs });
  }
  return revived;
}

function versionsOf(paths: ReadonlySet<string>, contents: IndexContents): Map<string, PlacedFile[]> {
  const versions = new Map<string, PlacedFile[]>();
  for (const place of contents.deadFiles(paths)) addToList(versions, place.segment.path(place.file), place);
  return versions;
}
