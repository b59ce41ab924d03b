/**
 * Finds the candidates of a search in branches of a database: one statement for all branches with the same model, however many there
 * are. If the vector index gives too few of them, because it has the vectors of other branches too, all vectors are compared.
 */
import type { LexicalTerm } from '../../../index/lexical/lexical-index';
import type { Query } from '../../../search/query/query';
import type { SearchArea } from '../../../search/query/search-choices';
import type { Candidate, RankedChunk } from '../../../search/rank/candidate';
import { hasVersionFolder } from '../../../search/view/older-version';
import type { BranchView } from '../branch';
import type { Queries } from '../database';
import { conditionsOf, isInAreas, StatementValues } from '../database-filters';
import { indexedType, vectorText } from '../database-vectors';
import { candidateStatement } from './candidate-statement';
import type { SearchLimits } from './candidate-words';

interface DatabaseChunk extends RankedChunk {
  readonly fileId: string;
  readonly hash: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Place among the searched chunks of the file; undefined in files that the first version of the schema stored. */
  readonly place: { readonly sequence: number; readonly total: number } | undefined;
}

export interface DatabaseCandidate extends Candidate {
  readonly view: BranchView;
  readonly chunk: DatabaseChunk;
}

interface CandidateRow extends Omit<DatabaseChunk, 'place' | 'note' | 'parent'> {
  /** The branch's place in the request, from 1. */
  readonly branchPlace: number;
  /** Found by its vector, not only by its words. */
  readonly isNear: boolean;
  readonly parent: string | null;
  readonly note: string | null;
  readonly sequence: number | null;
  readonly total: number | null;
  readonly words: number;
  readonly vector: number | null;
  [column: string]: unknown;
}

interface CandidateSearch {
  readonly query: Query;
  /** How frequent they are must be loaded. */
  readonly termsOf: (view: BranchView) => readonly LexicalTerm[];
  /** By model. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Candidates per branch, by words and by vectors. */
  readonly limit: number;
  readonly limits: SearchLimits;
  /** Vectors in the database, about; undefined if unknown. */
  readonly allVectors: number | undefined;
  /** Areas to search; empty: all. */
  readonly only?: readonly SearchArea[] | undefined;
}

/** The best chunks by words and by vector, each with both scores, in the order of the branches. */
export async function findCandidates(
  queries: Queries,
  views: readonly BranchView[],
  search: CandidateSearch,
): Promise<DatabaseCandidate[]> {
  const found = new Map<BranchView, CandidateRow[]>();
  for (const model of new Set(views.map(({ branch }) => branch.modelId))) {
    const group = views.filter(({ branch }) => branch.modelId === model);
    for (const row of await rowsOfGroup(queries, group, search)) {
      const view = group[row.branchPlace - 1];
      if (!view) continue;
      const rows = found.get(view) ?? [];
      rows.push(row);
      found.set(view, rows);
    }
  }
  for (const [view, rows] of found) if (rows.some(({ path }) => hasVersionFolder(path))) await view.loadPaths(queries);
  const all = views.flatMap((view) => (found.get(view) ?? []).map((row) => candidateOf(view, row)));
  return all.filter(({ chunk }) => isInAreas(search.only ?? [], chunk));
}

async function rowsOfGroup(
  queries: Queries,
  views: readonly BranchView[],
  { query, termsOf, vectors, limit, limits, allVectors, only }: CandidateSearch,
): Promise<CandidateRow[]> {
  const [{ model = '', dimensions = 0 } = {}] = views.map(({ branch }) => branch);
  const vector = vectors.get(model);
  const terms = weightedTerms(views, termsOf);
  if (terms.length === 0 && !vector) return [];
  const rows = views.reduce((sum, view) => sum + view.rows, 0);
  const values = new StatementValues();
  const ids = views.map(({ branch }) => branch.id);
  const conditions = await conditionsOf(query, ids, queries, values, only);
  const ask = (isExact: boolean): Promise<CandidateRow[]> => {
    const all = new StatementValues(values.all);
    const near = vector && { text: vectorText(vector), isExact };
    return queries.rows(candidateStatement({ views, terms, vector: near, limit, conditions, limits }, all), all.all);
  };
  const hasIndex = indexedType(dimensions) !== undefined;
  const isFew = allVectors !== undefined && (limits.maxNearest * rows) / Math.max(1, allVectors) < limit;
  const isSmall = rows <= limits.maxScanned;
  const isExact = !hasIndex || rows <= limits.maxCompared || (isSmall && (conditions.length > 0 || isFew));
  const found = await ask(isExact);
  // The nearest vectors are of all repositories and may include too few of these branches; chunks found by words do not replace them.
  const isEnough = isExact || !vector || !isSmall || found.filter(({ isNear }) => isNear).length >= limit;
  return isEnough ? found : ask(true);
}

/** The terms of all branches, with their weight in each. */
function weightedTerms(
  views: readonly BranchView[],
  termsOf: (view: BranchView) => readonly LexicalTerm[],
): { term: string; weights: number[]; rows: number }[] {
  const all = new Map<string, { term: string; weights: number[]; rows: number }>();
  for (const [place, view] of views.entries())
    for (const { term, weight } of termsOf(view)) {
      const count = view.countOf(term);
      if (count === 0) continue;
      const known = all.get(term) ?? { term, weights: views.map(() => 0), rows: 0 };
      known.weights[place] = (known.weights[place] ?? 0) + weight * view.rarity(term);
      known.rows += count;
      all.set(term, known);
    }
  return [...all.values()];
}

function candidateOf(view: BranchView, row: CandidateRow): DatabaseCandidate {
  const { branchPlace: _place, isNear: _isNear, words, vector, sequence, total, note, parent, ...chunk } = row;
  const { path } = chunk;
  return {
    view,
    file: `${view.root}\n${path}`,
    words,
    // A zero vector has no similarity to anything.
    vector: Number.isFinite(vector) ? (vector ?? 0) : 0,
    mtimeMs: 0,
    uses: 0,
    isOlder: view.isOlderVersion(path),
    chunk: {
      ...chunk,
      note: note ?? undefined,
      parent: parent ?? undefined,
      place: sequence === null || total === null ? undefined : { sequence, total },
    },
  };
}
