/**
 * The filters of a query as SQL conditions. Languages, kinds and words are columns. Patterns for paths and names belong to the query
 * language, so they are matched here: the condition lists the files or chunks that match.
 */
import { matchesFile, matchesNames, type Query } from '../../search/query/query';
import type { SearchArea } from '../../search/query/search-choices';
import { areaOfFile, isTestChunk, type RankedChunk } from '../../search/rank/candidate';
import type { Queries } from './database';
import { termQuery } from './word-vector';

/** Collects the parameter values of a statement. */
export class StatementValues {
  readonly all: unknown[];

  constructor(first: readonly unknown[] = []) {
    this.all = [...first];
  }

  /** The placeholder of the value, such as `$3`. */
  add(value: unknown): string {
    return `$${this.all.push(value)}`;
  }
}

/** Conditions on `c`, a row of chunks. Empty if everything passes. */
export async function conditionsOf(
  query: Query,
  branches: readonly number[],
  queries: Queries,
  values: StatementValues,
  only: readonly SearchArea[] = [],
): Promise<string[]> {
  const { languages, kinds, names, paths, lexical } = query;
  const conditions: string[] = [];
  const oneOf = (
    column: string,
    { any, none }: { readonly any: readonly string[]; readonly none: readonly string[] },
  ): void => {
    if (any.length > 0) conditions.push(`${column} = any(${values.add(any)}::text[])`);
    if (none.length > 0) conditions.push(`${column} <> all(${values.add(none)}::text[])`);
  };
  oneOf('c.language', languages);
  oneOf('c.kind', kinds);
  const { required = [], excluded = [] } = lexical;
  if (required.length > 0) conditions.push(`c.words @@ ${values.add(termQuery(required, '&'))}::tsquery`);
  if (excluded.length > 0) conditions.push(`not c.words @@ ${values.add(termQuery(excluded, '|'))}::tsquery`);
  if (paths.any.length + paths.none.length + only.length > 0)
    conditions.push(`c.file_id = any(${values.add(await matchingFiles(query, branches, queries, only))}::bigint[])`);
  if (names.any.length + names.none.length > 0) {
    const { files, ids } = await chunksMatchingNames(query, branches, queries);
    conditions.push(
      `(c.file_id, c.id) in (select * from unnest(${values.add(files)}::bigint[], ${values.add(ids)}::text[]))`,
    );
  }
  return conditions;
}

async function matchingFiles(
  query: Query,
  branches: readonly number[],
  queries: Queries,
  only: readonly SearchArea[],
): Promise<string[]> {
  const files = await queries.rows<{ path: string; file: string; language: string }>(
    `select b.path, b.file_id as file, f.language from codegrain.branch_files b join codegrain.files f on f.id = b.file_id
       where b.branch_id = any($1::integer[])`,
    [branches],
  );
  const onlyPaths = { paths: query.paths, languages: { any: [], none: [] } };
  return files
    .filter(({ path, language }) => matchesFile(onlyPaths, path, '') && mayHaveArea(only, path, language))
    .map(({ file }) => file);
}

function mayHaveArea(only: readonly SearchArea[], path: string, language: string): boolean {
  if (only.length === 0) return true;
  const area = areaOfFile(path, language);
  return only.includes(area) || (area === 'code' && only.includes('tests'));
}

/** Is a chunk of a file that passed in one of the areas? The configuration of test runners is not known here. */
export function isInAreas(only: readonly SearchArea[], chunk: RankedChunk): boolean {
  if (only.length === 0) return true;
  const area = areaOfFile(chunk.path, chunk.language);
  return only.includes(area === 'code' && isTestChunk(chunk) ? 'tests' : area);
}

async function chunksMatchingNames(
  query: Query,
  branches: readonly number[],
  queries: Queries,
): Promise<{ readonly files: string[]; readonly ids: string[] }> {
  const chunks = await queries.rows<{ file: string; id: string; names: string[] }>(
    `select c.file_id as file, c.id, array[c.name] || array(select jsonb_path_query(c.symbols, '$[*].name') #>> '{}') as names
       from codegrain.branch_files b join codegrain.chunks c on c.file_id = b.file_id
       where b.branch_id = any($1::integer[]) and c.chunk_type <> 'parent'`,
    [branches],
  );
  const named = chunks.filter(({ names }) => matchesNames(query, names));
  return { files: named.map(({ file }) => file), ids: named.map((chunk) => chunk.id) };
}
