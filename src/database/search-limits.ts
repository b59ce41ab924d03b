/** From which sizes on a search in a database looks at less than everything. Tests make them small. */
export interface SearchLimits {
  /** Up to so many searched chunks of a branch all vectors are compared; beyond, the index of vectors is asked first. */
  readonly mostCompared: number;
  /** Where more chunks than this have the words, a word that many have does not make one a candidate. */
  readonly mostCounted: number;
  /** The share of a branch from which on a word is one that many have. */
  readonly frequent: number;
  /** Nearest vectors of all repositories, of which those of the branch are taken; pgvector gives no more at once than 1,000. */
  readonly mostNearest: number;
}

export const searchLimits: SearchLimits = {
  mostCompared: 20_000,
  mostCounted: 20_000,
  frequent: 0.1,
  mostNearest: 1000,
};
