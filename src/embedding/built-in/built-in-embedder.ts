/**
 * The embedding model that comes with the product: a table of word vectors. The vector of a text is the weighted sum of the vectors
 * of its words, computed twice: from the meaning in the first sum follow the weights for the second. A word that a passage repeats
 * counts by the logarithm, one that a query repeats by the square root, so that a long text is not about the words it repeats; words
 * that say what the passage is about count as if they were repeated many times. `training/` makes the table; `models/README.md` says
 * from what data, and how good it is.
 */
import type { Embedder, EmbeddingSide, Passage } from '../embedder';
import { readModelHeader } from './model-file';
import { loadModelMemory } from './model-memory';
import { maxWords, textRoom, textsAtOnce, WordVectorTable } from './word-vector-table';

interface BuiltInOptions {
  /** Vectors may be cut to their first 128 or 64 numbers: smaller and less exact. */
  readonly dimensions?: number;
}

/** The model is read once; all embedders share its table. */
let model: WordVectorTable | undefined;

export async function loadBuiltIn({ dimensions }: BuiltInOptions = {}): Promise<Embedder> {
  model ??= new WordVectorTable(loadModelMemory(undefined, textRoom));
  return new BuiltInEmbedder(model, dimensions);
}

/** The id for the stamp of an index, without loading the model: a refresh without changes needs no more. */
export async function describeBuiltIn(): Promise<Pick<Embedder, 'id' | 'dimensions'>> {
  const { name, sha256, dimensions } = readModelHeader();
  return { id: idOf(name, sha256, dimensions), dimensions };
}

/** Loads another model of the same kind, for training and benchmarks. */
export async function loadModel(file: string, { dimensions }: BuiltInOptions = {}): Promise<Embedder> {
  return new BuiltInEmbedder(new WordVectorTable(loadModelMemory(file, textRoom)), dimensions);
}

class BuiltInEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly limits = { tokens: maxWords, batch: 1024 };

  constructor(
    private readonly table: WordVectorTable,
    dimensions = table.dimensions,
  ) {
    if (!Number.isInteger(dimensions) || dimensions < 16 || dimensions > table.dimensions)
      throw new Error(`dimensions of the built-in model must be from 16 to ${table.dimensions}, not ${dimensions}`);
    this.dimensions = dimensions;
    this.id = idOf(table.name, table.sha256, dimensions);
  }

  async embed(
    texts: readonly (string | Passage)[],
    side: EmbeddingSide,
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    const vectors = texts.map(() => new Float32Array(this.dimensions));
    for (let from = 0; from < texts.length; from += textsAtOnce) {
      // Pauses after a few milliseconds of work, so that the signal can be aborted.
      if (from > 0 && from % (4 * textsAtOnce) === 0) await new Promise(setImmediate);
      signal?.throwIfAborted();
      const to = from + textsAtOnce;
      this.table.embed(texts.slice(from, to), side, vectors.slice(from, to));
    }
    return vectors;
  }
}

function idOf(name: string, sha256: string, dimensions: number): string {
  return `${name}-${sha256.slice(0, 16)}/${dimensions}`;
}
