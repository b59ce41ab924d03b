/**
 * The SQL statement that finds candidates. By words: the full-text index gives the chunks that contain one of the words, and their
 * BM25F score, which the index file ranks by too, is computed from the stored counts. By vectors: the product with the query's vector,
 * over the whole branch or, if that is large, over the nearest chunks of the vector index. Every candidate gets both scores.
 */
import { bm25 } from '../search/rank/rank-weights';
import type { Branch } from './branch';
import type { StatementValues } from './database-filters';
import { indexedType, indexedVector } from './model-index';
import type { SearchLimits } from './search-limits';
import { termQuery } from './word-vector';

interface CandidateRequest {
  readonly branch: Branch;
  /** Searched chunks of the branch. */
  readonly rows: number;
  readonly meanLength: number;
  /** Weighted by rarity; each term is in at least one chunk. */
  readonly terms: readonly { readonly term: string; readonly weight: number; readonly rows: number }[];
  readonly vector: { readonly text: string; readonly isExact: boolean } | undefined;
  readonly limit: number;
  readonly conditions: readonly string[];
  readonly limits: SearchLimits;
}

export function candidateStatement(request: CandidateRequest, values: StatementValues): string {
  const { terms, vector, branch } = request;
  const near = vector && values.add(vector.text);
  const words = wordScore(request, values);
  const parts = [
    ...(terms.length > 0 ? [likelyPart(request, words, values)] : []),
    ...(near === undefined ? [] : nearParts(request, near)),
  ];
  const sides = [
    ...(terms.length > 0 ? ['select file_id, id, true as is_likely from likely'] : []),
    ...(near === undefined ? [] : ['select file_id, id, false as is_likely from near']),
  ];
  // Vectors have length 1 (nearly, if they were stored as bytes), so their product is the cosine that the index file uses too.
  // Rows are ordered as in the index file, because the order decides between equal scores.
  return `with ${parts.join(',\n')}
    select is_near, c.file_id, c.id, c.hash, c.parent_chunk_id, c.path, c.language, c.kind, c.name, c.scope, c.note, c.start_line, c.end_line,
      c.sequence, c.total,
      array(select s ->> 'name' from jsonb_array_elements(c.symbols) s) as symbols,
      (${words})::float8 as words, ${near === undefined ? '0' : `-(e.embedding <#> ${near}::vector)`}::float8 as vector
    from (select file_id, id, bool_or(is_likely) as is_likely, not bool_and(is_likely) as is_near from (${sides.join(' union all ')}) as side
        group by file_id, id) as chosen
      join codegrain.chunks c using (file_id, id)
      left join codegrain.embeddings e on e.model_id = ${branch.modelId} and e.hash = c.hash
    order by is_likely desc, case when is_likely then ${words} end desc, vector desc nulls last, c.file_id, c.start_offset`;
}

/** Chunks of the branch that pass the filters. @param joined further joins. */
function rowsOf({ branch, conditions }: CandidateRequest, joined = ''): string {
  return `codegrain.branch_files b join codegrain.chunks c on c.file_id = b.file_id ${joined}
    where ${[`b.branch_id = ${branch.id}`, `c.chunk_type <> 'parent'`, ...conditions].join(' and ')}`;
}

function likelyPart(request: CandidateRequest, words: string, values: StatementValues): string {
  const any = values.add(candidateTerms(request));
  return `likely as materialized (select c.file_id, c.id from ${rowsOf(request)} and c.words @@ ${any}::tsquery
    order by ${words} desc, c.file_id, c.start_offset limit ${request.limit})`;
}

/** BM25F of a row. */
function wordScore({ terms, meanLength }: CandidateRequest, values: StatementValues): string {
  const { k1, b } = bm25;
  const norm = `(${k1 * (1 - b)} + ${(k1 * b) / meanLength} * c.word_count)`;
  // Equals count / (count + norm), but mentions the count only once.
  const shares = terms.map(
    ({ term, weight }) =>
      `coalesce(${weight} * (1 - ${norm} / ((c.word_counts ->> ${values.add(term)})::float8 + ${norm})), 0)`,
  );
  return shares.length > 0 ? shares.join(' + ') : '0';
}

function candidateTerms({ terms, rows, limit, limits: { frequentShare, maxCounted } }: CandidateRequest): string {
  const rare = terms.filter((term) => term.rows <= frequentShare * rows);
  const chosen = sizeOf(terms) <= maxCounted || sizeOf(rare) < limit ? terms : rare;
  return termQuery(
    chosen.map(({ term }) => term),
    '|',
  );
}

/** An upper bound of the chunks that contain one of the terms. */
function sizeOf(terms: CandidateRequest['terms']): number {
  return terms.reduce((sum, { rows }) => sum + rows, 0);
}

function nearParts(request: CandidateRequest, near: string): string[] {
  const { branch, limit, vector } = request;
  const type = indexedType(branch.dimensions);
  const indexed = indexedVector(branch.dimensions, 'embedding');
  if (vector?.isExact || type === undefined || indexed === undefined) {
    const rows = rowsOf(request, `join codegrain.embeddings e on e.model_id = ${branch.modelId} and e.hash = c.hash`);
    // Ordered by the product, for which there is no index: with filters, an index scan would stop before it has found enough.
    return [
      `near as materialized (select c.file_id, c.id from ${rows} order by e.embedding <#> ${near}::vector, c.file_id, c.start_offset limit ${limit})`,
    ];
  }
  return [
    `nearest as materialized (select hash, ${indexed} <=> ${near}::${type} as distance from codegrain.embeddings
      where model_id = ${branch.modelId} order by 2 limit ${request.limits.maxNearest})`,
    `near as materialized (select c.file_id, c.id from ${rowsOf(request, 'join nearest e on e.hash = c.hash')}
      order by e.distance limit ${limit})`,
  ];
}
