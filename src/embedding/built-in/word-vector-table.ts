/** Computes the vectors of texts from the table of word vectors, in the kernel's memory. */
import { type EmbeddingSide, type Passage, passageText } from '../embedder';
import type { ModelFile } from './model-file';
import type { ModelMemory, Places, TextPlaces } from './model-memory';
import { loadPoolKernel, type PoolKernel } from './pool-kernel';
import { ModelVocabulary, slotsFor } from './text-words';

/** Maximum words of a text; a chunk with its context has about 300. */
export const maxWords = 640;
/** Each step is done for this many texts before the next, so that its matrix of up to a megabyte is read once for all. */
export const textsAtOnce = 16;
export const textRoom = { texts: textsAtOnce, words: maxWords };

/** Maximum words that say what a passage is about; part of `maxWords`. */
const maxAboutWords = 64;

/** A text in the kernel's memory. */
interface TextMemory {
  readonly at: TextPlaces;
  /** Number of distinct words. */
  count: number;
  readonly words: Uint16Array;
  readonly factors: Float32Array;
  readonly sum: Float32Array;
  readonly hidden: Float32Array;
  readonly change: Float32Array;
}

export class WordVectorTable {
  readonly name: string;
  readonly sha256: string;
  readonly dimensions: number;
  private readonly vocabulary: ModelVocabulary;
  private readonly heads: number;
  private readonly file: ModelFile;
  private readonly prepared = new Set<EmbeddingSide>();
  /** 1 / length of each int8 row; 0 until the word first occurs. */
  private readonly inverseLengths: Float32Array;
  private readonly kernel: PoolKernel;
  private readonly at: Places;
  private readonly texts: readonly TextMemory[];
  private readonly dots: Float32Array;
  /** The numbers of the words of the current text. */
  private readonly found = new Uint16Array(maxWords);
  /** The weight of a word by how often a passage contains it. */
  private readonly logarithms: Float64Array;
  /** How often the current text contains each word; zeros between texts. */
  private readonly times: Uint32Array;

  constructor({ file, memory, at }: ModelMemory) {
    const { dimensions, heads, words, vocabulary, about } = file;
    this.name = file.name;
    this.sha256 = file.sha256;
    this.dimensions = dimensions;
    this.heads = heads;
    this.file = file;
    this.at = at;
    this.inverseLengths = new Float32Array(words);
    this.times = new Uint32Array(words);
    this.logarithms = Float64Array.from(
      { length: maxWords + maxAboutWords * about + 1 },
      (_, often) => 1 + Math.log(often),
    );
    const { buffer } = memory;
    const columns = Math.max(1, heads);
    this.texts = at.texts.map((places) => ({
      at: places,
      count: 0,
      words: new Uint16Array(buffer, places.words, maxWords),
      factors: new Float32Array(buffer, places.factors, maxWords * columns),
      sum: new Float32Array(buffer, places.sum, dimensions),
      hidden: new Float32Array(buffer, places.hidden, file.hidden),
      change: new Float32Array(buffer, places.change, dimensions),
    }));
    this.dots = new Float32Array(buffer, at.dots, maxWords * columns);
    this.kernel = loadPoolKernel(memory);
    const slots = new Uint16Array(buffer, at.slots, slotsFor(words));
    const { byteOffset, length } = vocabulary;
    const size = this.kernel.index(byteOffset, length, at.wordPlaces, words, at.slots, slots.length);
    if (size !== words) throw new Error(`${file.path} is damaged`);
    const places = new Uint32Array(buffer, at.wordPlaces, 2 * words);
    this.vocabulary = new ModelVocabulary({ letters: vocabulary, places, slots });
  }

  /** Converts the 16-bit matrices of a side to 32 bits at its first use: a search embeds no passages. */
  private prepare(side: EmbeddingSide): void {
    if (this.prepared.has(side)) return;
    this.prepared.add(side);
    const { dimensions, heads, hidden, gate, up, down } = this.file;
    for (const [halves, to, rows, columns] of [
      [gate, this.at.gate, dimensions, heads * dimensions],
      [up, this.at.up, dimensions, hidden],
      [down, this.at.down, hidden, dimensions],
    ] as const) {
      const from = side === 'query' ? 0 : halves.length / 2;
      if (halves.length > 0) this.kernel.widen(halves.byteOffset + from, to + 2 * from, rows, columns);
    }
  }

  /** Writes the vectors of at most `textsAtOnce` texts into `into`: as many numbers as each has room for, scaled to length 1. */
  embed(texts: readonly (string | Passage)[], side: EmbeddingSide, into: readonly Float32Array[]): void {
    const { kernel, dimensions, heads } = this;
    const rows = this.file.rows.byteOffset;
    const used: TextMemory[] = [];
    const targets: Float32Array[] = [];
    texts.forEach((text, i) => {
      const memory = this.texts[used.length];
      const target = into[i];
      if (!memory || !target) throw new RangeError(`${texts.length} texts are too many at once`);
      memory.count = this.collectWords(text, side, memory);
      // The next text reuses its memory.
      if (memory.count === 0) return;
      used.push(memory);
      targets.push(target);
    });
    if (used.length === 0) return;
    this.prepare(side);
    for (const { at, count } of used) kernel.pool(rows, dimensions, at.words, count, at.factors, 1, at.sum);
    if (heads > 0) {
      this.gate(side, used);
      for (const { at, count } of used) kernel.pool(rows, dimensions, at.words, count, at.factors, heads, at.sum);
    }
    if (this.file.hidden > 0) this.addResidual(side, used);
    targets.forEach((target, i) => {
      target.set(used[i]?.sum.subarray(0, target.length) ?? []);
      normalise(target);
    });
  }

  /** The residual layer: what the text as a whole means beyond the sum of its words. */
  private addResidual(side: EmbeddingSide, texts: readonly TextMemory[]): void {
    const { at, dimensions } = this;
    const width = this.file.hidden;
    const offset = side === 'query' ? 0 : dimensions * width * 4;
    for (const { sum } of texts) normalise(sum);
    this.multiply(texts.length, 'sum', at.up + offset, width, 'hidden');
    // What is negative in the hidden layer counts as 0.
    for (const { hidden } of texts) for (let i = 0; i < width; i++) if ((hidden[i] ?? 0) < 0) hidden[i] = 0;
    this.multiply(texts.length, 'hidden', at.down + offset, dimensions, 'change');
    for (const { sum, change } of texts) for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] ?? 0) + (change[i] ?? 0);
  }

  /** Multiplies a vector of each of the first `count` texts and a matrix. */
  private multiply(
    count: number,
    from: 'sum' | 'hidden',
    matrix: number,
    columns: number,
    to: 'headQueries' | 'hidden' | 'change',
  ): void {
    const { texts, textStep } = this.at;
    const [first] = texts;
    // In pairs: what an odd number leaves over is multiplied for nothing.
    const even = count + (count % 2);
    const rows = from === 'sum' ? this.dimensions : this.file.hidden;
    if (first) this.kernel.multiply(first[from], textStep, even, matrix, rows, columns, first[to]);
  }

  /** Writes the distinct words of a text, sorted, and their weights into the kernel's memory. Returns their number. */
  private collectWords(text: string | Passage, side: EmbeddingSide, { words, factors }: TextMemory): number {
    const { times, logarithms } = this;
    const { scales, about } = this.file;
    const before = typeof text === 'string' ? 0 : this.count(text.about, maxAboutWords, about, words, 0);
    const count = this.count(passageText(text), maxWords - before, 1, words, before);
    // Sorted after duplicates are removed: a text contains each word two or three times.
    words.subarray(0, count).sort();
    for (let i = 0; i < count; i++) {
      const word = words[i] ?? 0;
      const often = times[word] ?? 0;
      factors[i] = (side === 'query' ? Math.sqrt(often) : (logarithms[often] ?? 0)) * (scales[word] ?? 0);
      times[word] = 0;
    }
    return count;
  }

  /** Counts each of the first `limit` words of a text `times` times. New words are added after the first `before` words. */
  private count(text: string, limit: number, times: number, words: Uint16Array, before: number): number {
    if (times === 0) return before;
    const { found, times: counted } = this;
    const all = this.vocabulary.words(text, found.subarray(0, limit));
    let count = before;
    for (let i = 0; i < all; i++) {
      const word = found[i] ?? 0;
      const often = counted[word] ?? 0;
      if (often === 0) words[count++] = word;
      counted[word] = often + times;
    }
    return count;
  }

  /** Computes the weights of words from the meaning of each text: one per word and head. */
  private gate(side: EmbeddingSide, texts: readonly TextMemory[]): void {
    const { at, dimensions, heads } = this;
    const columns = heads * dimensions;
    const matrix = at.gate + (side === 'query' ? 0 : dimensions * columns * 4);
    for (const { sum } of texts) normalise(sum);
    this.multiply(texts.length, 'sum', matrix, columns, 'headQueries');
    for (const text of texts) this.weighWords(text);
  }

  private weighWords({ at: own, count, words, factors }: TextMemory): void {
    const { at, dimensions, heads, dots } = this;
    this.kernel.dots(this.file.rows.byteOffset, dimensions, own.words, count, own.headQueries, heads, at.dots);
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
    const known = this.inverseLengths[word] ?? 0;
    if (known !== 0) return known;
    let square = 0;
    const { dimensions } = this;
    const { rows } = this.file;
    for (let i = word * dimensions; i < (word + 1) * dimensions; i++) square += (rows[i] ?? 0) ** 2;
    // In single precision, as it is stored: the same at the first use and later.
    const inverse = Math.fround(square === 0 ? 1 : 1 / Math.sqrt(square));
    this.inverseLengths[word] = inverse;
    return inverse;
  }
}

function normalise(vector: Float32Array): void {
  let square = 0;
  // Not `for … of`, which is several times slower.
  for (let i = 0; i < vector.length; i++) square += (vector[i] ?? 0) ** 2;
  if (square === 0) return;
  const scale = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) * scale;
}
