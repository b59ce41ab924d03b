/**
 * How alike the sentences on both sides of each gap are, by what they say: the cosine of the sums of the built-in model's vectors
 * of the few sentences before and after the gap, the nearest counting most. It is absolute: the same two stretches are as alike in
 * any document. bench/calibrate-semantic.ts measures how large it is where the topic stays and where it changes, and by that it is
 * stretched so that the usual threshold tells them apart best, whatever the model (docs/strategies.md).
 *
 * Where the model says nothing, since it cannot be read or the text is in a script it does not know, the words that sentences
 * share decide (similarity.ts); the usual threshold is the same there.
 */
import { loadBuiltIn } from '../../../embedding/built-in/built-in-embedder';
import type { Embedder } from '../../../embedding/embedder';
import { errorMessage } from '../../../shared/error-message';
import { similarities } from './similarity';

/** Sentences on each side of a gap that are looked at: one alone says little. */
const window = 6;
/** How much less a sentence counts than the one that is nearer to the gap. */
const fade = 0.8;
/** How alike two sentences of one topic are, for the ends of a text. */
const usualPair = 0.58;
/** The cosine that parts topics best with this model, and what it is told as: the usual threshold. */
const parting = { cosine: 0.75, told: 0.75 };
/** Gaps that are looked at together, so that the vectors of a long text are never all in memory. */
const gapsAtOnce = 1000;
const letter = /\p{L}/gu;
const knownLetter = /[A-Za-z]/g;

/** For each sentence, how alike it and those around are to those before, from 0 to 1; the first is 1. */
export async function likeness(
  sentences: readonly string[],
  warn: (warning: string) => void = () => {},
  load: () => Promise<Embedder> = loadBuiltIn,
): Promise<readonly number[]> {
  if (!sentences.some((sentence) => sentence.trim() !== '') || !isKnownScript(sentences))
    return similarities(sentences);
  try {
    return await byMeaning(sentences, await load());
  } catch (error) {
    const reason = errorMessage(error);
    warn(`sentences are compared by the words they share, since the embedding model cannot be used: ${reason}`);
    return similarities(sentences);
  }
}

/**
 * Whether a new topic begins with a sentence: less alike than the threshold, and less than at the gaps beside it, since sentences
 * near a change are looked at from both sides of it.
 */
export function isTopicChange(alike: readonly number[], sentence: number, threshold: number): boolean {
  const here = alike[sentence] ?? 1;
  const isLowest = here <= (alike[sentence - 1] ?? 1) && here < (alike[sentence + 1] ?? 1);
  return here < threshold && isLowest;
}

async function byMeaning(sentences: readonly string[], model: Embedder): Promise<readonly number[]> {
  const alike = sentences.length > 0 ? [1] : [];
  for (let from = 1; from < sentences.length; from += gapsAtOnce) {
    const to = Math.min(sentences.length, from + gapsAtOnce);
    const first = Math.max(0, from - window);
    const vectors = await model.embed(sentences.slice(first, to + window), 'passage');
    for (let gap = from; gap < to; gap++) {
      const at = gap - first;
      const found = cosine(faded(vectors, at - 1, -1), faded(vectors, at, 1));
      alike.push(stretched(Math.min(1, found * atFullLength(at) * atFullLength(vectors.length - at))));
    }
  }
  return alike;
}

/** 1 stays 1. */
function stretched(cosine: number): number {
  return Math.max(0, 1 - ((1 - cosine) * (1 - parting.told)) / (1 - parting.cosine));
}

/**
 * Sums of few vectors are less alike than sums of many: chance evens out. What a cosine is multiplied by for a side of so many
 * sentences, so that the beginning and the end of a text are not taken for topics of their own.
 */
function atFullLength(sentences: number): number {
  return sentences >= window ? 1 : expected(window) / expected(Math.max(1, sentences));
}

/** The cosine of so many sentences of one topic with the middle of that topic. */
function expected(sentences: number): number {
  const sum = (1 - fade ** sentences) / (1 - fade);
  const squares = (1 - fade ** (2 * sentences)) / (1 - fade ** 2);
  return Math.sqrt((usualPair * sum ** 2) / (squares + usualPair * (sum ** 2 - squares)));
}

/** Only ASCII letters are words to the model. */
function isKnownScript(sentences: readonly string[]): boolean {
  let letters = 0;
  let known = 0;
  for (const sentence of sentences) {
    letters += sentence.match(letter)?.length ?? 0;
    known += sentence.match(knownLetter)?.length ?? 0;
  }
  return known * 2 >= letters;
}

/** The sum of a few vectors from one on, in a direction. */
function faded(vectors: readonly Float32Array[], from: number, direction: 1 | -1): Float32Array {
  const total = new Float32Array(vectors[0]?.length ?? 0);
  for (let i = 0; i < window; i++) {
    const vector = vectors[from + i * direction];
    if (!vector) break;
    const weight = fade ** i;
    for (let j = 0; j < total.length; j++) total[j] = (total[j] ?? 0) + weight * (vector[j] ?? 0);
  }
  return total;
}

/** A side without a word that is known (a rule, a number) is no reason to part. */
function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let squareA = 0;
  let squareB = 0;
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? 0;
    dot += value * other;
    squareA += value * value;
    squareB += other * other;
  }
  const size = Math.sqrt(squareA * squareB);
  return size === 0 ? 1 : Math.min(1, Math.max(0, dot / size));
}
