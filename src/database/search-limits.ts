/** The sizes above which a search in a database does not compare everything. Tests make them small. */
export interface SearchLimits {
  /** Branches with more searched chunks than this use the vector index; smaller ones compare all vectors. */
  readonly maxCompared: number;
  /** If more chunks than this contain the words, frequent words alone do not make a chunk a candidate. */
  readonly maxCounted: number;
  /** A word is frequent if more than this share of the branch's chunks contain it. */
  readonly frequentShare: number;
  /** Nearest vectors to fetch across all repositories, before the branch is filtered; pgvector returns at most 1,000. */
  readonly maxNearest: number;
}

export const searchLimits: SearchLimits = {
  maxCompared: 20_000,
  maxCounted: 20_000,
  frequentShare: 0.1,
  maxNearest: 1000,
};
