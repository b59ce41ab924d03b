/**
 * The embedding model in the box: a table of word vectors. A text is the weighted sum of its words' vectors, made twice: the first
 * sum tells what the text is about, and that sets each word's weight anew for the second. Words that a passage repeats count by
 * the logarithm. `training/` makes the table; `models/README.md` says from what and how good it is.
 */
import type { Embedder, Side } from './embedder';
import { type ModelFile, readModelHeader } from './model-file';
import { loadModelMemory, type ModelMemory, type Places } from './model-memory';
import { loadPoolKernel, type PoolKernel } from './pool-kernel';
import { slotsFor } from './word-index';
import { Vocabulary } from './words';

/** Words of a text that count; a chunk with its context has some 300. */
const mostWords = 640;

export interface BuiltInOptions {
  /** Vectors may be cut to their first 128 or 64 numbers: less exact, smaller. */
  readonly dimensions?: number;
}

/** The model is read once; all who ask share its table. */
let model: Promise<WordTable> | undefined;

export async function loadBuiltIn({ dimensions }: BuiltInOptions = {}): Promise<Embedder> {
  model ??= loadModelMemory(undefined, mostWords).then((memory) => new WordTable(memory));
  return new BuiltInEmbedder(await model, dimensions);
}

/** What an index is stamped with, without the work of getting the model ready: a refresh where nothing changed needs no more. */
export async function describeBuiltIn(): Promise<Pick<Embedder, 'id' | 'dimensions'>> {
  const { name, sha256, dimensions } = await readModelHeader();
  return { id: idOf(name, sha256, dimensions), dimensions };
}

/** A model that is not the one in the box: for training and benchmarks. */
export async function loadModel(file: string, { dimensions }: BuiltInOptions = {}): Promise<Embedder> {
  return new BuiltInEmbedder(new WordTable(await loadModelMemory(file, mostWords)), dimensions);
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

  async embed(texts: readonly string[], side: Side, signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const [i, text] of texts.entries()) {
      // A few milliseconds of work at a time, so that a cancel can be heard.
      if (i % 64 === 63) await new Promise(setImmediate);
      signal?.throwIfAborted();
      const vector = new Float32Array(this.dimensions);
      this.table.embed(text, side, vector);
      vectors.push(vector);
    }
    return vectors;
  }
}

function idOf(name: string, sha256: string, dimensions: number): string {
  return `${name}-${sha256.slice(0, 16)}/${dimensions}`;
}

class WordTable {
  readonly name: string;
  readonly sha256: string;
  readonly dimensions: number;
  private readonly vocabulary: Vocabulary;
  private readonly heads: number;
  private readonly file: ModelFile;
  private readonly prepared = new Set<Side>();
  /** 1 / length of each int8 row; 0 until a text has the word. */
  private readonly inverse: Float32Array;
  private readonly kernel: PoolKernel;
  private readonly at: Places;
  private readonly words: Uint16Array;
  private readonly factors: Float32Array;
  private readonly dots: Float32Array;
  private readonly sum: Float32Array;
  private readonly hidden: Float32Array;
  private readonly change: Float32Array;
  private readonly found = new Uint16Array(mostWords);

  constructor({ file, memory, at }: ModelMemory) {
    const { dimensions, heads, hidden, words, vocabulary } = file;
    this.name = file.name;
    this.sha256 = file.sha256;
    this.dimensions = dimensions;
    this.heads = heads;
    this.file = file;
    this.at = at;
    this.inverse = new Float32Array(words);
    const { buffer } = memory;
    const columns = Math.max(1, heads);
    this.hidden = new Float32Array(buffer, at.hidden, hidden);
    this.change = new Float32Array(buffer, at.change, dimensions);
    this.words = new Uint16Array(buffer, at.words, mostWords);
    this.factors = new Float32Array(buffer, at.factors, mostWords * columns);
    this.dots = new Float32Array(buffer, at.dots, mostWords * columns);
    this.sum = new Float32Array(buffer, at.sum, dimensions);
    this.kernel = loadPoolKernel(memory);
    const slots = new Uint16Array(buffer, at.slots, slotsFor(words));
    const { byteOffset, length } = vocabulary;
    const size = this.kernel.index(byteOffset, length, at.wordPlaces, words, at.slots, slots.length);
    if (size !== words) throw new Error(`${file.path} is damaged`);
    const places = new Uint32Array(buffer, at.wordPlaces, 2 * words);
    this.vocabulary = new Vocabulary({ size, letters: vocabulary, places, slots });
  }

  /** Makes singles of the halves of a side when it is first needed: a search embeds no passages. */
  private prepare(side: Side): void {
    if (this.prepared.has(side)) return;
    this.prepared.add(side);
    const { gate, up, down } = this.file;
    for (const [halves, to] of [
      [gate, this.at.gate],
      [up, this.at.up],
      [down, this.at.down],
    ] as const) {
      const from = side === 'query' ? 0 : halves.length / 2;
      if (halves.length > 0) this.kernel.widen(halves.byteOffset + from, to + 2 * from, halves.length / 4);
    }
  }

  /** Writes the first numbers of the text's vector, as many as `into` has, scaled to length 1. */
  embed(text: string, side: Side, into: Float32Array): void {
    const count = this.bag(text, side);
    if (count === 0) return;
    this.prepare(side);
    const { kernel, at, dimensions, heads } = this;
    const rows = this.file.rows.byteOffset;
    kernel.pool(rows, dimensions, at.words, count, at.factors, 1, at.sum);
    if (heads > 0) {
      this.gate(side, count);
      kernel.pool(rows, dimensions, at.words, count, at.factors, heads, at.sum);
    }
    if (this.hidden.length > 0) this.turn(side);
    into.set(this.sum.subarray(0, into.length));
    normalise(into);
  }

  /** The residual layer: what the whole of a text says beyond the sum of its words. */
  private turn(side: Side): void {
    const { kernel, at, dimensions, hidden, sum, change } = this;
    normalise(sum);
    const offset = side === 'query' ? 0 : dimensions * hidden.length * 4;
    kernel.multiply(at.sum, at.up + offset, dimensions, hidden.length, at.hidden);
    for (let i = 0; i < hidden.length; i++) hidden[i] = Math.max(0, hidden[i] ?? 0);
    kernel.multiply(at.hidden, at.down + offset, hidden.length, dimensions, at.change);
    for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] ?? 0) + (change[i] ?? 0);
  }

  /** The distinct words of a text and their weights, in the kernel's memory. */
  private bag(text: string, side: Side): number {
    const { found, words, factors } = this;
    const { scales } = this.file;
    const sorted = found.subarray(0, this.vocabulary.words(text, found)).sort();
    let count = 0;
    for (let i = 0; i < sorted.length; ) {
      const word = sorted[i] ?? 0;
      let next = i + 1;
      while (sorted[next] === word) next++;
      words[count] = word;
      factors[count] = (side === 'query' ? next - i : 1 + Math.log(next - i)) * (scales[word] ?? 0);
      count++;
      i = next;
    }
    return count;
  }

  /** Weights by what the text is about: one per word and head. */
  private gate(side: Side, count: number): void {
    const { kernel, at, dimensions, heads, words, factors, dots } = this;
    normalise(this.sum);
    const columns = heads * dimensions;
    const matrix = at.gate + (side === 'query' ? 0 : dimensions * columns * 4);
    kernel.multiply(at.sum, matrix, dimensions, columns, at.about);
    kernel.dots(this.file.rows.byteOffset, dimensions, at.words, count, at.about, heads, at.dots);
    for (let i = count - 1; i >= 0; i--) {
      const factor = factors[i] ?? 0;
      const scale = this.inverseLength(words[i] ?? 0);
      for (let head = heads - 1; head >= 0; head--) {
        const j = i * heads + head;
        factors[j] = factor * Math.exp(2 * Math.tanh((dots[j] ?? 0) * scale));
      }
    }
  }

  private inverseLength(word: number): number {
    const known = this.inverse[word] ?? 0;
    if (known !== 0) return known;
    let square = 0;
    const { dimensions } = this;
    const { rows } = this.file;
    for (let i = word * dimensions; i < (word + 1) * dimensions; i++) square += (rows[i] ?? 0) ** 2;
    // In single precision as it is kept: the same the first time as later.
    const inverse = Math.fround(square === 0 ? 1 : 1 / Math.sqrt(square));
    this.inverse[word] = inverse;
    return inverse;
  }
}

function normalise(vector: Float32Array): void {
  let square = 0;
  for (const value of vector) square += value * value;
  if (square === 0) return;
  const scale = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) * scale;
}
