/**
 * Groups texts that say the same in other words. Two texts are similar if the cosine of their vectors or their edit similarity reaches
 * the threshold, but never if their numbers differ or only one contains a negation, because word vectors hardly reflect that: "port
 * 8080" and "port 8081" are two facts.
 *
 * Each text is compared only with the first text of each group, so that a chain of small differences does not join distant texts. To
 * compare ten thousand texts with each other, a sketch of 128 bits (the sides of random planes on which the vector lies) rules out most
 * pairs: at a cosine of 0.85 about 23 bits differ, with a standard deviation of 4; at a cosine of 0 about 64.
 */
import { distance } from 'fastest-levenshtein';
import type { Embedder } from '../../embedding/embedder';
import { similarity } from '../../embedding/vector-math';

const sketchWords = 4;
/** Five standard deviations above the mean at a cosine of 0.85. */
const maxDifferingBits = 44;
/** Max characters of a text to compare. */
const maxCompared = 2_000;
const fallbackDimensions = 256;

/** The planes of a sketch, by number of dimensions. */
const planes = new Map<number, Int8Array>();

interface GroupedText {
  readonly text: string;
  /** Only texts of the same group are compared. */
  readonly group: string;
}

interface Representative {
  readonly at: number;
  readonly plain: string;
  readonly claims: string;
  readonly vector: Float32Array;
  readonly sketch: Uint32Array;
}

/**
 * For each text, the index of the text that represents it; its own index if it is the first of its kind. Earlier texts win, so the
 * caller's order decides which text is kept.
 */
export async function groupSimilar(
  texts: readonly GroupedText[],
  threshold: number,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<Uint32Array> {
  const joined = Uint32Array.from(texts, (_, i) => i);
  const firsts = new Map<string, Representative[]>();
  const exact = new Map<string, number>();
  for (let from = 0; from < texts.length; from += embedder.limits.batch) {
    signal?.throwIfAborted();
    const batch = texts.slice(from, from + embedder.limits.batch);
    const vectors = await embedder.embed(
      batch.map(({ text }) => text),
      'passage',
      signal,
    );
    batch.forEach(({ text, group }, i) => {
      const at = from + i;
      const plain = plainOf(text);
      const same = exact.get(`${group}\0${plain}`);
      if (same !== undefined) {
        joined[at] = same;
        return;
      }
      const vector = vectorFor(vectors[i], plain);
      const one: Representative = { at, plain, claims: claimsOf(plain), vector, sketch: sketchOf(vector) };
      const others = firsts.get(group) ?? [];
      const nearest = nearestOf(one, others, threshold);
      joined[at] = nearest ?? at;
      exact.set(`${group}\0${plain}`, nearest ?? at);
      if (nearest !== undefined) return;
      others.push(one);
      firsts.set(group, others);
    });
    // Let other work run.
    await new Promise(setImmediate);
  }
  return joined;
}

function nearestOf(one: Representative, others: readonly Representative[], threshold: number): number | undefined {
  let best = threshold;
  let nearest: number | undefined;
  for (const other of others) {
    if (differing(one.sketch, other.sketch) > maxDifferingBits || one.claims !== other.claims) continue;
    const score = Math.max(similarity(one.vector, other.vector), editSimilarity(one.plain, other.plain, best));
    if (score < best || (score === best && nearest !== undefined)) continue;
    best = score;
    nearest = other.at;
  }
  return nearest;
}

/** 1 for equal texts, 0 for texts with nothing in common, and 0 if it cannot reach `min`. */
function editSimilarity(a: string, b: string, min: number): number {
  const length = Math.max(a.length, b.length);
  if (length === 0 || Math.min(a.length, b.length) / length < min) return 0;
  return 1 - distance(a, b) / length;
}

function plainOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.!?…"'`]+/g, ' ')
    .trim()
    .slice(0, maxCompared);
}

const denials =
  /\b(?:not|no|never|none|nothing|without|cannot|isn t|don t|doesn t|won t|can t|nicht|kein\w*|nie|ohne)\b/g;

function claimsOf(plain: string): string {
  const numbers = plain.match(/\d+(?:[.,:/-]\d+)*/g) ?? [];
  return `${numbers.sort().join(' ')}|${plain.match(denials) ? 'no' : 'yes'}`;
}

/** The model's vector, or one of letter pairs if the model, made for English and code, knows no word of the text. */
function vectorFor(made: Float32Array | undefined, plain: string): Float32Array {
  if (made?.some((value) => value !== 0)) return made;
  const vector = new Float32Array(fallbackDimensions);
  for (let i = 0; i + 1 < plain.length; i++) {
    const at = (Math.imul(plain.charCodeAt(i), 31) + plain.charCodeAt(i + 1)) % fallbackDimensions;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function sketchOf(vector: Float32Array): Uint32Array {
  const { length } = vector;
  const signs = planes.get(length) ?? randomSigns(length * sketchWords * 32);
  planes.set(length, signs);
  const sketch = new Uint32Array(sketchWords);
  for (let bit = 0; bit < sketchWords * 32; bit++) {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += (vector[i] ?? 0) * (signs[bit * length + i] ?? 0);
    if (sum > 0) sketch[bit >> 5] = (sketch[bit >> 5] ?? 0) | (1 << (bit & 31));
  }
  return sketch;
}

/** Deterministic, so that the same texts are always grouped the same way. */
function randomSigns(count: number): Int8Array {
  let state = 0x9e3779b9;
  return Int8Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0x8000 ? 1 : -1;
  });
}

function differing(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < sketchWords; i++) {
    let bits = (a[i] ?? 0) ^ (b[i] ?? 0);
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
