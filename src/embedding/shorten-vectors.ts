/** Shortens the vectors of a model that was trained to put the most important dimensions first (Matryoshka). */
import type { Embedder } from './embedder';
import { normalised } from './vector-math';

/** The same model with only its first dimensions; vectors have length 1 again. @throws if the model has fewer. */
export function withFewerDimensions(embedder: Embedder, dimensions: number): Embedder {
  if (dimensions === embedder.dimensions) return embedder;
  if (dimensions > embedder.dimensions) {
    throw new Error(`the model has ${embedder.dimensions} dimensions; it cannot give ${dimensions}`);
  }
  return {
    id: `${embedder.id}?dimensions=${dimensions}`,
    dimensions,
    limits: embedder.limits,
    async embed(texts, side, signal) {
      const vectors = await embedder.embed(texts, side, signal);
      return vectors.map((vector) => {
        const first = vector.slice(0, dimensions);
        // A text without a known word has a vector of zeros, which cannot be normalised.
        return first.some((value) => value !== 0) ? normalised(first) : first;
      });
    },
  };
}
