/** A chunk by its id or its place, with its text as the file has it now. */
import type { Chunk } from '../chunking/chunk';
import { plainHashOf } from '../chunking/records/embedded-text';
import type { StoredChunk } from '../index/format/segment-contents';
import type { ChunkAnswer } from '../tools/chunk-forms';
import type { FileInside } from '../tools/root-folder';
import { ToolProblem } from '../tools/tool-problem';
import type { ServedIndex } from './served-index';

/** @throws `ToolProblem` where the index has no such chunk. */
export async function chunkOfId(index: ServedIndex, id: string, signal: AbortSignal): Promise<ChunkAnswer> {
  const { view } = await index.fresh(signal);
  const place = view.reader.find(id.toLowerCase());
  if (!place)
    throw new ToolProblem(
      `there is no chunk ${id} in the index: its file changed or is gone; search_code finds it anew`,
    );
  const stored = place.segment.chunk(place.row);
  const chunks = await chunksOf(index, index.folder.inside(stored.path), signal);
  const chunk = now(chunks, stored);
  if (!chunk)
    throw new ToolProblem(
      `the chunk ${id} is no longer in ${stored.path}, which was edited; ask for get_chunk with path and line ${stored.startLine}`,
    );
  const isStale = stored.hash !== undefined && plainHashOf(stored) !== chunk.hash;
  return withParent(chunk, chunks, isStale);
}

/** @throws `ToolProblem` where the file has no such line. */
export async function chunkOfLine(
  index: ServedIndex,
  file: FileInside,
  line: number,
  signal: AbortSignal,
): Promise<ChunkAnswer> {
  const chunks = await chunksOf(index, file, signal);
  const searched = chunks.filter(({ role }) => role !== 'parent');
  const chunk = searched.find(({ startLine, endLine }) => startLine <= line && line <= endLine);
  if (chunk) return withParent(chunk, chunks, false);
  const lines = searched.reduce((most, { endLine }) => Math.max(most, endLine), 0);
  throw new ToolProblem(`${file.path} has no chunk at line ${line}; its last line with one is ${lines}`);
}

/** @throws `ToolProblem` where the file is left out, with the reason. */
async function chunksOf(index: ServedIndex, file: FileInside, signal: AbortSignal): Promise<readonly Chunk[]> {
  const reply = await index.chunk(file, signal);
  if (reply.is === 'chunked') return reply.file.chunks;
  throw new ToolProblem(`${file.path} ${reply.is === 'skipped' ? reply.skipped.message : 'could not be cut'}`);
}

/** By content, the nearest of equal ones; else by id: the same rule as for hits. */
function now(chunks: readonly Chunk[], stored: StoredChunk): Chunk | undefined {
  const away = (chunk: Chunk): number => Math.abs(chunk.startLine - stored.startLine);
  const same = chunks.filter(({ hash, role }) => role !== 'parent' && hash === plainHashOf(stored));
  if (same.length > 0) return same.reduce((best, other) => (away(other) < away(best) ? other : best));
  return chunks.find(({ id }) => id === stored.id);
}

function withParent(chunk: Chunk, chunks: readonly Chunk[], isStale: boolean): ChunkAnswer {
  const parent = chunk.parent === undefined ? undefined : chunks.find(({ id }) => id === chunk.parent);
  return { chunk, context: chunk.context, ...(parent && { parent }), isStale };
}
