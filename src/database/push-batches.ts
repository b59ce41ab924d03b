/** Groups files into batches: few round trips for small files, and little to repeat if the connection breaks. */
import type { SeenFile } from '../workspace/folder-changes';

const maxBytes = 400_000;
const maxFiles = 64;

export function* fileBatches(files: readonly SeenFile[]): Generator<SeenFile[]> {
  let batch: SeenFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const { size } = file;
    if (batch.length > 0 && (bytes + size > maxBytes || batch.length >= maxFiles)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
