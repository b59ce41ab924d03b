/** The table of the built-in model at work: from the words of texts to their vectors, in the kernel's memory. */
import { type Passage, type Side, textOf } from '../embedder';
import type { ModelFile } from './model-file';
import type { ModelMemory, Places, TextPlaces } from './model-memory';
import { loadPoolKernel, type PoolKernel } from './pool-kernel';
import { ModelVocabulary } from './text-words';
import { slotsFor } from './word-index';

/** Words of a text that count; a chunk with its context has some 300. */
export const mostWords = 640;
/** Each step is done for so many texts before the next: its matrix, of up to a megabyte, then stays in the processor's cache. */
export const textsAtOnce = 16;
export const room = { texts: textsAtOnce, words: mostWords };

/** Of these, words that say what a passage is about. */
const mostAbout = 64;

/** A text that is being worked out, in the kernel's memory. */
interface TextMemory {
  readonly at: TextPlaces;
  /** Of its distinct words. */
  count: number;
  readonly words: Uint16Array;
  readonly factors: Float32Array;
  readonly sum: Float32Array;
  readonly hidden: Float32Array;
}

export class WordTable {
  readonly name: string;
  readonly sha256: string;
  readonly dimensions: number;
  private readonly vocabulary: ModelVocabulary;
  private readonly heads: number;
  private readonly file: ModelFile;
  private readonly prepared = new Set<Side>();
  /** 1 / length of each int8 row; 0 until a text has the word. */
  private readonly inverse: Float32Array;
  private readonly kernel: PoolKernel;
  private readonly at: Places;
  private readonly texts: readonly TextMemory[];
  private readonly dots: Float32Array;
  private readonly change: Float32Array;
  private readonly found = new Uint16Array(mostWords);
  /** What a word counts that a passage has so often. */
  private readonly logarithms: Float64Array;
  /** By word: how often the text has it; zeros between texts. */
  private readonly times: Uint32Array;

  constructor({ file, memory, at }: ModelMemory) {
    const { dimensions, heads, hidden, words, vocabulary, about } = file;
    this.name = file.name;
    this.sha256 = file.sha256;
    this.dimensions = dimensions;
    this.heads = heads;
    this.file = file;
    this.at = at;
    this.inverse = new Float32Array(words);
    this.times = new Uint32Array(words);
    this.logarithms = Float64Array.from(
      { length: mostWords + mostAbout * about + 1 },
      (_, often) => 1 + Math.log(often),
    );
    const { buffer } = memory;
    const columns = Math.max(1, heads);
    this.texts = at.texts.map((places) => ({
      at: places,
      count: 0,
      words: new Uint16Array(buffer, places.words, mostWords),
      factors: new Float32Array(buffer, places.factors, mostWords * columns),
      sum: new Float32Array(buffer, places.sum, dimensions),
      hidden: new Float32Array(buffer, places.hidden, hidden),
    }));
    this.change = new Float32Array(buffer, at.change, dimensions);
    this.dots = new Float32Array(buffer, at.dots, mostWords * columns);
    this.kernel = loadPoolKernel(memory);
    const slots = new Uint16Array(buffer, at.slots, slotsFor(words));
    const { byteOffset, length } = vocabulary;
    const size = this.kernel.index(byteOffset, length, at.wordPlaces, words, at.slots, slots.length);
    if (size !== words) throw new Error(`${file.path} is damaged`);
    const places = new Uint32Array(buffer, at.wordPlaces, 2 * words);
    this.vocabulary = new ModelVocabulary({ size, letters: vocabulary, places, slots });
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

  /** Writes the first numbers of each text's vector, as many as `into` has room for, scaled to length 1; of `textsAtOnce` at most. */
  embed(texts: readonly (string | Passage)[], side: Side, into: readonly Float32Array[]): void {
    const { kernel, dimensions, heads } = this;
    const rows = this.file.rows.byteOffset;
    const used: TextMemory[] = [];
    const targets: Float32Array[] = [];
    texts.forEach((text, i) => {
      const memory = this.texts[used.length];
      const target = into[i];
      if (!memory || !target) throw new RangeError(`${texts.length} texts at once`);
      memory.count = this.bag(text, side, memory);
      // Its place is the next one's.
      if (memory.count === 0) return;
      used.push(memory);
      targets.push(target);
    });
    if (used.length === 0) return;
    this.prepare(side);
    for (const { at, count } of used) kernel.pool(rows, dimensions, at.words, count, at.factors, 1, at.sum);
    if (heads > 0)
      for (const text of used) {
        this.gate(side, text);
        kernel.pool(rows, dimensions, text.at.words, text.count, text.at.factors, heads, text.at.sum);
      }
    if (this.file.hidden > 0) this.turn(side, used);
    targets.forEach((target, i) => {
      target.set(used[i]?.sum.subarray(0, target.length) ?? []);
      normalise(target);
    });
  }

  /** The residual layer: what the whole of a text says beyond the sum of its words. */
  private turn(side: Side, texts: readonly TextMemory[]): void {
    const { kernel, at, dimensions, change } = this;
    const width = this.file.hidden;
    const offset = side === 'query' ? 0 : dimensions * width * 4;
    for (const { at: own, sum, hidden } of texts) {
      normalise(sum);
      kernel.multiply(own.sum, at.up + offset, dimensions, width, own.hidden);
      for (let i = 0; i < width; i++) hidden[i] = Math.max(0, hidden[i] ?? 0);
    }
    for (const { at: own, sum } of texts) {
      kernel.multiply(own.hidden, at.down + offset, width, dimensions, at.change);
      for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] ?? 0) + (change[i] ?? 0);
    }
  }

  /** The distinct words of a text, in order, and their weights, in the kernel's memory. */
  private bag(text: string | Passage, side: Side, { words, factors }: TextMemory): number {
    const { times, logarithms } = this;
    const { scales, about } = this.file;
    const before = typeof text === 'string' ? 0 : this.count(text.about, mostAbout, about, words, 0);
    const count = this.count(textOf(text), mostWords - before, 1, words, before);
    // Sorted when most of them are left out: a text has each word twice or three times.
    words.subarray(0, count).sort();
    for (let i = 0; i < count; i++) {
      const word = words[i] ?? 0;
      const often = times[word] ?? 0;
      factors[i] = (side === 'query' ? often : (logarithms[often] ?? 0)) * (scales[word] ?? 0);
      times[word] = 0;
    }
    return count;
  }

  /** Counts each of the first `most` words of a text so many times; new ones are put behind the `before` that are known. */
  private count(text: string, most: number, times: number, words: Uint16Array, before: number): number {
    if (times === 0) return before;
    const { found, times: counted } = this;
    const all = this.vocabulary.words(text, found.subarray(0, most));
    let count = before;
    for (let i = 0; i < all; i++) {
      const word = found[i] ?? 0;
      const often = counted[word] ?? 0;
      if (often === 0) words[count++] = word;
      counted[word] = often + times;
    }
    return count;
  }

  /** Weights by what the text means: one per word and head. */
  private gate(side: Side, { at: own, count, words, factors, sum }: TextMemory): void {
    const { kernel, at, dimensions, heads, dots } = this;
    normalise(sum);
    const columns = heads * dimensions;
    const matrix = at.gate + (side === 'query' ? 0 : dimensions * columns * 4);
    kernel.multiply(own.sum, matrix, dimensions, columns, at.sought);
    kernel.dots(this.file.rows.byteOffset, dimensions, own.words, count, at.sought, heads, at.dots);
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
  // Not `for … of`, which takes several times as long.
  for (let i = 0; i < vector.length; i++) square += (vector[i] ?? 0) ** 2;
  if (square === 0) return;
  const scale = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) * scale;
}
