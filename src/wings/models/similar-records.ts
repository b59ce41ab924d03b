/**
 * Groups texts that say the same in other words. Two texts are similar if the cosine of their vectors or their edit similarity reaches
 * the threshold, but never if their numbers differ or only one contains a negation, because word vectors hardly reflect that: "port
 * 8080" and "port 8081" are two facts.
 *
 * Each text is compared only with the first text of each group, so that a chain of small differences does not join distant texts.
 */
import { distance } from 'fastest-levenshtein';
import type { Embedder } from '../../embedding/embedder';
import { similarity } from '../../embedding/vector-math';

/** Max characters of a text to compare. */
const maxCompared = 2_000;
const fallbackDimensions = 256;

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
    const passages = batch.map(({ text }) => text);
    const vectors = await embedder.embed(passages, 'passage', signal);
    batch.forEach(({ text, group }, i) => {
      const at = from + i;
      const plain = plainOf(text);
      const same = exact.get(`${group}\0${plain}`);
      if (same !== undefined) {
        joined[at] = same;
        return;
      }
      const one: Representative = { at, plain, claims: claimsOf(plain), vector: vectorFor(vectors[i], plain) };
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
    if (one.claims !== other.claims) continue;
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
