/**
 * Texts that say the same in other words. Two are alike where the cosine of their vectors or the share of letters that need no
 * edit reaches the threshold; never where their numbers differ or only one denies, for vectors of words hardly see that: "port
 * 8080" and "port 8081" are two facts.
 *
 * Each text is compared with the first of each group alone, so that a chain of small differences does not join what is far apart.
 * To compare ten thousand with each other, a sketch of 128 bits (on which side of random planes the vector lies) tells most pairs
 * apart: at a cosine of 0.85 some 23 bits differ, with a deviation of 4; at 0 some 64.
 */
import { distance } from 'fastest-levenshtein';
import type { Embedder } from '../embedding/embedder';
import { similarity } from '../embedding/vector-math';

const sketchWords = 4;
/** Bits that may differ: five deviations above what is usual at 0.85. */
const mostDiffering = 44;
/** Letters of a text that are compared. */
const longest = 2_000;
const fallbackDimensions = 256;

/** By dimensions: the planes of a sketch. */
const planes = new Map<number, Int8Array>();

interface AlikeText {
  readonly text: string;
  /** Only texts of one group are compared. */
  readonly group: string;
}

interface Known {
  readonly at: number;
  readonly plain: string;
  readonly claims: string;
  readonly vector: Float32Array;
  readonly sketch: Uint32Array;
}

/**
 * For each text the place of the one it is joined to: its own where it is the first of its kind. Earlier texts win, so the
 * caller's order says which one stays.
 */
export async function joinAlike(
  texts: readonly AlikeText[],
  threshold: number,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<Uint32Array> {
  const joined = Uint32Array.from(texts, (_, i) => i);
  const firsts = new Map<string, Known[]>();
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
      const one: Known = { at, plain, claims: claimsOf(plain), vector, sketch: sketchOf(vector) };
      const others = firsts.get(group) ?? [];
      const nearest = nearestOf(one, others, threshold);
      joined[at] = nearest ?? at;
      exact.set(`${group}\0${plain}`, nearest ?? at);
      if (nearest !== undefined) return;
      others.push(one);
      firsts.set(group, others);
    });
    // Others want to be heard too.
    await new Promise(setImmediate);
  }
  return joined;
}

function nearestOf(one: Known, others: readonly Known[], threshold: number): number | undefined {
  let best = threshold;
  let nearest: number | undefined;
  for (const other of others) {
    if (differing(one.sketch, other.sketch) > mostDiffering || one.claims !== other.claims) continue;
    const alike = Math.max(similarity(one.vector, other.vector), editLikeness(one.plain, other.plain, best));
    if (alike < best || (alike === best && nearest !== undefined)) continue;
    best = alike;
    nearest = other.at;
  }
  return nearest;
}

/** 1 the same, 0 nothing in common; 0 too where it cannot reach `least`. */
function editLikeness(a: string, b: string, least: number): number {
  const length = Math.max(a.length, b.length);
  if (length === 0 || Math.min(a.length, b.length) / length < least) return 0;
  return 1 - distance(a, b) / length;
}

function plainOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.!?…"'`]+/g, ' ')
    .trim()
    .slice(0, longest);
}

const denials =
  /\b(?:not|no|never|none|nothing|without|cannot|isn t|don t|doesn t|won t|can t|nicht|kein\w*|nie|ohne)\b/g;

function claimsOf(plain: string): string {
  const numbers = plain.match(/\d+(?:[.,:/-]\d+)*/g) ?? [];
  return `${numbers.sort().join(' ')}|${plain.match(denials) ? 'no' : 'yes'}`;
}

/** Of pairs of letters, where the model knows no word of the text: it was made for English and code. */
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

/** The same ones every time: the same texts are joined in the same way. */
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
