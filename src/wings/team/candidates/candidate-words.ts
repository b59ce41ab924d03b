/**
 * Which chunks a search by words reads and scores. All that have one of the words, if these are few enough. In a large branch, those
 * that have a word that is not frequent. In millions of chunks even rare words are in many: there, words that few chunks have count
 * alone, and of the others two, or more, have to come together, because the best chunks have several of the words.
 */
import { termQuery } from '../word-vector';

interface CountedTerm {
  readonly term: string;
  /** Chunks that have it, in all branches that are searched. */
  readonly rows: number;
}

interface WordsQuery {
  /** A `tsquery`. */
  readonly text: string;
  /** Only this many of the chunks that have the words are read. Undefined: all. */
  readonly cap: number | undefined;
}

/** Words of a text occur together several times as often as by chance. */
const togetherness = 4;
/** More words do not have to come together. */
const maxTogether = 4;

/** @param rows searched chunks. @param limit candidates wanted. */
export function wordsQuery(
  terms: readonly CountedTerm[],
  rows: number,
  limit: number,
  { frequentShare, maxCounted }: SearchLimits,
): WordsQuery {
  const any = (some: readonly CountedTerm[]): string => termQuery(namesOf(some), '|');
  if (sizeOf(terms) <= maxCounted) return { text: any(terms), cap: undefined };
  if (frequentShare * rows <= maxCounted) {
    const rare = terms.filter((term) => term.rows <= frequentShare * rows);
    return { text: any(sizeOf(rare) < limit ? terms : rare), cap: undefined };
  }
  const rarest = terms.toSorted((a, b) => a.rows - b.rows);
  let read = 0;
  const alone = rarest.filter((term) => {
    if (read + term.rows > maxCounted) return false;
    read += term.rows;
    return true;
  });
  const others = rarest.slice(alone.length);
  const together = combinations(others, rows, maxCounted - read);
  const parts = [
    ...namesOf(alone).map((term) => termQuery([term], '|')),
    ...together.map((some) => `(${termQuery(namesOf(some), '&')})`),
  ];
  if (parts.length > 0) return { text: parts.join(' | '), cap: undefined };
  return { text: termQuery(namesOf(others.slice(0, maxTogether)), '&'), cap: maxCounted };
}

/** Pairs of words that few chunks have together, or, if there is no such pair, more words. */
function combinations(terms: readonly CountedTerm[], rows: number, budget: number): CountedTerm[][] {
  for (let size = 2; size <= Math.min(maxTogether, terms.length); size++) {
    let left = budget;
    const chosen = subsets(terms, size)
      .map((some) => ({
        some,
        expected: togetherness * some.reduce((share, term) => share * (term.rows / rows), rows),
      }))
      .sort((a, b) => a.expected - b.expected)
      .filter(({ expected }) => {
        left -= expected;
        return left >= 0;
      });
    if (chosen.length > 0) return chosen.map(({ some }) => some);
  }
  return [];
}

/** Of the rarest words, so that a long query has not too many. */
const maxCombined = 12;

function subsets(terms: readonly CountedTerm[], size: number): CountedTerm[][] {
  if (size === 0) return [[]];
  return terms
    .slice(0, maxCombined)
    .flatMap((term, i) => subsets(terms.slice(i + 1, maxCombined), size - 1).map((rest) => [term, ...rest]));
}

function namesOf(terms: readonly CountedTerm[]): string[] {
  return terms.map(({ term }) => term);
}

/** An upper bound of the chunks that contain one of the terms. */
function sizeOf(terms: readonly CountedTerm[]): number {
  return terms.reduce((sum, { rows }) => sum + rows, 0);
}

/** The sizes above which a search in a database does not compare everything. Tests make them small. */
export interface SearchLimits {
  /** If the branches have more searched chunks than this together, the vector index is used; otherwise all vectors are compared. */
  readonly maxCompared: number;
  /** If the vector index or filters leave too few, all vectors are compared up to this many chunks. */
  readonly maxScanned: number;
  /** If more chunks than this contain the words, frequent words alone do not make a chunk a candidate. */
  readonly maxCounted: number;
  /** A word is frequent if more than this share of the chunks contain it. */
  readonly frequentShare: number;
  /** Nearest vectors to fetch across all repositories, before the branch is filtered; pgvector returns at most 1,000. */
  readonly maxNearest: number;
  /** Lists that an IVFFlat index looks into, if an administrator chose one. */
  readonly probes: number;
  /** Candidates by words, and by vectors, of all branches together. */
  readonly maxCandidates: number;
}

export const searchLimits: SearchLimits = {
  maxCompared: 20_000,
  maxScanned: 500_000,
  maxCounted: 20_000,
  frequentShare: 0.1,
  maxNearest: 1000,
  probes: 40,
  maxCandidates: 2000,
};
