/**
 * Every weight and threshold of the ranking that applies when a query is answered. What a word counts in each field of a chunk is
 * stored in the index when it is built, so those numbers are in src/index/terms/field-weights.ts.
 *
 * The numbers are few and round on purpose: they were chosen on one open set of questions (docs/search.md says what each is worth
 * there), and a number that fits only that set would be wrong everywhere else.
 *
 * Scores of candidates are between 0 and 1 before the rules. Bonuses are added to that; factors multiply the sum.
 */
import { rankingOptions } from '../options/ranking-options';
import type { FileRole } from './file-role';

/** What a single search may change: the benchmark switches signals off one by one. */
export interface RankWeights {
  /**
   * Chunks that words and vectors each offer: `perHit` for each requested hit, at least `min`, or `pasted` for a pasted text, which has
   * many words that lead elsewhere; times `phraseFactor` with phrases.
   */
  readonly candidates: {
    readonly perHit: number;
    readonly min: number;
    readonly pasted: number;
    readonly phraseFactor: number;
  };
  /** Cosine that a chunk without any of the words needs: even meaningless letters have a nearest chunk. */
  readonly minCosine: number;
  /** Share of the vectors in the mixed score, from 0 to 1, by the shape of the query; the words have the rest. */
  readonly vectorShare: {
    readonly symbol: number;
    readonly path: number;
    readonly sentence: number;
    /** One or two plain words: they may be the name of what is looked for. */
    readonly fewWords: number;
    /** A sentence with names of code in it. */
    readonly namingSentence: number;
    readonly pasted: number;
  };
  /** Share of its title in the mixed score of a pasted text; the whole text has the rest. */
  readonly title: number;

  /** Bonus of the rule of the same name in rank-rules.ts: for a chunk that defines a name in the query. */
  readonly defines: number;
  /**
   * Share of `defines` if only the case or underscores around the name differ; if one or two plain words are all that the query has,
   * and all that the name has (`cancel token`, `CancelToken`); for names in the title of a pasted text, which are often examples; and for later parts
   * of a long definition, since its beginning is what was asked for.
   */
  readonly definesShare: {
    readonly otherCase: number;
    readonly spelled: number;
    readonly pasted: number;
    readonly laterPart: number;
  };
  /** Bonus for a file whose name has all words of the query. */
  readonly path: number;
  /** What a word counts that only the folder has, and the least share of the file's name that counts as covered; both from 0 to 1. */
  readonly pathShare: { readonly folder: number; readonly minCovered: number };
  /** Bonus for files that the query mentions by path or module. */
  readonly mention: number;
  /** Share of `mention` by the number of equal parts of the path: only the name of the file, its folder too, and one more. */
  readonly mentionShare: readonly [name: number, folder: number, more: number];
  /** Bonus for the file of the stack frame where an error was raised; half of it for the frame before, a third for the next … */
  readonly frame: number;
  /** Bonus for chunks at a mentioned line. */
  readonly line: number;
  /** Bonus for chunks that contain a message of a pasted text as a literal, as a share of the best score (make-hits.ts). */
  readonly message: number;
  /** Least fit that counts, candidates whose texts are compared, and in how many of them a message tells something. */
  readonly messageFit: { readonly min: number; readonly read: number; readonly maxChunks: number };
  /** Bonus for chunks of a file in which other chunks are good too. */
  readonly coherence: number;
  /** What the second best chunk of the file adds to coherence; each further chunk adds this share of the one before. */
  readonly coherenceStep: number;
  /** Largest bonus for a file that has just changed; 0 is off. */
  readonly recency: number;
  /** Largest bonus for a chunk that is used often; uses count by their logarithm; 0 is off. */
  readonly usage: number;
  /** Days after which a change or a use counts half. */
  readonly halfLifeDays: number;
  /** Bonus for files that the user calls important. */
  readonly importance: number;

  /** Factors for files that only talk about the code; 1 changes nothing. */
  readonly roles: Readonly<Record<FileRole, number>>;
  /** Factor for chunks without definitions: imports, re-exports, licences. */
  readonly bare: number;

  /**
   * Factor for the second chunk of a file in the results, squared for the fourth, cubed for the eighth …: `topic` for a query of up to
   * `topicWords` words, `place` from `placeWords` words on, and between them in between;
   * `pasted` for a pasted text, whose answer is often in several files.
   */
  readonly repeat: {
    readonly topic: number;
    readonly topicWords: number;
    readonly place: number;
    readonly placeWords: number;
    readonly pasted: number;
  };
  /** Cosine from which two hits of the same name and kind are one; above 1, none are. */
  readonly duplicateCosine: number;
}

export const defaultWeights: RankWeights = {
  candidates: { perHit: 2, min: 100, pasted: 300, phraseFactor: 5 },
  minCosine: 0.2,
  vectorShare: { symbol: 0.3, path: 0.2, fewWords: 0.5, sentence: 0.7, namingSentence: 0.4, pasted: 0.6 },
  title: 0.5,

  defines: 0.4,
  definesShare: { otherCase: 0.8, spelled: 1.5, pasted: 0.5, laterPart: 0.7 },
  path: 0.5,
  pathShare: { folder: 0.5, minCovered: 0.25 },
  mention: 0.4,
  mentionShare: [0.1, 0.6, 1],
  frame: 0.5,
  line: 0.4,
  message: 0.2,
  messageFit: { min: 0.7, read: 20, maxChunks: 5 },
  coherence: 0.4,
  coherenceStep: 0.5,
  recency: 0,
  usage: 0,
  halfLifeDays: rankingOptions.halfLifeDays.default,
  importance: 0,

  roles: { test: 0.4, example: 0.5, document: 0.5, data: 0.5, legacy: 0.5, generated: 0.5, types: 0.7 },
  bare: 0.85,

  repeat: { topic: 0.5, topicWords: 4, place: 0.8, placeWords: 8, pasted: 0.6 },
  duplicateCosine: 0.98,
};

/** BM25: `k1` is how slowly further occurrences of a word count less; `b`, from 0 to 1, how much long chunks are held back. */
export const bm25 = { k1: 2, b: 0.75 } as const;

/** What a term of the query counts: a plain word or `foo-bar` as one name, a whole identifier, and a part of an identifier. */
export const queryTermWeights = { word: 1, identifier: 1.5, part: 0.75 } as const;

/** What a term of a pasted text counts: by the best part that it is in, and `repeated` × ln(occurrences) more if it is repeated. */
export const partWeights = { title: 2, prose: 1, code: 0.5, output: 0.3, repeated: 0.3 } as const;

/** Terms of a query that count; further ones are ignored. */
export const maxQueryTerms = 128;

/**
 * The terms of a pasted text are read part by part, each part until there are this many; of these, the `used` ones that weigh most and
 * are rarest in the index are searched.
 */
export const pastedTermLimits = { upTo: { title: 64, prose: 192, code: 256, output: 288 }, used: 64 } as const;

/** A query of so few plain words may be a name. */
export const maxFewWords = 2;

/** A query of more words is a sentence, even if each word looks like a name. */
export const maxSymbolWords = 3;

/** With fewer candidates, a score of 0 is one of them when scores are normalised (score-scale.ts). */
export const zeroBaselineBelow = 30;

/** A file in a folder `v1` is an older version if one of this many following versions (`v2`, `v3` …) exists. */
export const newerVersions = 4;
