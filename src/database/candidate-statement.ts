/**
 * The statement that finds candidates. Words: the full-text index gives the chunks that have one of the words, and BM25F, which is
 * what the index file ranks by, is computed from the counts beside it. Vectors: by their product with the query's, among all of the
 * branch or, where that is large, among the nearest that the vector index gives. What one side offers is scored by the other too.
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
  /** Weighted by their rarity; each is in some chunk. */
  readonly terms: readonly { readonly term: string; readonly weight: number; readonly rows: number }[];
  readonly vector: { readonly text: string; readonly isExact: boolean } | undefined;
  readonly limit: number;
  readonly conditions: readonly string[];
  readonly limits: SearchLimits;
}

export function candidateStatement(wanted: CandidateRequest, values: StatementValues): string {
  const { terms, vector, branch } = wanted;
  const near = vector && values.add(vector.text);
  const words = wordScore(wanted, values);
  const parts = [
    ...(terms.length > 0 ? [likelyPart(wanted, words, values)] : []),
    ...(near === undefined ? [] : nearParts(wanted, near)),
  ];
  const sides = [
    ...(terms.length > 0 ? ['select file_id, id, true as is_likely from likely'] : []),
    ...(near === undefined ? [] : ['select file_id, id, false as is_likely from near']),
  ];
  // Vectors have the length 1, or nearly where they were kept in bytes: their product is the cosine that the index file gives too.
  // In the order in which the index file offers its rows: it decides between equal scores.
  return `with ${parts.join(',\n')}
    select is_near, c.file_id, c.id, c.hash, c.parent_chunk_id, c.path, c.language, c.kind, c.name, c.scope, c.start_line, c.end_line,
      array(select s ->> 'name' from jsonb_array_elements(c.symbols) s) as symbols,
      (${words})::float8 as words, ${near === undefined ? '0' : `-(e.embedding <#> ${near}::vector)`}::float8 as vector
    from (select file_id, id, bool_or(is_likely) as is_likely, not bool_and(is_likely) as is_near from (${sides.join(' union all ')}) as side
        group by file_id, id) as chosen
      join codegrain.chunks c using (file_id, id)
      left join codegrain.embeddings e on e.model_id = ${branch.modelId} and e.hash = c.hash
    order by is_likely desc, case when is_likely then ${words} end desc, vector desc nulls last, c.file_id, c.start_offset`;
}

/** Chunks of the branch that pass the filters. @param joined what else is joined to them. */
function rowsOf({ branch, conditions }: CandidateRequest, joined = ''): string {
  return `codegrain.branch_files b join codegrain.chunks c on c.file_id = b.file_id ${joined}
    where ${[`b.branch_id = ${branch.id}`, `c.chunk_type <> 'parent'`, ...conditions].join(' and ')}`;
}

function likelyPart(wanted: CandidateRequest, words: string, values: StatementValues): string {
  const any = values.add(anyOf(wanted));
  return `likely as materialized (select c.file_id, c.id from ${rowsOf(wanted)} and c.words @@ ${any}::tsquery
    order by ${words} desc, c.file_id, c.start_offset limit ${wanted.limit})`;
}

/** BM25F of a row. */
function wordScore({ terms, meanLength }: CandidateRequest, values: StatementValues): string {
  const { k1, b } = bm25;
  const norm = `(${k1 * (1 - b)} + ${(k1 * b) / meanLength} * c.word_count)`;
  // count / (count + norm), with the count written once.
  const shares = terms.map(
    ({ term, weight }) =>
      `coalesce(${weight} * (1 - ${norm} / ((c.word_counts ->> ${values.add(term)})::float8 + ${norm})), 0)`,
  );
  return shares.length > 0 ? shares.join(' + ') : '0';
}

function anyOf({ terms, rows, limit, limits: { frequent, mostCounted } }: CandidateRequest): string {
  const telling = terms.filter((term) => term.rows <= frequent * rows);
  const having = sizeOf(terms) <= mostCounted || sizeOf(telling) < limit ? terms : telling;
  return termQuery(
    having.map(({ term }) => term),
    '|',
  );
}

/** At most so many chunks have one of them. */
function sizeOf(terms: CandidateRequest['terms']): number {
  return terms.reduce((sum, { rows }) => sum + rows, 0);
}

function nearParts(wanted: CandidateRequest, near: string): string[] {
  const { branch, limit, vector } = wanted;
  const type = indexedType(branch.dimensions);
  const indexed = indexedVector(branch.dimensions, 'embedding');
  if (vector?.isExact || type === undefined || indexed === undefined) {
    const rows = rowsOf(wanted, `join codegrain.embeddings e on e.model_id = ${branch.modelId} and e.hash = c.hash`);
    // By the product, which no index has: with filters an index would end before it has found enough.
    return [
      `near as materialized (select c.file_id, c.id from ${rows} order by e.embedding <#> ${near}::vector, c.file_id, c.start_offset limit ${limit})`,
    ];
  }
  return [
    `nearest as materialized (select hash, ${indexed} <=> ${near}::${type} as distance from codegrain.embeddings
      where model_id = ${branch.modelId} order by 2 limit ${wanted.limits.mostNearest})`,
    `near as materialized (select c.file_id, c.id from ${rowsOf(wanted, 'join nearest e on e.hash = c.hash')}
      order by e.distance limit ${limit})`,
  ];
}
