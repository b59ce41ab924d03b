/**
 * Makes vectors from real text that look like those of a model, without a model: each chunk of 40 lines is the sum of one vector
 * per word, weighted by how rare the word is, as in a static embedding model. Common words give all vectors a shared part, and the
 * first dimensions carry more than the last, as after a PCA. Both make quantisation harder, and Gaussian test data has neither.
 * Questions are sentences of comments. When the corpus is used up, its chunks are repeated with a fifth of their words left out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface VectorSet {
  readonly dimensions: number;
  readonly rows: number;
  /** Unit vectors, one after the other. */
  readonly vectors: Float32Array;
  readonly queries: readonly Float32Array[];
}

const BUCKETS = 1 << 16;
const WORDS_PER_CHUNK = 80;
const LINES_PER_CHUNK = 40;
const DROPPED = 0.2;
const LARGEST_FILE = 300_000;
const EXTENSIONS = new Set('.ts .tsx .js .mjs .py .go .rs .java .c .h .cc .cpp .hpp .cs .rb .php .md .rst'.split(' '));

/** A small generator of numbers in [0, 1), the same on every machine (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function makeVectors(folder: string, rows: number, queries: number, dimensions = 256): VectorSet {
  const { chunks, sentences } = readChunks(folder, rows);
  const rarity = wordRarity(chunks);
  const table = wordTable(dimensions);
  const random = randomNumbers(3);
  const vectors = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row++) {
    const words = chunks[row % chunks.length] ?? new Uint16Array();
    const chunkWords = row < chunks.length ? words : words.filter(() => random() >= DROPPED);
    embed(chunkWords, rarity, table, vectors.subarray(row * dimensions, (row + 1) * dimensions));
  }
  const step = Math.max(1, Math.floor(sentences.length / queries));
  const chosen = sentences.filter((_, at) => at % step === 0).slice(0, queries);
  return {
    dimensions,
    rows,
    vectors,
    queries: chosen.map((sentence) => embed(wordsOf(sentence), rarity, table, new Float32Array(dimensions))),
  };
}

function readChunks(folder: string, limit: number): { chunks: Uint16Array[]; sentences: string[] } {
  const chunks: Uint16Array[] = [];
  const sentences: string[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!EXTENSIONS.has(extname(name))) continue;
    const text = readText(join(folder, name));
    const lines = text.split('\n');
    for (let at = 0; at < lines.length && chunks.length < limit; at += LINES_PER_CHUNK) {
      const words = wordsOf(lines.slice(at, at + LINES_PER_CHUNK).join('\n'));
      if (words.length >= 8) chunks.push(words);
    }
    const sentence = /(?:\/\/\/?|\*|#|""")\s+([A-Z][a-z]+(?: [\w-]+){4,14})[.\n]/.exec(text)?.[1];
    if (sentence && wordsOf(sentence).length > 3) sentences.push(sentence);
    if (chunks.length >= limit) break;
  }
  // Licences and similar texts begin many files: each question is used once.
  return { chunks, sentences: [...new Set(sentences)] };
}

/** Empty for folders, and for files too large to be written by people. */
function readText(file: string): string {
  try {
    const bytes = readFileSync(file);
    return bytes.length > LARGEST_FILE ? '' : bytes.toString('utf8');
  } catch {
    return '';
  }
}

/** The hashes of the distinct words of a text, with identifiers split at capitals. */
function wordsOf(text: string): Uint16Array {
  const words = new Set<number>();
  for (const [word] of text.matchAll(/[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g)) {
    if (word.length < 2) continue;
    let hash = 0;
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ (word.charCodeAt(at) | 32), 0x01000193);
    words.add((hash ^ (hash >>> 16)) & (BUCKETS - 1));
    if (words.size === WORDS_PER_CHUNK) break;
  }
  return Uint16Array.from(words);
}

function wordRarity(chunks: readonly Uint16Array[]): Float32Array {
  const counts = new Uint32Array(BUCKETS);
  for (const chunk of chunks) for (const word of chunk) counts[word] = (counts[word] ?? 0) + 1;
  return Float32Array.from(counts, (count) => Math.log(1 + chunks.length / (count + 1)));
}

function wordTable(dimensions: number): Float32Array {
  const random = randomNumbers(1);
  return new Float32Array(BUCKETS * dimensions).map((_, at) => {
    const gauss = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return gauss * (1 + (at % dimensions)) ** -0.25;
  });
}

function embed(words: Uint16Array, rarity: Float32Array, table: Float32Array, target: Float32Array): Float32Array {
  const dimensions = target.length;
  for (const word of words) {
    const weight = rarity[word] ?? 0;
    const from = word * dimensions;
    for (let at = 0; at < dimensions; at++) target[at] = (target[at] ?? 0) + weight * (table[from + at] ?? 0);
  }
  let square = 0;
  for (const value of target) square += value * value;
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let at = 0; at < dimensions; at++) target[at] = (target[at] ?? 0) * scale;
  return target;
}
