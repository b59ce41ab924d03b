/**
 * How sure a search is that its hits answer the query. Every query has a nearest chunk, also a question about another program, so the
 * order alone says nothing. What tells is how near the nearest chunks are, how much of the query's rare words the index knows and one
 * chunk has, and whether words and vectors find the same chunks. A logistic function of these gives the probability that the folder
 * can answer at all; it was fitted to the open questions, each asked in its own repository and in another one (docs/search.md).
 */
import type { LexicalTerm } from '../../index/lexical/lexical-index';
import type { Candidate } from './candidate';

/** `none`: nothing in the folder is likely to answer; the hits are only the nearest. */
export type Confidence = 'strong' | 'weak' | 'none';

/** All numbers but `terms` and `rows` from 0 to 1. */
interface ConfidenceFacts {
  /** Share of the query's words that the index has, rare ones counting more. */
  readonly known: number;
  /** Share of the query's words that the best chunk by words has; undefined: words were not searched. */
  readonly covered: number | undefined;
  /** Mean cosine of the three nearest chunks; undefined: vectors were not searched. */
  readonly near: number | undefined;
  /** Share of the best chunks by words that are among the nearest too. */
  readonly agreement: number;
  /** Number of terms of the query. */
  readonly terms: number;
  /** Searched chunks: of more chunks, some are always nearer. */
  readonly rows: number;
  /** The typed words are few, and the index has all of them, even if they mean something else in English. */
  readonly isName: boolean;
}

/**
 * Probabilities from which an answer is `weak` and `strong`. A long query is a task, such as a commit message, more often than a question
 * about another program, and says less in the words of the code.
 */
const thresholds = { weak: 0.5, weakIfLong: 0.35, strong: 0.8 } as const;
/** Terms. */
const minLongTerms = 7;

/** A query of so few terms is a name: if the index has all of them, it was found. */
const maxNameTerms = 3;

interface Coefficients {
  readonly base: number;
  readonly known: number;
  /** Times the length of the query: of a short one, any chunk may have all words by chance. */
  readonly coveredLength: number;
  readonly agreement: number;
  readonly near: number;
  readonly nearLength: number;
  readonly length: number;
  readonly size: number;
}

/** By what was searched. Vectors tell the most; without them, confidence says less. */
const coefficients: Readonly<Record<'both' | 'words' | 'vectors', Coefficients>> = {
  both: {
    base: -11.4,
    known: 2.5,
    coveredLength: 18,
    agreement: 0.5,
    near: 22,
    nearLength: 14,
    length: 0,
    size: -5.5,
  },
  words: { base: -6.5, known: 1.5, coveredLength: 36, agreement: 0, near: 0, nearLength: 0, length: 4.5, size: -3.5 },
  vectors: {
    base: -10.8,
    known: 5.2,
    coveredLength: 0,
    agreement: 0,
    near: 25,
    nearLength: 17,
    length: -2.7,
    size: -6,
  },
};

/**
 * @param facts `near` only of the built-in model: cosines of other models mean something else.
 * @param hasOtherModel chunks were found by the vectors of another model, which may know what the words do not show.
 */
export function confidenceOf(facts: ConfidenceFacts, hasOtherModel = false): Confidence {
  const probability = answerProbability(facts);
  if (probability >= thresholds.strong) return 'strong';
  const weak = facts.terms < minLongTerms ? thresholds.weak : thresholds.weakIfLong;
  return probability >= weak || facts.isName || hasOtherModel ? 'weak' : 'none';
}

/** The probability that the searched folders can answer the query at all. */
function answerProbability({ known, covered, near, agreement, terms, rows }: ConfidenceFacts): number {
  const by = near === undefined ? 'words' : covered === undefined ? 'vectors' : 'both';
  const c = coefficients[by];
  const length = Math.log2(1 + terms) / 5;
  const sum =
    c.base +
    c.known * known +
    c.coveredLength * (covered ?? 0) * length +
    c.agreement * agreement +
    (c.near + c.nearLength * length) * (near ?? 0) +
    c.length * length +
    (c.size * Math.log10(Math.max(1, rows))) / 5;
  return 1 / (1 + Math.exp(-sum));
}

/** The chunks by words, and by vectors, that `agreement` compares. */
const compared = 30;

type Scores = Pick<Candidate, 'words' | 'vector' | 'title'>;

/**
 * @param terms of the query, or of the title of a pasted text; the scores of candidates are those of the same.
 * @param typed the terms of what was typed, if some of it was read as other words.
 */
export function confidenceFacts(
  candidates: readonly Scores[],
  terms: readonly LexicalTerm[],
  lexicon: { readonly rows: number; rarity(term: string): number; has(term: string): boolean },
  searched: { readonly words: boolean; readonly vectors: boolean },
  typed = terms,
): ConfidenceFacts {
  let total = 0;
  let known = 0;
  for (const { term, weight } of terms) {
    const share = weight * lexicon.rarity(term);
    total += share;
    if (lexicon.has(term)) known += share;
  }
  const byWords = bestBy(candidates, wordsOf);
  const byVector = bestBy(candidates, ({ vector }) => vector);
  const best = byWords[0];
  const nearest = byVector.slice(0, 3);
  const both = new Set(byWords.filter((one) => wordsOf(one) > 0));
  return {
    known: total > 0 ? known / total : 0,
    covered: searched.words ? (total > 0 && best ? Math.min(1, wordsOf(best) / total) : 0) : undefined,
    near: searched.vectors
      ? nearest.reduce((sum, { vector }) => sum + vector, 0) / Math.max(1, nearest.length)
      : undefined,
    agreement: byVector.filter((one) => both.has(one)).length / compared,
    terms: terms.length,
    rows: lexicon.rows,
    isName: typed.length > 0 && typed.length <= maxNameTerms && typed.every(({ term }) => lexicon.has(term)),
  };
}

/** The best `compared` candidates, best first; of equal ones those that came first. Sorting all of them would take much longer. */
function bestBy(candidates: readonly Scores[], scoreOf: (candidate: Scores) => number): Scores[] {
  const best: Scores[] = [];
  const scores: number[] = [];
  for (const candidate of candidates) {
    const score = scoreOf(candidate);
    if (best.length === compared && score <= (scores[compared - 1] ?? 0)) continue;
    let at = best.length;
    while (at > 0 && score > (scores[at - 1] ?? 0)) at--;
    best.splice(at, 0, candidate);
    scores.splice(at, 0, score);
    best.length = Math.min(best.length, compared);
    scores.length = best.length;
  }
  return best;
}

function wordsOf({ words, title }: Scores): number {
  return title?.words ?? words;
}
