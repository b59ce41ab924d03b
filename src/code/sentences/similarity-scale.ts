/**
 * One scale of similarity for all embedding models. Models disagree about cosines: two sentences of one topic may have 0.8 with one
 * model and 0.4 with another. So a model is asked once for the vectors of a short text of known topics (below). The
 * similarity where that text stays on its topic, and where it changes it, are mapped to what the built-in model gives there, and
 * everything else in proportion. The threshold of the strategy `semantic` then means the same with every model.
 */
import type { Embedder } from '../../embedding/embedder';

/** Sentences compared on each side of a gap: a single one says little. */
export const window = 6;
/** Weight of a sentence relative to its neighbour nearer to the gap. */
const decay = 0.8;
/** The larger, the less a side of few sentences counts. */
const caution = 4;

export interface SimilarityScale {
  /** Typical cosine of two sentences of one topic. */
  readonly pair: number;
  /** Typical cosine of the two sides of a gap where the topic stays. */
  readonly same: number;
  /** The similarity on the common scale, from 0 to 1, of a cosine of this model. */
  readonly similarity: (cosine: number) => number;
}

/** Measured on 47,776 sentences of documentation (docs/strategies.md). Its cosines are the common scale. */
export const builtInScale: SimilarityScale = { pair: 0.58, same: 0.85, similarity: (cosine) => cosine };

/** Mean similarities that the built-in model gives on the calibration text; a test measures them again. */
export const builtInAnchors = { same: 0.894, change: 0.698 };

const scales = new WeakMap<Embedder, Promise<SimilarityScale>>();

/** The scale of a model: one request for each open model. */
export function scaleOf(model: Embedder): Promise<SimilarityScale> {
  const known = scales.get(model);
  if (known) return known;
  const made = measureScale(model);
  scales.set(model, made);
  // A failed request is tried again.
  made.catch(() => scales.delete(model));
  return made;
}

async function measureScale(model: Embedder): Promise<SimilarityScale> {
  const { pair, same, change } = await anchorsOf(model);
  const goal = builtInAnchors;
  const slope = (goal.same - goal.change) / Math.max(0.01, same - change);
  return {
    pair,
    // What is typical in real documents, which are less clear than the calibration text.
    same: same - (goal.same - builtInScale.same) / slope,
    similarity: (cosine) =>
      cosine >= same
        ? goal.same + ((cosine - same) * (1 - goal.same)) / Math.max(1e-6, 1 - same)
        : Math.max(0, goal.same - (same - cosine) * slope),
  };
}

/** What a model gives on the calibration text: the mean cosine of pairs of one topic, and of sides where the topic stays and changes. */
export async function anchorsOf(
  model: Embedder,
): Promise<{ readonly pair: number; readonly same: number; readonly change: number }> {
  const vectors = await model.embed(calibrationTopics.flat(), 'passage');
  const pairs: number[] = [];
  const sameSides: number[] = [];
  const otherSides: number[] = [];
  let start = 0;
  for (const { length } of calibrationTopics) {
    const topic = vectors.slice(start, start + length);
    for (let i = 1; i < length; i++) pairs.push(cosineOf(topic[i - 1], topic[i]));
    start += length;
  }
  const pair = Math.min(0.95, Math.max(0.05, mean(pairs)));
  start = 0;
  for (const { length } of calibrationTopics) {
    const middle = start + (length >> 1);
    sameSides.push(correctedCosine(vectors, start, middle, start + length, pair));
    const next = start + length;
    if (next < vectors.length) otherSides.push(correctedCosine(vectors, start, next, next + length, pair));
    start = next;
  }
  return { pair, same: mean(sameSides), change: mean(otherSides) };
}

/**
 * The cosine of the sentences from `start` to `gap` and those from `gap` to `end`, at most a few on each side, corrected for sides
 * that have less. It is 1 if a side has no known word (a rule, a number): that is no reason to cut.
 */
export function sideSimilarity(
  vectors: readonly Float32Array[],
  start: number,
  gap: number,
  end: number,
  { pair, same }: Pick<SimilarityScale, 'pair' | 'same'>,
): number {
  const found = correctedCosine(vectors, start, gap, end, pair);
  if (found >= 1) return 1;
  const fewer = Math.min(window, gap - start, end - gap);
  const reliability = ((fewer / (fewer + caution)) * (window + caution)) / window;
  return same + (found - same) * reliability;
}

function correctedCosine(
  vectors: readonly Float32Array[],
  start: number,
  gap: number,
  end: number,
  pair: number,
): number {
  const before = weightedSum(vectors, gap - 1, start, -1);
  const after = weightedSum(vectors, gap, end - 1, 1);
  return Math.min(1, cosineOf(before, after) * correction(gap - start, pair) * correction(end - gap, pair));
}

/** The factor that corrects a cosine for a side with few sentences. Sums of many vectors are more similar, as chance evens out. */
function correction(sentences: number, pair: number): number {
  return sentences >= window ? 1 : expected(window, pair) / expected(Math.max(1, sentences), pair);
}

/** The expected cosine between a number of sentences of one topic and the centre of that topic. */
function expected(sentences: number, pair: number): number {
  const sum = (1 - decay ** sentences) / (1 - decay);
  const squares = (1 - decay ** (2 * sentences)) / (1 - decay ** 2);
  return Math.sqrt((pair * sum ** 2) / (squares + pair * (sum ** 2 - squares)));
}

/** The weighted sum of at most a few vectors, from the one beside the gap to the last of its side. */
function weightedSum(vectors: readonly Float32Array[], from: number, last: number, direction: 1 | -1): Float32Array {
  const total = new Float32Array(vectors[0]?.length ?? 0);
  const length = Math.min(window, Math.abs(last - from) + 1);
  for (let i = 0; i < length; i++) {
    const vector = vectors[from + i * direction];
    if (!vector) break;
    const weight = decay ** i;
    for (let j = 0; j < total.length; j++) total[j] = (total[j] ?? 0) + weight * (vector[j] ?? 0);
  }
  return total;
}

function cosineOf(a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number {
  let dot = 0;
  let squareA = 0;
  let squareB = 0;
  for (let i = 0; i < a.length; i++) {
    const [value, other] = [a[i] ?? 0, b[i] ?? 0];
    dot += value * other;
    squareA += value * value;
    squareB += other * other;
  }
  const size = Math.sqrt(squareA * squareB);
  return size === 0 ? 1 : Math.min(1, Math.max(0, dot / size));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length);
}

/** A text of known topics, by which the scale of an embedding model is measured: each list is one topic, in plain sentences. */
const calibrationTopics: readonly (readonly string[])[] = [
  [
    'Cats sleep for most of the day and hunt at dawn and at dusk.',
    'A cat cleans its fur with its rough tongue.',
    'Kittens learn to hunt by playing with their mother.',
    'Most cats purr when they are content.',
    'The whiskers of a cat tell it whether it fits through a gap.',
    'An old cat needs softer food and a warm place to rest.',
  ],
  [
    'A relational database stores its rows in pages of a fixed size.',
    'Each transaction sees a snapshot of the tables it reads.',
    'An index on a column makes queries that filter by it faster.',
    'The database writes changes to a log before it confirms them.',
    'A query planner chooses how to join the tables.',
    'Dead rows are removed when no transaction can see them any more.',
  ],
  [
    'Bread needs flour, water, salt and yeast.',
    'Knead the dough until it is smooth and elastic.',
    'Let the dough rise in a warm place until it has doubled in size.',
    'Bake the loaf in a hot oven until the crust is brown.',
    'A sourdough bread takes longer to rise than one with yeast.',
    'Let the bread cool before you cut the first slice.',
  ],
  [
    'The tax return is due at the end of July.',
    'Income from work and from interest is taxed at different rates.',
    'Keep the receipts of the expenses that you deduct.',
    'The tax office sends an assessment after it has checked the return.',
    'Married couples can file their taxes together.',
    'Whoever pays too late owes interest on the tax.',
  ],
  [
    'The button calls a function when the user clicks it.',
    'A component renders its state to the page.',
    'The browser applies the style sheet to every element.',
    'Events bubble from the element to its parents.',
    'The form checks its fields before it is sent to the server.',
    'A script that runs too long blocks the page.',
  ],
  [
    'The glacier moves a few metres down the valley each year.',
    'Snow that falls on the summit turns into ice over the decades.',
    'Melting ice feeds the mountain streams in summer.',
    'The moraine shows how far the glacier once reached.',
    'Deep crevasses open where the ice flows over a ridge.',
    'Most glaciers in the mountains have lost half of their ice.',
  ],
  [
    'The violin has four strings that are tuned in fifths.',
    'The orchestra rehearses the symphony before the concert.',
    'A conductor gives the tempo to the musicians.',
    'The second movement of the symphony is slow and quiet.',
    'The cellist tunes her strings by the note of the oboe.',
    'After the last chord the audience was silent for a while.',
  ],
  [
    'The patient takes the tablets twice a day after a meal.',
    'A fever is the answer of the body to an infection.',
    'The doctor listens to the lungs and measures the blood pressure.',
    'Antibiotics do not help against a virus.',
    'The vaccine prepares the immune system for the disease.',
    'The nurse changes the bandage of the wound every morning.',
  ],
];
