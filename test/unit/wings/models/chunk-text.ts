import type { Chunk } from '../../../../src/code/chunk';
import { chunkFile } from '../../../../src/engine/workers/chunk-file';
import type { ChunkOptions } from '../../../../src/options/chunk-options';

/** Chunks a text in this process. */
export async function chunkText(path: string, text: string, options: Partial<ChunkOptions>): Promise<readonly Chunk[]> {
  const reply = await chunkFile({ path, text, options }, () => {});
  return reply.is === 'chunked' ? reply.file.chunks : [];
}
