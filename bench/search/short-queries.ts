/**
 * Short queries, made from the names in an index: the stem of a file or the name of a definition, in one or two plain words
 * (`CancelToken` becomes `cancel token`). The answer is the file that is so called, or that defines the name; names that several files
 * have are left out.
 */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { CodeIndex } from '../../src/engine/code-index';
import { rolesOf } from '../../src/search/file-role';
import { maxRank, ndcg } from '../code-search/score';
import type { Snapshot } from '../code-search/snapshot';
import type { Snapshots } from './snapshots';

interface ShortQuery {
  readonly query: string;
  readonly from: 'file' | 'definition';
  readonly path: string;
}

/** nDCG@10 by what the names are of. */
export interface ShortResult {
  readonly from: ShortQuery['from'];
  readonly count: number;
  readonly hybrid: number;
  readonly keyword: number;
}

/** Queries of each kind for a repository. */
const perRepository = 10;

export async function measureShort(asked: readonly Snapshot[], snapshots: Snapshots): Promise<ShortResult[]> {
  const results: { from: ShortQuery['from']; hybrid: number; keyword: number }[] = [];
  for (const snapshot of asked) {
    const { searcher, close } = await snapshots.open(snapshot);
    for (const one of shortQueries(searcher, perRepository))
      results.push({
        from: one.from,
        hybrid: await scoreShort(searcher, one, 'hybrid'),
        keyword: await scoreShort(searcher, one, 'keyword'),
      });
    close();
  }
  return (['file', 'definition'] as const).map((from) => {
    const own = results.filter((result) => result.from === from);
    const mean = (mode: 'hybrid' | 'keyword'): number => own.reduce((sum, one) => sum + one[mode], 0) / own.length;
    return { from, count: own.length, hybrid: mean('hybrid'), keyword: mean('keyword') };
  });
}

/** @param count of each kind; always the same ones for an index. */
function shortQueries({ views }: CodeIndex, count: number): ShortQuery[] {
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
async function scoreShort(
  searcher: CodeIndex,
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
