/** The first dimensions of a model that was trained to put the most important ones first (Matryoshka), as vectors of length 1. */
import type { Embedder } from './embedder';
import { normalised } from './vector-math';

/** @throws where the model has fewer. */
export function shortened(embedder: Embedder, dimensions: number): Embedder {
  if (dimensions === embedder.dimensions) return embedder;
  if (dimensions > embedder.dimensions) {
    throw new Error(`the model has ${embedder.dimensions} dimensions; ${dimensions} are more than that`);
  }
  return {
    id: `${embedder.id}?dimensions=${dimensions}`,
    dimensions,
    limits: embedder.limits,
    async embed(texts, side, signal) {
      const vectors = await embedder.embed(texts, side, signal);
      return vectors.map((vector) => {
        const first = vector.slice(0, dimensions);
        // A text without a known word has a vector of zeros, and keeps it.
        return first.some((value) => value !== 0) ? normalised(first) : first;
      });
    },
  };
}
