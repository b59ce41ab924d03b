/**
 * Finds where the topic of a text changes, from the meaning of its sentences.
 *
 * For each gap between two sentences, the vectors of a few sentences before it are summed, and those of a few after it, weighted
 * towards the gap. The cosine of the two sums says how similar the two sides are. The least similar gap of a neighbourhood begins a
 * new topic if it is below the threshold. Then the gaps beside it are measured again, without the sentences of the other topic, until
 * no gap is left below the threshold. So a higher threshold always gives more and smaller topics.
 *
 * Sums of few sentences are less similar by chance, and say less. Their cosine is corrected for the first, and drawn towards that of
 * one topic for the second, so that the beginning and the end of a topic are not taken for topics of their own.
 *
 * The similarity is absolute: the same two passages have the same similarity in any document. Cosines of other models are mapped to
 * the scale of the built-in one (similarity-scale.ts), so the threshold means the same with every model. bench/calibrate-semantic.ts
 * measures it where the topic stays and where it changes (docs/strategies.md).
 *
 * If a model cannot be used, the built-in one judges. If that cannot be read either, or does not know the script of the text, the
 * words that sentences share decide instead; the default threshold is the same there.
 */
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import type { Embedder } from '../../embedding/embedder';
import { errorMessage } from '../../shared/error-message';
import { wordSimilarities } from './sentence-words';
import { builtInScale, type SimilarityScale, scaleOf, sideSimilarity, window } from './similarity-scale';

interface TopicRule {
  /** A new topic begins below this similarity, from 0 to 1. */
  readonly threshold: number;
  readonly minSentences: number;
  readonly maxSentences: number;
}

interface TopicModel {
  /** The model that judges; left out: the built-in one. */
  readonly load?: (() => Promise<Embedder>) | undefined;
  /** Replaces the built-in model, in tests. */
  readonly builtIn?: () => Promise<Embedder>;
  /** Receives problems that were worked around, one sentence each. */
  readonly warn?: (warning: string) => void;
}

/** Sentences processed at once, so that the vectors of a long text are never all in memory. */
const sentencesAtOnce = 1000;
const letter = /\p{L}/gu;
const knownLetter = /[A-Za-z]/g;

/**
 * The indexes of the sentences that begin a new topic, ascending; the first sentence is not listed.
 * @param counts how many sentences each of them is, if some are several that stay together.
 */
export async function topicStarts(
  sentences: readonly string[],
  rule: TopicRule,
  { load, builtIn = loadBuiltIn, warn = () => {} }: TopicModel = {},
  counts: readonly number[] = sentences.map(() => 1),
): Promise<readonly number[]> {
  return withMaximum(await changes(), rule, counts);

  async function changes(): Promise<readonly number[]> {
    if (!sentences.some((sentence) => sentence.trim() !== '')) return [];
    if (load) {
      try {
        const model = await load();
        return await byMeaning(sentences, model, await scaleOf(model), rule, counts);
      } catch (error) {
        warn(`the embedding model cannot be used, so the built-in model judges topics: ${errorMessage(error)}`);
      }
    }
    if (!isKnownScript(sentences)) return byWords(sentences, rule, counts);
    try {
      return await byMeaning(sentences, await builtIn(), builtInScale, rule, counts);
    } catch (error) {
      const reason = errorMessage(error);
      warn(`the built-in model cannot be used, so sentences are compared by the words they share: ${reason}`);
      return byWords(sentences, rule, counts);
    }
  }
}

async function byMeaning(
  sentences: readonly string[],
  model: Embedder,
  scale: SimilarityScale,
  rule: TopicRule,
  counts: readonly number[],
): Promise<readonly number[]> {
  const found: number[] = [];
  for (let from = 0; from < sentences.length; from += sentencesAtOnce) {
    const to = Math.min(sentences.length, from + sentencesAtOnce);
    // The gaps at the edges also see the sentences outside.
    const first = Math.max(0, from - window);
    const vectors = await model.embed(sentences.slice(first, to + window), 'passage');
    const topics = new TopicGaps(vectors, scale, rule, counts.slice(first, to + window), from - first, to - first);
    for (const gap of topics.cuts()) found.push(first + gap);
  }
  return found;
}

/** The gaps of a stretch of sentences; a gap has the index of the sentence after it. */
export class TopicGaps {
  /** By gap: from 0 to 1. Gaps near a cut are measured again when it is made. */
  readonly similarities: Float64Array;
  private readonly isCut: Uint8Array;
  private readonly from: number;

  constructor(
    private readonly vectors: readonly Float32Array[],
    private readonly scale: SimilarityScale,
    private readonly rule: TopicRule,
    private readonly counts: readonly number[] = vectors.map(() => 1),
    /** Gaps from here up to `to` may be cut; the sentences outside are only seen. */
    from = 0,
    private readonly to = vectors.length,
  ) {
    this.from = Math.max(1, from);
    this.isCut = new Uint8Array(vectors.length + 1);
    this.similarities = new Float64Array(vectors.length + 1).fill(1);
    for (let gap = this.from; gap < to; gap++) this.measure(gap);
  }

  cuts(): number[] {
    for (let changed = true; changed; ) {
      changed = false;
      for (let gap = this.from; gap < this.to; gap++) {
        if (!this.isNext(gap)) continue;
        this.isCut[gap] = 1;
        changed = true;
        const last = Math.min(this.to - 1, gap + window);
        for (let near = Math.max(this.from, gap - window); near <= last; near++) this.measure(near);
      }
    }
    const found: number[] = [];
    for (let gap = this.from; gap < this.to; gap++) if (this.isCut[gap]) found.push(gap);
    return found;
  }

  /** True if no other gap in reach must be cut before this one. */
  private isNext(gap: number): boolean {
    const here = this.similarities[gap] ?? 1;
    if (here >= this.rule.threshold || !this.mayCut(gap)) return false;
    for (let near = Math.max(this.from, gap - window); near <= gap + window && near < this.to; near++) {
      const other = this.similarities[near] ?? 1;
      if ((other < here || (other === here && near < gap)) && this.mayCut(near)) return false;
    }
    return true;
  }

  private mayCut(gap: number): boolean {
    if (this.isCut[gap]) return false;
    const { minSentences } = this.rule;
    if (minSentences <= 1) return true;
    return this.sentencesBeside(gap, -1) >= minSentences && this.sentencesBeside(gap, 1) >= minSentences;
  }

  /** Sentences of the same topic on one side of a gap; counted up to the minimum. */
  private sentencesBeside(gap: number, direction: 1 | -1): number {
    let sentences = 0;
    for (let i = direction === 1 ? gap : gap - 1; i >= 0 && i < this.vectors.length; i += direction) {
      sentences += this.counts[i] ?? 1;
      if (sentences >= this.rule.minSentences || this.isCut[direction === 1 ? i + 1 : i]) break;
    }
    return sentences;
  }

  private measure(gap: number): void {
    let start = gap - 1;
    while (start > 0 && gap - start < window && !this.isCut[start]) start--;
    let end = gap + 1;
    while (end < this.vectors.length && end - gap < window && !this.isCut[end]) end++;
    this.similarities[gap] = this.scale.similarity(sideSimilarity(this.vectors, start, gap, end, this.scale));
  }
}

/** By words, a change also lowers the gaps beside it: only the lowest of three gaps begins a topic. */
function byWords(sentences: readonly string[], rule: TopicRule, counts: readonly number[]): readonly number[] {
  const similarities = wordSimilarities(sentences);
  const found: number[] = [];
  let count = counts[0] ?? 1;
  for (let i = 1; i < sentences.length; i++) {
    const here = similarities[i] ?? 1;
    const isLowest = here <= (similarities[i - 1] ?? 1) && here < (similarities[i + 1] ?? 1);
    if (isLowest && here < rule.threshold && count >= rule.minSentences) {
      found.push(i);
      count = 0;
    }
    count += counts[i] ?? 1;
  }
  return found;
}

/** Adds starts so that no topic has more than the maximum of sentences, if it has more than one of them. */
function withMaximum(starts: readonly number[], { maxSentences }: TopicRule, counts: readonly number[]): number[] {
  const isStart = new Set(starts);
  const all: number[] = [];
  let count = 0;
  for (const [i, sentences] of counts.entries()) {
    if (i > 0 && (isStart.has(i) || count + sentences > maxSentences)) {
      all.push(i);
      count = 0;
    }
    count += sentences;
  }
  return all;
}

/** The built-in model knows only words of ASCII letters. */
function isKnownScript(sentences: readonly string[]): boolean {
  let letters = 0;
  let known = 0;
  for (const sentence of sentences) {
    letters += sentence.match(letter)?.length ?? 0;
    known += sentence.match(knownLetter)?.length ?? 0;
  }
  return known * 2 >= letters;
}
