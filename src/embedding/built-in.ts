/**
 * The embedding model in the box: a table of word vectors. A text is the weighted sum of its words' vectors, made twice: the first
 * sum tells what the text is about, and that sets each word's weight anew for the second. Words that a passage repeats count by
 * the logarithm. `training/` makes the table; `models/README.md` says from what and how good it is.
 */
import type { Embedder, Side } from './embedder';
import { type ModelFile, readModel, readModelHeader } from './model-file';
import { loadPoolKernel, type PoolKernel } from './pool-kernel';
import { Vocabulary } from './words';

/** Words of a text that count; a chunk with its context has some 300. */
const mostWords = 640;
const pageBytes = 65_536;

export interface BuiltInOptions {
  /** Vectors may be cut to their first 128 or 64 numbers: less exact, smaller. */
  readonly dimensions?: number;
}

/** The model is read once; all who ask share its table. */
let model: Promise<WordTable> | undefined;

export async function loadBuiltIn({ dimensions }: BuiltInOptions = {}): Promise<Embedder> {
  model ??= readModel().then((file) => new WordTable(file));
  return new BuiltInEmbedder(await model, dimensions);
}

/** What an index is stamped with, without the work of getting the model ready: a refresh where nothing changed needs no more. */
export async function describeBuiltIn(): Promise<Pick<Embedder, 'id' | 'dimensions'>> {
  const { name, sha256, dimensions } = await readModelHeader();
  return { id: idOf(name, sha256, dimensions), dimensions };
}

/** A model that is not the one in the box: for training and benchmarks. */
export async function loadModel(file: string, { dimensions }: BuiltInOptions = {}): Promise<Embedder> {
  return new BuiltInEmbedder(new WordTable(await readModel(file)), dimensions);
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

/** Where things are in the kernel's memory, in bytes. */
interface Places {
  readonly rows: number;
  readonly gate: number;
  readonly words: number;
  readonly factors: number;
  readonly dots: number;
  readonly sum: number;
  readonly about: number;
  readonly up: number;
  readonly down: number;
  readonly hidden: number;
  readonly change: number;
}

class WordTable {
  readonly name: string;
  readonly sha256: string;
  readonly dimensions: number;
  private readonly vocabulary: Vocabulary;
  private readonly heads: number;
  private readonly scales: Float32Array;
  private readonly rows: Int8Array;
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

  constructor(file: ModelFile) {
    const { dimensions, heads, hidden, rows, gate, scales, up, down } = file;
    this.name = file.name;
    this.sha256 = file.sha256;
    this.dimensions = dimensions;
    this.heads = heads;
    this.scales = scales;
    this.vocabulary = new Vocabulary(file.vocabulary);
    this.inverse = new Float32Array(file.words);
    let end = 0;
    const place = (bytes: number): number => {
      const start = end;
      end += Math.ceil(bytes / 64) * 64;
      return start;
    };
    const columns = Math.max(1, heads);
    this.at = {
      rows: place(rows.length),
      gate: place(gate.length * 2),
      words: place(mostWords * 2),
      factors: place(mostWords * columns * 4),
      dots: place(mostWords * columns * 4),
      sum: place(dimensions * 4),
      about: place(dimensions * columns * 4),
      up: place(up.length * 2),
      down: place(down.length * 2),
      hidden: place(hidden * 4),
      change: place(dimensions * 4),
    };
    const pages = Math.ceil(end / pageBytes);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { buffer } = memory;
    this.rows = new Int8Array(buffer, this.at.rows, rows.length);
    this.rows.set(rows);
    this.hidden = new Float32Array(buffer, this.at.hidden, hidden);
    this.change = new Float32Array(buffer, this.at.change, dimensions);
    this.words = new Uint16Array(buffer, this.at.words, mostWords);
    this.factors = new Float32Array(buffer, this.at.factors, mostWords * columns);
    this.dots = new Float32Array(buffer, this.at.dots, mostWords * columns);
    this.sum = new Float32Array(buffer, this.at.sum, dimensions);
    this.kernel = loadPoolKernel(memory);
    // The halves are put where the second half of their floats will be, and widened from the front.
    for (const [halves, to] of [
      [gate, this.at.gate],
      [up, this.at.up],
      [down, this.at.down],
    ] as const) {
      new Uint8Array(buffer).set(halves, to + halves.length);
      this.kernel.widen(to + halves.length, to, halves.length / 2);
    }
  }

  /** Writes the first numbers of the text's vector, as many as `into` has, scaled to length 1. */
  embed(text: string, side: Side, into: Float32Array): void {
    const count = this.bag(text, side);
    if (count === 0) return;
    const { kernel, at, dimensions, heads } = this;
    kernel.pool(at.rows, dimensions, at.words, count, at.factors, 1, at.sum);
    if (heads > 0) {
      this.gate(side, count);
      kernel.pool(at.rows, dimensions, at.words, count, at.factors, heads, at.sum);
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
    const { found, words, factors, scales } = this;
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
    kernel.dots(at.rows, dimensions, at.words, count, at.about, heads, at.dots);
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
    const { rows, dimensions } = this;
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
