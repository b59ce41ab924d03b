/** Opens the index that commands ask, and explains a missing one. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Embedder } from '../../embedding/embedder';
import { CodeIndex } from '../../engine/code-index';
import { indexFileOf } from '../../index/index-settings';
import { UsageError } from './options/flags';

/**
 * @param folder undefined: the current folder, or the nearest one above it that has an index.
 * @param embedder the model of a server, if that made the index.
 */
export function openSearch(
  folder: string | undefined,
  indexFile?: string | undefined,
  embedder?: Embedder | undefined,
): { readonly index: CodeIndex; readonly root: string; close(): void } {
  if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`there is no folder ${folder}`);
  const root = resolve(folder ?? (indexFile === undefined ? nearestIndexedFolder(process.cwd()) : '.'));
  const file = indexFile ?? indexFileOf(root);
  const opened = CodeIndex.open(root, file, { embedder });
  if ('problem' in opened) {
    const { reason, message } = opened.problem;
    const isMissing = reason === 'gone' || !existsSync(file);
    const advice = reason === 'damaged' || reason === 'version' ? '; run: codegrain index' : '';
    throw new UsageError(isMissing ? `${root} is not indexed; run: codegrain index` : message + advice);
  }
  const { index } = opened;
  return { index, root, close: () => index.dispose() };
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
