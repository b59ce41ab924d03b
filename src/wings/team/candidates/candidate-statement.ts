/**
 * The SQL statement that finds candidates in any number of branches with one model. By words: the full-text index gives the chunks
 * that contain the words, and their BM25F score, which the index file ranks by too, is computed from the stored counts. By vectors:
 * the product with the query's vector, over all chunks of the branches or, if these are many, over the nearest of the vector index.
 * Every candidate gets both scores.
 */
import { countByCode } from '../../../index/terms/field-weights';
import { bm25 } from '../../../search/rank-weights';
import type { BranchView } from '../branch';
import type { StatementValues } from '../database-filters';
import { indexedType, indexedVector } from '../database-vectors';
import { countKey, repositoryWord, termQuery } from '../word-vector';
import { type SearchLimits, wordsQuery } from './candidate-words';

interface CandidateRequest {
  /** With the same model. */
  readonly views: readonly BranchView[];
  /** Each is in at least one chunk. */
  readonly terms: readonly {
    readonly term: string;
    /** By branch: how much the term counts there; 0 if it is not searched. */
    readonly weights: readonly number[];
    /** Chunks that have it, in all branches together. */
    readonly rows: number;
  }[];
  readonly vector: { readonly text: string; readonly isExact: boolean } | undefined;
  /** Candidates per branch. */
  readonly limit: number;
  readonly conditions: readonly string[];
  readonly limits: SearchLimits;
}

/** The repositories of more branches are not named in the query for words. */
const maxNamedRepositories = 20;

export function candidateStatement(request: CandidateRequest, values: StatementValues): string {
  const { views, terms, vector } = request;
  const near = vector && values.add(vector.text);
  const words = wordScore(request, values);
  const parts = [
    askedPart(views, values),
    ...(terms.length > 0 ? [likelyPart(request, words, values)] : []),
    ...(near === undefined ? [] : nearParts(request, near)),
  ];
  const sides = [
    ...(terms.length > 0 ? ['select branch_id, file_id, id, true as is_likely from likely'] : []),
    ...(near === undefined ? [] : ['select branch_id, file_id, id, false as is_likely from near']),
  ];
  // Vectors have length 1 (nearly, if they were stored as bytes), so their product is the cosine that the index file uses too.
  // Rows are ordered as in the index file, because the order decides between equal scores.
  return `with ${parts.join(',\n')}
    select a.place::integer as "branchPlace", is_near as "isNear", c.file_id as "fileId", c.id, c.hash, c.parent_chunk_id as parent,
      c.path, c.language, c.kind, c.name, c.scope, c.note, c.start_line as "startLine", c.end_line as "endLine", c.sequence, c.total,
      array(select s ->> 'name' from jsonb_array_elements(c.symbols) s) as symbols,
      (${words('a')})::float8 as words, ${near === undefined ? '0' : `-(e.embedding <#> ${near}::halfvec)`}::float8 as vector
    from (select branch_id, file_id, id, bool_or(is_likely) as is_likely, not bool_and(is_likely) as is_near
        from (${sides.join(' union all ')}) as side group by branch_id, file_id, id) as chosen
      join asked a using (branch_id)
      join codegrain.chunks c using (file_id, id)
      left join codegrain.embeddings e on e.model_id = ${modelOf(request)} and e.hash = c.hash
    order by a.place, is_likely desc, case when is_likely then ${words('a')} end desc, vector desc nulls last, c.file_id, c.start_offset`;
}

function modelOf({ views }: CandidateRequest): number {
  return views[0]?.branch.modelId ?? 0;
}

/** The branches, with their place in the request. */
function askedPart(views: readonly BranchView[], values: StatementValues): string {
  const ids = values.add(views.map(({ branch }) => branch.id));
  const lengths = values.add(views.map(({ meanLength }) => meanLength));
  return `asked as materialized (select * from unnest(${ids}::integer[], ${lengths}::float8[])
    with ordinality as branch(branch_id, mean_length, place))`;
}

/** Chunks of the branches that pass the filters. @param joined further joins. */
function rowsOf({ views, conditions }: CandidateRequest, joined = '', more: readonly string[] = []): string {
  // The planner knows how many files one branch has, but not how many a list of branches has.
  const [first, ...others] = views;
  const isOne = first && others.length === 0 ? [`b.branch_id = ${first.branch.id}`] : [];
  return `codegrain.branch_files b join asked a on a.branch_id = b.branch_id
    join codegrain.chunks c on c.file_id = b.file_id ${joined}
    where ${[...isOne, `c.chunk_type <> 'parent'`, ...conditions, ...more].join(' and ')}`;
}

function likelyPart(request: CandidateRequest, words: WordScore, values: StatementValues): string {
  const { terms, views, limit, limits } = request;
  const rows = views.reduce((sum, view) => sum + view.rows, 0);
  const { text, cap } = wordsQuery(terms, rows, limit, limits);
  const repositories = [...new Set(views.map(({ branch }) => repositoryWord(branch.repositoryId)))];
  const inside = repositories.length > maxNamedRepositories ? '' : ` & (${termQuery(repositories, '|')})`;
  const having = rowsOf(request, '', [`c.words @@ ${values.add(`(${text})${inside}`)}::tsquery`]);
  const read = `select b.branch_id, a.place, a.mean_length, c.file_id, c.id, c.start_offset, c.word_count, c.word_counts from ${having}`;
  const capped = cap === undefined ? read : `${read} limit ${cap}`;
  return `likely as materialized (${best(
    request,
    `select c.branch_id, c.file_id, c.id, c.start_offset, -(${words('c')}) as distance from (${capped}) as c`,
  )})`;
}

/** The best of each branch, and not more than the most of all branches together. @param scored has `distance`, lower for better ones. */
function best({ views, limit, limits: { maxCandidates } }: CandidateRequest, scored: string): string {
  const order = 'order by distance, file_id, start_offset';
  if (views.length === 1) return `${scored} ${order} limit ${limit}`;
  if (views.length * limit > maxCandidates) return `${scored} ${order} limit ${maxCandidates}`;
  return `select branch_id, file_id, id from (
    select *, row_number() over (partition by branch_id ${order}) as rank from (${scored}) as scored) as ranked where rank <= ${limit}`;
}

/** BM25F of a row `c` in the branch with this alias. */
type WordScore = (branch: string) => string;

function wordScore({ terms, views }: CandidateRequest, values: StatementValues): WordScore {
  if (terms.length === 0) return () => '0';
  const { k1, b } = bm25;
  const counts = values.add(Array.from(countByCode));
  const shares = terms.map(({ term, weights }): WordScore => {
    const key = countKey(term);
    const place = `nullif(position(${values.add(key)}::bytea in c.word_counts), 0)`;
    const count = `(${counts}::float8[])[get_byte(c.word_counts, ${place} + ${key.length - 1}) + 1]`;
    const byPlace = views.length === 1 ? undefined : values.add(weights);
    return (branch) => {
      const weight = byPlace === undefined ? weights[0] : `(${byPlace}::float8[])[${branch}.place]`;
      const norm = `(${k1 * (1 - b)} + ${k1 * b} / ${branch}.mean_length * c.word_count)`;
      // Equals count / (count + norm), but mentions the count only once.
      return `coalesce(${weight} * (1 - ${norm} / (${count} + ${norm})), 0)`;
    };
  });
  return (branch) => shares.map((share) => share(branch)).join(' + ');
}

function nearParts(request: CandidateRequest, near: string): string[] {
  const { vector, views, limits } = request;
  const dimensions = views[0]?.branch.dimensions ?? 0;
  const type = indexedType(dimensions);
  const indexed = indexedVector(dimensions, 'embedding');
  const scored = (distance: string, joined: string): string =>
    `select b.branch_id, c.file_id, c.id, c.start_offset, ${distance} as distance from ${rowsOf(request, joined)}`;
  if (vector?.isExact || type === undefined || indexed === undefined) {
    // Ordered by the product, for which there is no index: with filters, an index scan would stop before it has found enough.
    const all = `join codegrain.embeddings e on e.model_id = ${modelOf(request)} and e.hash = c.hash`;
    return [`near as materialized (${best(request, scored(`e.embedding <#> ${near}::halfvec`, all))})`];
  }
  return [
    `nearest as materialized (select hash, ${indexed} <=> ${near}::${type} as distance from codegrain.embeddings
      where model_id = ${modelOf(request)} order by 2 limit ${limits.maxNearest})`,
    `near as materialized (${best(request, scored('e.distance', 'join nearest e on e.hash = c.hash'))})`,
  ];
}
