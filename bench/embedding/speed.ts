/** How many chunks an embedder takes per second of CPU time, tokenising included, in this process and on all its threads. */
import { passageOf } from '../../src/chunking/records/embedded-text';
import type { Embedder, Passage } from '../../src/embedding/embedder';
import type { SplitPart } from './split';

/** What the speed is stated for: real chunks, with their context, of about this many tokens. */
const tokens = 250;
const tolerance = 25;
/** A few milliseconds of the fastest model. */
const largestBatch = 64;

export function typicalChunks(parts: readonly SplitPart[]): Passage[] {
  return parts.flatMap(({ chunks }) =>
    chunks.filter((chunk) => Math.abs(chunk.tokens - tokens) <= tolerance).map(passageOf),
  );
}

/** @param least seconds of CPU time to measure for. */
export async function chunksPerSecond(embedder: Embedder, texts: readonly Passage[], least: number): Promise<number> {
  const batch = Math.min(embedder.limits.batch, largestBatch);
  if (texts.length === 0) return Number.NaN;
  let at = 0;
  const embedSome = async (): Promise<number> => {
    const some = texts.slice(at, at + batch);
    at = at + batch < texts.length ? at + batch : 0;
    await embedder.embed(some, 'passage');
    return some.length;
  };
  // What runs for long is compiled by then.
  for (const end = cpuSeconds() + least / 2; cpuSeconds() < end; ) await embedSome();
  let count = 0;
  const start = cpuSeconds();
  while (cpuSeconds() < start + least) count += await embedSome();
  return count / (cpuSeconds() - start);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
