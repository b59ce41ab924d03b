/** Opens the index that `search` and `similar` use, with its model, and explains a missing index. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Chunk } from '../chunking/chunk';
import type { Embedder } from '../embedding/embedder';
import { IndexReader } from '../index/file/index-reader';
import { indexFileOf } from '../index/index-settings';
import { needsJudge } from '../parse-worker/judge-model';
import { WorkerPool } from '../parse-worker/worker-pool';
import type { Rechunk } from '../search/hits/source-texts';
import { Searcher } from '../search/searcher';
import { IndexView } from '../search/view/index-view';
import { loadBuiltInModel } from '../tools/load-built-in';
import { UsageError } from './options/flags';

interface OpenedSearch {
  readonly searcher: Searcher;
  readonly root: string;
  /** Ends the parse worker, if one was started. */
  close(): void;
}

/**
 * @param folder undefined: the current folder, or the nearest one above it that has an index.
 * @param model embeds queries: a server's model, the built-in one, or none to search by keywords or by a place.
 */
export async function openSearch(
  folder: string | undefined,
  indexFile: string | undefined,
  model: Embedder | 'built-in' | 'none',
): Promise<OpenedSearch> {
  if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`there is no folder ${folder}`);
  const root = resolve(folder ?? (indexFile === undefined ? nearestIndexedFolder(process.cwd()) : '.'));
  const file = indexFile ?? indexFileOf(root);
  const opened = IndexReader.open(file);
  if ('problem' in opened) {
    const { reason, message } = opened.problem;
    const isMissing = reason === 'gone' || !existsSync(file);
    throw new UsageError(isMissing ? `${root} is not indexed; run: codegrain index` : message);
  }
  const view = new IndexView(opened.index, root);
  const embedder = model === 'none' ? undefined : model === 'built-in' ? await loadBuiltInModel(view.model) : model;
  const workers = new LazyWorkerPool(typeof model === 'string' ? undefined : model);
  const searcher = new Searcher([view], embedder, workers.rechunk);
  return { searcher, root, close: () => workers.dispose() };
}

/** The folder itself, or the nearest one above it that has an index; the folder if none has one. */
export function nearestIndexedFolder(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(indexFileOf(folder))) return folder;
    if (folder === dirname(folder)) return start;
  }
}

/** Starts a parse worker on first use: most searches do not need one. */
class LazyWorkerPool {
  private pool: WorkerPool | undefined;

  /** @param judge a server's model: it also judged topics when the index was made. */
  constructor(private readonly judge: Embedder | undefined) {}

  readonly rechunk: Rechunk = async (file, path, options): Promise<readonly Chunk[]> => {
    this.pool ??= new WorkerPool({ jobs: 1 });
    const reply = await this.pool.chunk(
      { path, file, options },
      undefined,
      needsJudge(options) ? this.judge : undefined,
    );
    return reply.is === 'chunked' ? reply.file.chunks : [];
  };

  dispose(): void {
    this.pool?.dispose();
  }
}

/** Parses a place such as `FILE:LINE` or `FILE:LINE:COLUMN`. */
export function parsePlace(argument: string): { readonly file: string; readonly line: number } {
  const [, file = '', line = ''] = /^(.+?):(\d{1,9})(?::\d+)?$/.exec(argument) ?? [];
  if (file === '' || Number(line) < 1)
    throw new UsageError(`expected FILE:LINE, such as src/main.ts:12, not "${argument}"`);
  return { file: join(file), line: Number(line) };
}
