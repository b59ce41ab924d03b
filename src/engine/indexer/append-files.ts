/**
 * Adds files to the index with all parse workers at once: batches go out, and segments are appended in the order they come back. Where
 * there are very many, the index is compacted in between.
 */
import { join } from 'node:path';
import type { SeenFile } from '../../workspace/folder-changes';
import { encodeKnownVectors } from '../workers/chunking-pool';
import type { SegmentReply } from '../workers/worker-protocol';
import { compactIndex } from './compact-index';
import { FileBatches } from './file-batches';
import type { IndexBudget } from './index-budget';
import { succeeded } from './index-problem';
import { ProgressMeter } from './index-progress';
import type { IndexTally, IndexWork } from './index-work';

export async function appendFiles(
  files: readonly SeenFile[],
  work: IndexWork,
  tally: IndexTally,
  signal: AbortSignal | undefined,
  folderFiles?: number,
  budget?: IndexBudget,
): Promise<void> {
  if (files.length === 0) return;
  const meter = new ProgressMeter('chunking', files.length, totalSize(files), work.onProgress, folderFiles);
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
  for (const [encoding, files] of Object.entries(reply.encodings ?? {})) {
    tally.encodings.set(encoding, (tally.encodings.get(encoding) ?? 0) + files);
  }
}

function totalSize(files: readonly SeenFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
