import type { Chunk } from '../../../src/chunking/chunk';
import type { ChunkOptions } from '../../../src/options/chunk-options';
import { chunkFile } from '../../../src/parse-worker/chunk-file';

/** Chunks a text in this process. */
export async function chunkText(path: string, text: string, options: Partial<ChunkOptions>): Promise<readonly Chunk[]> {
  const reply = await chunkFile({ path, text, options }, () => {});
  return reply.is === 'chunked' ? reply.file.chunks : [];
}
