/**
 * The embedding model in the box: a table of word vectors. A text is the weighted sum of its words' vectors, made twice: the first
 * sum tells what the text means, and that sets each word's weight anew for the second. Words that a passage repeats count by the
 * logarithm; those that say what it is about count as if it repeated them many times. `training/` makes the table; `models/README.md` says from what and how good it is.
 */
import type { Embedder, Passage, Side } from '../embedder';
import { readModelHeader } from './model-file';
import { loadModelMemory } from './model-memory';
import { mostWords, room, textsAtOnce, WordTable } from './word-vector-table';

interface BuiltInOptions {
  /** Vectors may be cut to their first 128 or 64 numbers: less exact, smaller. */
  readonly dimensions?: number;
}

/** The model is read once; all who ask share its table. */
let model: Promise<WordTable> | undefined;

export async function loadBuiltIn({ dimensions }: BuiltInOptions = {}): Promise<Embedder> {
  model ??= loadModelMemory(undefined, room).then((memory) => new WordTable(memory));
  return new BuiltInEmbedder(await model, dimensions);
}

/** What an index is stamped with, without the work of getting the model ready: a refresh where nothing changed needs no more. */
export async function describeBuiltIn(): Promise<Pick<Embedder, 'id' | 'dimensions'>> {
  const { name, sha256, dimensions } = await readModelHeader();
  return { id: idOf(name, sha256, dimensions), dimensions };
}

/** A model that is not the one in the box: for training and benchmarks. */
export async function loadModel(file: string, { dimensions }: BuiltInOptions = {}): Promise<Embedder> {
  return new BuiltInEmbedder(new WordTable(await loadModelMemory(file, room)), dimensions);
}

class BuiltInEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly limits = { tokens: mostWords, batch: 1024 };

  constructor(
    private readonly table: WordTable,
    dimensions = table.dimensions,
  ) {
    if (!Number.isInteger(dimensions) || dimensions < 16 || dimensions > table.dimensions)
      throw new Error(`the built-in model has 16 to ${table.dimensions} dimensions; not ${dimensions}`);
    this.dimensions = dimensions;
    this.id = idOf(table.name, table.sha256, dimensions);
  }

  async embed(texts: readonly (string | Passage)[], side: Side, signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors = texts.map(() => new Float32Array(this.dimensions));
    for (let from = 0; from < texts.length; from += textsAtOnce) {
      // A few milliseconds of work at a time, so that a cancel can be heard.
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
