/** How many chunks an embedder embeds per second of CPU time, including tokenising, on all threads of this process. */
import { passageOf } from '../../src/code/records/embedded-text';
import type { Embedder, Passage } from '../../src/embedding/embedder';
import type { SplitPart } from './search-split';

/** The speed is for real chunks, with their context, of about this many tokens. */
const tokens = 250;
const tolerance = 25;
/** Takes the fastest model a few milliseconds. */
const largestBatch = 64;

export function typicalChunks(parts: readonly SplitPart[]): Passage[] {
  return parts.flatMap(({ chunks }) =>
    chunks.filter((chunk) => Math.abs(chunk.tokens - tokens) <= tolerance).map(passageOf),
  );
}

/** @param minSeconds of CPU time to measure for. */
export async function chunksPerSecond(
  embedder: Embedder,
  texts: readonly Passage[],
  minSeconds: number,
): Promise<number> {
  const batch = Math.min(embedder.limits.batch, largestBatch);
  if (texts.length === 0) return Number.NaN;
  let at = 0;
  const embedSome = async (): Promise<number> => {
    const some = texts.slice(at, at + batch);
    at = at + batch < texts.length ? at + batch : 0;
    await embedder.embed(some, 'passage');
    return some.length;
  };
  // Warm-up: hot code is compiled after this.
  for (const end = cpuSeconds() + minSeconds / 2; cpuSeconds() < end; ) await embedSome();
  let count = 0;
  const start = cpuSeconds();
  while (cpuSeconds() < start + minSeconds) count += await embedSome();
  return count / (cpuSeconds() - start);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
