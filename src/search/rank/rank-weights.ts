/**
 * All numbers of the ranking, in one place. They are few and round on purpose: they were chosen on one open set of questions
 * (docs/search.md has what each is worth there), and a number that only fits that set would be wrong everywhere else.
 *
 * Scores of candidates are between 0 and 1 before the rules; what is added to them is meant against that.
 */

import type { QueryShape } from '../query/query-shape';
import type { FileRole } from './file-role';

export interface Weights {
  /** Each side offers so many candidates for each hit asked for, and never fewer than `least`. */
  readonly candidates: { readonly perHit: number; readonly least: number };
  /** What has none of the words must be this near, as a cosine: even letters without meaning have a nearest chunk. */
  readonly leastNear: number;
  /** Share of the vectors in the mix of scores; the rest is of the words. */
  readonly vectorShare: Readonly<Record<QueryShape, number>>;
  /** Added for a chunk that defines a name of the query; a fit of case or of parts alone counts less (`defines`). */
  readonly defines: number;
  /** Added where all words of the query are in the file's name and folder. */
  readonly path: number;
  /** Added to the best chunk of a file in which others are good too. */
  readonly coherence: number;
  /** A score is multiplied by it: files that only speak of the code that is looked for. */
  readonly roles: Readonly<Record<FileRole, number>>;
  /** The same for chunks without definitions: imports, re-exports, licences. */
  readonly bare: number;
  /** Each further chunk of a file counts so much of the one before. */
  readonly repeat: number;
  /** Hits at least this alike are one. */
  readonly duplicate: number;
  /** Most that is added for a file that has just changed, and the days after which it is half of it. */
  readonly recency: number;
  readonly recencyDays: number;
  /** Most that is added for a file that is used much; uses count by their logarithm. */
  readonly usage: number;
}

export const defaultWeights: Weights = {
  candidates: { perHit: 10, least: 100 },
  leastNear: 0.2,
  vectorShare: { symbol: 0.3, path: 0.2, sentence: 0.7 },
  defines: 0.6,
  path: 0.5,
  coherence: 0.3,
  roles: { test: 0.5, example: 0.5, document: 0.5, data: 0.5, legacy: 0.5, generated: 0.5, types: 0.7 },
  bare: 0.7,
  repeat: 0.5,
  duplicate: 0.98,
  recency: 0,
  recencyDays: 30,
  usage: 0,
};
