/**
 * The similarity in meaning of the sentences on both sides of each gap: the cosine of the summed vectors (of the built-in model) of
 * a few sentences before and after the gap, weighted towards the gap. It is absolute: the same two passages have the same
 * similarity in any document. bench/calibrate-semantic.ts measures it where the topic stays and where it changes, and the values
 * are scaled so that the default threshold separates the two best, whatever the model (docs/strategies.md).
 *
 * If the model cannot be read, or does not know the script of the text, the words that sentences share decide instead
 * (word-similarity.ts); the default threshold is the same there.
 */
import { loadBuiltIn } from '../../../embedding/built-in/built-in-embedder';
import type { Embedder } from '../../../embedding/embedder';
import { errorMessage } from '../../../shared/error-message';
import { wordSimilarities } from './word-similarity';

/** Sentences compared on each side of a gap: a single one says little. */
const window = 6;
/** Weight of a sentence relative to its neighbour nearer to the gap. */
const decay = 0.8;
/** Typical cosine of two sentences of one topic; used near the ends of a text. */
const typicalPair = 0.58;
/** The cosine that separates topics best with this model, and the similarity it is mapped to: the default threshold. */
const calibration = { cosine: 0.75, similarity: 0.75 };
/** Gaps processed at once, so that the vectors of a long text are never all in memory. */
const gapsAtOnce = 1000;
const letter = /\p{L}/gu;
const knownLetter = /[A-Za-z]/g;

/** For each sentence, the similarity of it and the next few to those before it, from 0 to 1; the first is 1. */
export async function sentenceSimilarities(
  sentences: readonly string[],
  warn: (warning: string) => void = () => {},
  load: () => Promise<Embedder> = loadBuiltIn,
): Promise<readonly number[]> {
  if (!sentences.some((sentence) => sentence.trim() !== '') || !isKnownScript(sentences))
    return wordSimilarities(sentences);
  try {
    return await byMeaning(sentences, await load());
  } catch (error) {
    const reason = errorMessage(error);
    warn(`the embedding model cannot be used, so sentences are compared by the words they share: ${reason}`);
    return wordSimilarities(sentences);
  }
}

/**
 * True if a new topic begins with a sentence: its similarity is below the threshold and below that of the gaps beside it, because
 * a change lowers the neighbouring gaps too.
 */
export function isTopicChange(similarities: readonly number[], sentence: number, threshold: number): boolean {
  const here = similarities[sentence] ?? 1;
  const isLowest = here <= (similarities[sentence - 1] ?? 1) && here < (similarities[sentence + 1] ?? 1);
  return here < threshold && isLowest;
}

async function byMeaning(sentences: readonly string[], model: Embedder): Promise<readonly number[]> {
  const similarities = sentences.length > 0 ? [1] : [];
  for (let from = 1; from < sentences.length; from += gapsAtOnce) {
    const to = Math.min(sentences.length, from + gapsAtOnce);
    const first = Math.max(0, from - window);
    const vectors = await model.embed(sentences.slice(first, to + window), 'passage');
    for (let gap = from; gap < to; gap++) {
      const at = gap - first;
      const found = cosine(weightedSum(vectors, at - 1, -1), weightedSum(vectors, at, 1));
      similarities.push(calibrated(Math.min(1, found * lengthCorrection(at) * lengthCorrection(vectors.length - at))));
    }
  }
  return similarities;
}

/** Scales a cosine so that 1 stays 1 and the calibrated cosine becomes the default threshold. */
function calibrated(cosine: number): number {
  return Math.max(0, 1 - ((1 - cosine) * (1 - calibration.similarity)) / (1 - calibration.cosine));
}

/**
 * The factor that corrects a cosine for a side with fewer sentences, so that the beginning and the end of a text are not taken for
 * separate topics. Sums of few vectors are less similar than sums of many, where chance evens out.
 */
function lengthCorrection(sentences: number): number {
  return sentences >= window ? 1 : expected(window) / expected(Math.max(1, sentences));
}

/** The expected cosine between a number of sentences of one topic and the centre of that topic. */
function expected(sentences: number): number {
  const sum = (1 - decay ** sentences) / (1 - decay);
  const squares = (1 - decay ** (2 * sentences)) / (1 - decay ** 2);
  return Math.sqrt((typicalPair * sum ** 2) / (squares + typicalPair * (sum ** 2 - squares)));
}

/** The model knows only words of ASCII letters. */
function isKnownScript(sentences: readonly string[]): boolean {
  let letters = 0;
  let known = 0;
  for (const sentence of sentences) {
    letters += sentence.match(letter)?.length ?? 0;
    known += sentence.match(knownLetter)?.length ?? 0;
  }
  return known * 2 >= letters;
}

/** The weighted sum of a few vectors, starting at one and going in a direction. */
function weightedSum(vectors: readonly Float32Array[], from: number, direction: 1 | -1): Float32Array {
  const total = new Float32Array(vectors[0]?.length ?? 0);
  for (let i = 0; i < window; i++) {
    const vector = vectors[from + i * direction];
    if (!vector) break;
    const weight = decay ** i;
    for (let j = 0; j < total.length; j++) total[j] = (total[j] ?? 0) + weight * (vector[j] ?? 0);
  }
  return total;
}

/** 1 if a side has no known word (a rule, a number): that is no reason to cut. */
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
