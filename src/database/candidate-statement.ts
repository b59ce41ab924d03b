/**
 * The statement that finds candidates. Words: the full-text index gives the chunks that have one of the telling words; PostgreSQL's
 * own rank, which is quick, chooses some hundreds of them; BM25F, which is what the index file ranks by, is computed for these from
 * the places and labels in their `tsvector`. Vectors: by cosine, among all of the branch or, where that is large, among the nearest
 * that the vector index gives. What one side offers is scored by the other too.
 */
import { bm25 } from '../index/lexical/lexical-index';
import type { Branch } from './branch';
import type { Values } from './filters';
import { indexedType, indexedVector } from './model-index';
import { labelWeights, termQuery } from './word-vector';

export interface Wanted {
  readonly branch: Branch;
  /** Searched chunks of the branch. */
  readonly rows: number;
  readonly meanLength: number;
  /** Weighted by their rarity; each is in some chunk. */
  readonly terms: readonly { readonly term: string; readonly weight: number; readonly rows: number }[];
  readonly vector: { readonly text: string; readonly isExact: boolean } | undefined;
  readonly limit: number;
  readonly conditions: readonly string[];
}

/** For each candidate that is wanted, so many are looked at closely. */
const closely = 8;
/** A word that more of the chunks have does not make one a candidate, where there are others. */
const frequent = 0.25;
/** Nearest vectors of all repositories, of which those of the branch are taken; pgvector gives no more at once. */
export const mostNearest = 1000;

export function candidateStatement(wanted: Wanted, values: Values): string {
  const { terms, vector, limit, branch } = wanted;
  const both = [
    ...(terms.length > 0 ? [`(select file_id, id from counted order by words desc, file_id, id limit ${limit})`] : []),
    ...(vector ? ['(select file_id, id from near)'] : []),
  ];
  const near = vector && values.add(vector.text);
  const asked = `asked as (select * from unnest(${values.add(terms.map(({ term }) => term))}::text[],
    ${values.add(terms.map(({ weight }) => weight))}::float8[]) as t(term, weight))`;
  const parts = [
    asked,
    ...(terms.length > 0 ? [likely(wanted, values), counted('counted', 'likely', wanted)] : []),
    ...(vector && near !== undefined ? [nearRows(wanted, near)] : []),
    `chosen as (${both.join(' union ')})`,
    counted('scored', 'chosen', wanted),
  ];
  const cosine = near === undefined ? '0' : `1 - (e.embedding <=> ${near}::vector)`;
  return `with ${parts.join(',\n')}
    select c.file_id, c.id, c.hash, c.parent_chunk_id, c.path, c.language, c.kind, c.name, c.scope, c.start_line, c.end_line,
      array(select s ->> 'name' from jsonb_array_elements(c.symbols) s) as symbols,
      coalesce(s.words, 0)::float8 as words, (${cosine})::float8 as vector
    from chosen join codegrain.chunks c using (file_id, id) left join scored s using (file_id, id)
      left join codegrain.embeddings e on e.model_id = ${branch.modelId} and e.hash = c.hash
    order by c.path, c.start_line, c.id`;
}

/** Chunks of the branch that pass the filters. @param joined what else is joined to them. */
function rowsOf({ branch, conditions }: Wanted, joined = ''): string {
  return `codegrain.branch_files b join codegrain.chunks c on c.file_id = b.file_id ${joined}
    where ${[`b.branch_id = ${branch.id}`, `c.chunk_type <> 'parent'`, ...conditions].join(' and ')}`;
}

function likely(wanted: Wanted, values: Values): string {
  const { terms, rows, limit, meanLength } = wanted;
  const telling = terms.filter((term) => term.rows <= frequent * rows);
  const having = telling.length > 0 ? telling : terms;
  const any = termQuery(
    having.map(({ term }) => term),
    '|',
  );
  const { A, B, C, D } = labelWeights;
  // From D to A, as ts_rank wants them, at most 1.
  const labels = `'{${[D, C, B, A].map((weight) => weight / A).join(',')}}'`;
  const ranks = terms.map(
    ({ term, weight }) => `${weight} * ts_rank(${labels}, c.words, ${values.add(termQuery([term], '|'))}::tsquery)`,
  );
  return `likely as materialized (
    select c.file_id, c.id from ${rowsOf(wanted)} and c.words @@ ${values.add(any)}::tsquery
    order by (${ranks.join(' + ')}) / (0.25 + 0.75 * sqrt(c.word_count / ${meanLength})) desc limit ${limit * closely})`;
}

/** BM25F of the rows of another part. */
function counted(name: string, of: string, { meanLength }: Wanted): string {
  const { k1, b } = bm25;
  const { A, B, C, D } = labelWeights;
  return `${name} as (
    select c.file_id, c.id, sum(a.weight * n.count / (n.count + ${k1} * (${1 - b} + ${b} * c.word_count / ${meanLength}))) as words
    from ${of} join codegrain.chunks c using (file_id, id) cross join lateral unnest(c.words) as u(lexeme, places, labels)
      join asked a on a.term = u.lexeme
      cross join lateral (select sum(case l when 'A' then ${A} when 'B' then ${B} when 'C' then ${C} else ${D} end) as count
        from unnest(u.labels) l) n
    group by c.file_id, c.id)`;
}

function nearRows(wanted: Wanted, near: string): string {
  const { branch, limit, vector } = wanted;
  const type = indexedType(branch.dimensions);
  const indexed = indexedVector(branch.dimensions, 'embedding');
  if (vector?.isExact || type === undefined || indexed === undefined) {
    const rows = rowsOf(wanted, `join codegrain.embeddings e on e.model_id = ${branch.modelId} and e.hash = c.hash`);
    // Added to, so that no index is asked: with filters it would end before it has found enough.
    return `near as materialized (
      select c.file_id, c.id from ${rows} order by (e.embedding <=> ${near}::vector) + 0 limit ${limit})`;
  }
  return `nearest as materialized (
      select hash, ${indexed} <=> ${near}::${type} as distance from codegrain.embeddings
      where model_id = ${branch.modelId} order by 2 limit ${mostNearest}),
    near as materialized (
      select c.file_id, c.id from ${rowsOf(wanted, 'join nearest e on e.hash = c.hash')} order by e.distance limit ${limit})`;
}
