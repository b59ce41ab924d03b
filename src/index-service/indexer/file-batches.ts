/**
 * Splits files into batches: large enough to be worth a segment, small enough that all workers finish at about the same time. The first
 * batches are small: they can be searched at once.
 */
import type { FileToIndex } from '../../parse-worker/worker-protocol';
import type { SeenFile } from '../../workspace/folder-changes';
import { unsettled } from '../../workspace/folder-changes';

const maxBytes = 1_000_000;
const minBytes = 64_000;
const batchesPerJob = 8;

export function batchesOf(files: readonly FileToIndex[], jobs: number): FileToIndex[][] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const limit = Math.max(minBytes, Math.min(maxBytes, total / (jobs * batchesPerJob)));
  const batches: FileToIndex[][] = [];
  const limitOfNext = (): number => Math.min(limit, minBytes * 2 ** Math.floor(batches.length / jobs));
  let batch: FileToIndex[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && bytes + file.size > limitOfNext()) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

export function fileToIndex({ path, file, stamp, isNamed }: SeenFile): FileToIndex {
  return { path, file, size: stamp?.size ?? 0, mtimeMs: stamp?.mtimeMs ?? unsettled, ...(isNamed && { isNamed }) };
}
