/** Opens the index that commands ask, and explains a missing one. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Embedder } from '../../embedding/embedder';
import { CodeIndex } from '../../engine/code-index';
import { indexFileOf } from '../../index/index-settings';
import { isFolder, requireFolder, UsageError } from './options/flags';

interface QueryArguments {
  readonly query: string;
  readonly folder: string | undefined;
  /** What to say if nothing is found: the first argument is a folder, which belongs behind the query. */
  readonly hint: string | undefined;
}

/**
 * The query comes first and the folder last, as for grep. A query needs no quotes: the last argument is the folder if it is one.
 * @param usage of the command, without the folder. @param mayBeEmpty a single argument may be the folder.
 */
export function queryAndFolder(usage: string, positionals: readonly string[], mayBeEmpty: boolean): QueryArguments {
  const [first = '', last = ''] = [positionals[0], positionals.at(-1)];
  const hasFolder = (positionals.length > 1 || mayBeEmpty) && isFolder(last);
  if (hasFolder) return { query: positionals.slice(0, -1).join(' '), folder: last, hint: undefined };
  const isFirst = positionals.length > 1 && isFolder(first);
  const [, word = ''] = usage.split(' ');
  const hint = `to search in ${first}, put it after the ${word.toLowerCase()}: codegrain ${usage} ${first}`;
  return { query: positionals.join(' '), folder: undefined, hint: isFirst ? hint : undefined };
}

/**
 * @param folder undefined: the current folder, or the nearest one above it that has an index.
 * @param embedder the model of a server, if that made the index. @param hint what else to say if there is no index.
 */
export function openSearch(
  folder: string | undefined,
  indexFile?: string | undefined,
  embedder?: Embedder | undefined,
  hint?: string | undefined,
): Disposable & { readonly index: CodeIndex; readonly root: string } {
  if (folder !== undefined) requireFolder(folder);
  const root = resolve(folder ?? (indexFile === undefined ? nearestIndexedFolder(process.cwd()) : '.'));
  const file = indexFile ?? indexFileOf(root);
  const opened = CodeIndex.open(root, file, { embedder });
  if ('problem' in opened) {
    const { reason, message } = opened.problem;
    const isMissing = reason === 'gone' || !existsSync(file);
    const advice = reason === 'damaged' || reason === 'version' ? '; run: codegrain index' : '';
    const missing = `${root} is not indexed; run: codegrain index${hint === undefined ? '' : `; ${hint}`}`;
    throw new UsageError(isMissing ? missing : message + advice);
  }
  const { index } = opened;
  return { index, root, [Symbol.dispose]: () => index.dispose() };
}

/** The folder itself, or the nearest one above it that has an index; the folder if none has one. */
export function nearestIndexedFolder(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(indexFileOf(folder))) return folder;
    if (folder === dirname(folder)) return start;
  }
}

/** Parses a place such as `FILE:LINE` or `FILE:LINE:COLUMN`. */
export function parsePlace(argument: string): { readonly file: string; readonly line: number } {
  const [, file = '', line = ''] = /^(.+?):(\d{1,9})(?::\d+)?$/.exec(argument) ?? [];
  if (file === '' || Number(line) < 1)
    throw new UsageError(`expected FILE:LINE, such as src/main.ts:12, not "${argument}"`);
  return { file: join(file), line: Number(line) };
}
