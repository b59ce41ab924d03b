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
