/** Finds a chunk by its id or line, with the current text of the file. */
import type { Chunk } from '../../code/chunk';
import { isSameHash, plainHashOf } from '../../code/records/embedded-text';
import type { ChunkAnswer } from '../../engine/answers/code-blocks';
import { type FileInside, ToolProblem } from '../../engine/answers/tool-input';
import type { StoredChunk } from '../../index/format/segment-contents';
import type { FileChunks } from './served-code';
import type { ServedIndex } from './served-index';

interface CurrentChunk extends ChunkAnswer {
  readonly chunk: Chunk;
}

/** @throws `ToolProblem` if the index has no such chunk */
export async function chunkOfId(index: ServedIndex, id: string, signal: AbortSignal): Promise<CurrentChunk> {
  const { index: asked, view } = await index.current(signal);
  const stored = await asked.ask(() => {
    const place = view.reader.find(id.toLowerCase());
    return place?.segment.chunk(place.row);
  });
  if (!stored)
    throw new ToolProblem(
      `there is no chunk ${id} in the index: its file changed or was deleted; use search_code to find it again`,
    );
  const chunks = await chunksOf(index, index.folder.resolveFile(stored.path), signal);
  const chunk = currentVersion(chunks, stored);
  if (!chunk)
    throw new ToolProblem(
      `the chunk ${id} is no longer in ${stored.path}, which was edited; use get_chunk with path and line ${stored.startLine}`,
    );
  const isStale = stored.hash !== undefined && !isSameHash(chunk.hash, plainHashOf(stored));
  return withParent(chunk, chunks, isStale);
}

/** @throws `ToolProblem` if no chunk contains the line */
export function chunkAtLine({ path, chunks }: Pick<FileChunks, 'path' | 'chunks'>, line: number): CurrentChunk {
  const searched = chunks.filter(({ role }) => role !== 'parent');
  const chunk = searched.find(({ startLine, endLine }) => startLine <= line && line <= endLine);
  if (chunk) return withParent(chunk, chunks, false);
  const lines = searched.reduce((max, { endLine }) => Math.max(max, endLine), 0);
  throw new ToolProblem(`${path} has no chunk at line ${line}; the last line with a chunk is ${lines}`);
}

/** @throws `ToolProblem` with the reason if the file is skipped */
async function chunksOf(index: ServedIndex, file: FileInside, signal: AbortSignal): Promise<readonly Chunk[]> {
  const reply = await index.chunk(file, signal);
  if (reply.is === 'chunked') return reply.file.chunks;
  throw new ToolProblem(`${file.path} ${reply.is === 'skipped' ? reply.skipped.message : 'could not be chunked'}`);
}

/** Found by content, the nearest if several are equal; otherwise by id. The same rule as for hits. */
function currentVersion(chunks: readonly Chunk[], stored: StoredChunk): Chunk | undefined {
  const distance = (chunk: Chunk): number => Math.abs(chunk.startLine - stored.startLine);
  const same = chunks.filter(({ hash, role }) => role !== 'parent' && isSameHash(hash, plainHashOf(stored)));
  if (same.length > 0) return same.reduce((best, other) => (distance(other) < distance(best) ? other : best));
  return chunks.find(({ id }) => id === stored.id);
}

function withParent(chunk: Chunk, chunks: readonly Chunk[], isStale: boolean): CurrentChunk {
  const parent = chunk.parent === undefined ? undefined : chunks.find(({ id }) => id === chunk.parent);
  return { chunk, context: chunk.context, ...(parent && { parent }), isStale };
}
