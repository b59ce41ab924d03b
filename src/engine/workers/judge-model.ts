/**
 * The embedding model by which `semantic` judges, where it is not the built-in one: it is in the process that uses the workers, and
 * they ask for vectors of sentences. Vectors are remembered for a while: a file is chunked again when its vectors are made, and must
 * then be cut at the same places, also by a server whose answers differ a little each time.
 */
import type { Embedder } from '../../embedding/embedder';
import type { ChunkOptions } from '../../options/chunk-options';
import type { ChunkingPool } from './chunking-pool';

/** About 60 MB of vectors of 768 dimensions. */
const rememberedSentences = 20_000;

/** True if these options ask for vectors while files are chunked. */
export function needsJudge({ strategy = [], textStrategy = [] }: Partial<ChunkOptions>): boolean {
  return (strategy.length > 0 ? strategy : textStrategy).includes('semantic');
}

/** A pool whose workers ask this model where topics change. */
export function withJudge(pool: ChunkingPool, model: Embedder): ChunkingPool {
  const judge = rememberSentences(model);
  return {
    chunk: (request, signal) => pool.chunk(request, signal, judge),
    segments: (request, knownVectors, signal) => pool.segments(request, knownVectors, signal, judge),
    compact: (job) => pool.compact(job),
  };
}

/** The same model, which is asked only for sentences that it was not asked for lately. */
export function rememberSentences(model: Embedder): Embedder {
  const known = new Map<string, Float32Array>();
  return {
    id: model.id,
    dimensions: model.dimensions,
    limits: model.limits,
    embed: async (texts, side, signal) => {
      const asked = texts.map((text) => (typeof text === 'string' ? text : text.text));
      const missing = [...new Set(asked)].filter((text) => !known.has(text));
      const found = new Map<string, Float32Array>();
      const made = missing.length === 0 ? [] : await model.embed(missing, side, signal);
      for (const [i, text] of missing.entries()) {
        const vector = made[i];
        if (vector) found.set(text, vector);
      }
      const vectors = asked.map((text) => found.get(text) ?? known.get(text) ?? new Float32Array(model.dimensions));
      for (const [text, vector] of found) known.set(text, vector);
      for (const oldest of known.keys()) {
        if (known.size <= rememberedSentences) break;
        known.delete(oldest);
      }
      return vectors;
    },
  };
}
