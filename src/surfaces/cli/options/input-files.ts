/** The files that paths of the command line mean: folders are walked, "-" is standard input, and nothing comes twice. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer as readAll } from 'node:stream/consumers';
import type { ChunkRequest } from '../../../engine/workers/worker-protocol';
import { shownPath } from '../../../shared/inside-folder';
import { type DiscoverOptions, discover } from '../../../workspace/discover';
import { type ReadLimits, readBytes, walkLimits } from '../../../workspace/read-file';
import { fileErrorReason, isUserChoice, type Skipped } from '../../../workspace/skip-reasons';
import { UsageError } from './flags';

export interface InputFile {
  readonly request?: ChunkRequest;
  readonly path: string;
  readonly skipped?: Skipped;
  /** Named on the command line and not there: an error, not a skip. */
  readonly error?: string;
  readonly isNamed?: boolean;
}

export async function* inputs(
  paths: readonly string[],
  common: Omit<ChunkRequest, 'path'> & { readonly limits: ReadLimits },
  walk: DiscoverOptions,
): AsyncGenerator<InputFile> {
  const found = { ...common, limits: walkLimits(common.limits) };
  // `src src/a.ts` names a file twice; it is printed once.
  const seen = new Set<string>();
  const isNew = (file: string): boolean => !seen.has(file) && seen.add(file).size > 0;
  for (const path of paths) {
    if (path === '-') {
      const read = readBytes(path, await readAll(process.stdin), common.limits);
      if ('skipped' in read) yield { path, skipped: read.skipped };
      else yield { path, request: { ...common, path, ...read } };
      continue;
    }
    if (path === '') throw new UsageError('a path is empty');
    const file = resolve(path);
    let isFolder: boolean;
    try {
      isFolder = (await stat(file)).isDirectory();
    } catch (error) {
      yield { path, error: fileErrorReason(error) };
      continue;
    }
    if (!isFolder) {
      if (isNew(file))
        yield { path: shownPath(file), isNamed: true, request: { ...common, path: shownPath(file), file } };
      continue;
    }
    for await (const entry of discover(file, walk)) {
      if (('skipped' in entry && isUserChoice(entry.skipped)) || !isNew(entry.file)) continue;
      const path = shownPath(entry.file);
      if ('skipped' in entry) yield { path, skipped: entry.skipped };
      else yield { path, request: { ...(entry.isNamed ? common : found), path, file: entry.file } };
    }
  }
}
