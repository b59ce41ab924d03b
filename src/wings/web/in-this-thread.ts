/** Chunks and counts in the thread of the page or worker that calls. */
import type { ChunkingPool } from '../../engine/workers/chunking-pool';
import { InThreadPool } from '../../engine/workers/in-thread-pool';
import type { ChunkReply, ChunkRequest } from '../../engine/workers/worker-protocol';
import type { CounterName } from '../../tokens/counter-table';
import { type Counted, countedTokens } from '../../tokens/token-counter';
import { loadFilesFor, withProductFiles } from './product-files';

let pool: InThreadPool | undefined;

/** The pool of this thread. It fetches what it needs, and rejects if that fails. */
export function poolOfThread(): ChunkingPool & { dispose(): void } {
  pool ??= new InThreadPool();
  const own = pool;
  return {
    chunk: (request, signal, judge) => withProductFiles(request.options ?? {}, () => own.chunk(request, signal, judge)),
    segments: (request, known, signal, judge) =>
      withProductFiles(request.options, () => own.segments(request, known, signal, judge)),
    compact: () => own.compact(),
    dispose: () => own.dispose(),
  };
}

export function chunkHere(request: ChunkRequest, signal: AbortSignal | undefined): Promise<ChunkReply> {
  return poolOfThread().chunk(request, signal);
}

export async function countHere(counted: Counted, counter: CounterName): Promise<number> {
  await loadFilesFor({ counter });
  return countedTokens(counted, counter);
}
