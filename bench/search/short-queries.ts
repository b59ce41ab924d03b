/**
 * Short queries, made from the names in an index: the stem of a file or the name of a definition, in one or two plain words
 * (`CancelToken` becomes `cancel token`). The answer is the file that is so called, or that defines the name; names that several files
 * have are left out.
 *
 *     node --import tsx bench/search/short-queries.ts --queries FILE --repos DIR
 */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { parseArgs } from 'node:util';
import { rolesOf } from '../../src/search/rank/file-role';
import type { Searcher } from '../../src/search/searcher';
import { indexedFolder } from '../code-search/checkouts';
import { readQueries } from '../code-search/queries';
import { maxRank, ndcg } from '../code-search/score';
import { cachedIndex } from './cached-index';
import { openSearcher } from './measure-search';

interface ShortQuery {
  readonly query: string;
  readonly from: 'file' | 'definition';
  readonly path: string;
}

/** @param count of each kind; always the same ones for an index. */
export function shortQueries({ views }: Searcher, count: number): ShortQuery[] {
  const files = new Map<string, Set<string>>();
  const definitions = new Map<string, Set<string>>();
  const add = (to: Map<string, Set<string>>, name: string, path: string): void => {
    const query = plainWords(name);
    if (query !== undefined) to.set(query, (to.get(query) ?? new Set()).add(path));
  };
  for (const { segments } of views) {
    for (const segment of segments) {
      for (let row = 0; row < segment.rows; row++) {
        const { path, language, symbols } = segment.rowAt(row);
        if (rolesOf(path, language).size > 0) continue;
        add(files, posix.basename(path).replace(/\..*$/, ''), path);
        for (const symbol of symbols) add(definitions, symbol, path);
      }
    }
  }
  const pick = (from: ShortQuery['from'], names: Map<string, Set<string>>): ShortQuery[] =>
    [...names]
      .flatMap(([query, [path, other]]): ShortQuery[] =>
        path !== undefined && other === undefined ? [{ query, from, path }] : [],
      )
      .sort((a, b) => (digest(a.query) < digest(b.query) ? -1 : 1))
      .slice(0, count);
  return [...pick('file', files), ...pick('definition', definitions)];
}

/** nDCG@10 of a query in a mode. */
export async function scoreShort(
  searcher: Searcher,
  { query, path }: ShortQuery,
  mode: 'hybrid' | 'keyword',
): Promise<number> {
  const { hits } = await searcher.search(query, { mode, limit: maxRank });
  return ndcg(
    [path],
    hits.map((hit) => hit.path),
  );
}

/** A name as one or two words of three letters or more; undefined: it has more. */
function plainWords(name: string): string | undefined {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  if (words.length < 1 || words.length > 2 || words.join('').length !== name.replaceAll(/[_-]/g, '').length)
    return undefined;
  return words.every(({ length }) => length >= 3) ? words.join(' ').toLowerCase() : undefined;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function main(): Promise<void> {
  const { queries, repos } = parseArgs({ options: { queries: { type: 'string' }, repos: { type: 'string' } } }).values;
  if (queries === undefined || repos === undefined) throw new Error('usage: --queries FILE --repos DIR');
  const sums = new Map<string, { count: number; hybrid: number; keyword: number }>();
  for (const repository of readQueries(queries)) {
    const searcher = await openSearcher(await cachedIndex(repos, repository), indexedFolder(repos, repository));
    for (const one of shortQueries(searcher, perRepository)) {
      const sum = sums.get(one.from) ?? { count: 0, hybrid: 0, keyword: 0 };
      sum.count++;
      sum.hybrid += await scoreShort(searcher, one, 'hybrid');
      sum.keyword += await scoreShort(searcher, one, 'keyword');
      sums.set(one.from, sum);
    }
  }
  console.log('| name of a | queries | hybrid | keyword |\n|---|---:|---:|---:|');
  for (const [from, { count, hybrid, keyword }] of sums)
    console.log(`| ${from} | ${count} | ${(hybrid / count).toFixed(3)} | ${(keyword / count).toFixed(3)} |`);
}

const perRepository = 10;

if (require.main === module) void main();
