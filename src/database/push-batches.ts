/** Files in batches: few round trips for small files, little to do again where a connection breaks. */
import type { SeenFile } from '../workspace/folder-changes';

const mostBytes = 400_000;
const mostFiles = 64;

export function* seenBatches(files: readonly SeenFile[]): Generator<SeenFile[]> {
  let batch: SeenFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const size = file.stamp?.size ?? 0;
    if (batch.length > 0 && (bytes + size > mostBytes || batch.length >= mostFiles)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
