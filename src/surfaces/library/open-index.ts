/** The index of a folder: the same file that the command line, the MCP server and VS Code use. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { plainPlace } from '../../engine/answers/code-blocks';
import { keptIndexSettings } from '../../engine/answers/kept-model';
import type { Pack } from '../../engine/answers/pack/pack';
import { CodeIndex } from '../../engine/code-index';
import { Indexer, type IndexOptions } from '../../engine/indexer/indexer';
import { indexGlobs } from '../../index/file/index-globs';
import { indexFileOf } from '../../index/index-settings';
import { missingNamesIn } from '../../search/query/query-problem';
import { searchAreas, searchModes } from '../../search/query/search-choices';
import type { SearchAnswer } from '../../search/searcher';
import type { IndexView } from '../../search/view/index-view';
import { pathInside } from '../../shared/inside-folder';
import { counterOrApproximate } from '../../tokens/token-counter';
import { statusOf } from './file-status';
import type {
  IndexPackOptions,
  IndexSearchFilters,
  IndexSearchOptions,
  LibraryIndex,
  OpenIndexOptions,
  RefreshOptions,
  RefreshReport,
  SearchResult,
  SimilarOptions,
} from './index-types';
import { CodegrainError, indexError, libraryError } from './library-error';
import {
  checkedChunkOptions,
  checkedFileOptions,
  checkedIsolation,
  checkedMaxSize,
  checkText,
} from './library-options';
import { poolWidth, sharedPool } from './shared-pools';

interface OpenedIndex {
  readonly index: CodeIndex;
  readonly view: IndexView;
}

/**
 * Opens the index of a folder. It need not exist yet: `refresh` makes it.
 * @throws CodegrainError
 */
export async function openIndex(folder: string, options: OpenIndexOptions = {}): Promise<LibraryIndex> {
  checkText('folder', folder);
  checkedChunkOptions(options);
  checkedFileOptions(options);
  checkedIsolation(options.isolation);
  if (!statusOf(folder)?.isDirectory()) throw new CodegrainError('not-found', `there is no folder ${folder}`);
  return new OpenedFolder(resolve(folder), options);
}

class OpenedFolder implements LibraryIndex {
  readonly folder: string;
  readonly file: string;
  private opened: OpenedIndex | undefined;
  private lastRefresh: Promise<unknown> = Promise.resolve();
  private isClosed = false;
  private readonly closing = new AbortController();

  constructor(
    folder: string,
    private readonly options: OpenIndexOptions,
  ) {
    this.folder = folder;
    this.file = resolve(options.indexFile ?? indexFileOf(folder));
  }

  refresh(options: RefreshOptions = {}): Promise<RefreshReport> {
    const refreshed = this.lastRefresh.then(() => this.refreshNow(options));
    this.lastRefresh = refreshed.catch(() => {});
    return refreshed;
  }

  async search(query: string, options: IndexSearchOptions = {}): Promise<SearchResult> {
    checkText('query', query);
    const { limit = 10, mode = 'hybrid', plain, context, byChunk, byParent, signal } = options;
    checkLimit(limit);
    checkOneOf('mode', mode, searchModes);
    const chosen = { plain: !!plain, context: !!context, byChunk: !!byChunk, byParent: !!byParent };
    const asked = { limit, mode, ...chosen, ...filtersOf(options), ...(signal && { signal }) };
    return this.answer(signal, async ({ index }) => resultOf(await index.search(query, asked)));
  }

  async similar(
    place: { readonly path: string; readonly line: number },
    { limit = 10, only = [], signal }: SimilarOptions = {},
  ): Promise<SearchResult> {
    checkText('path', place?.path);
    if (!Number.isInteger(place.line) || place.line < 1)
      throw new CodegrainError('invalid-argument', 'line must be a whole number from 1');
    checkLimit(limit);
    for (const area of only) checkOneOf('only', area, searchAreas);
    const inIndex = pathInside(this.folder, resolve(this.folder, place.path));
    if (inIndex === undefined) throw new CodegrainError('invalid-argument', `${place.path} is not in ${this.folder}`);
    return this.answer(signal, async ({ index, view }) => {
      const read = view.gate.read(inIndex);
      if ('skipped' in read && read.skipped.reason !== 'unreadable')
        throw new CodegrainError('not-found', `${place.path} ${read.skipped.message}`);
      const answer = await index.similar(inIndex, place.line, { limit, only });
      const damage = view.problem ? `. ${view.problem.message}` : '';
      if (!answer)
        throw new CodegrainError('not-found', `the index has no line ${place.line} of ${place.path}${damage}`);
      return resultOf(answer);
    });
  }

  async pack(task: string, options: IndexPackOptions = {}): Promise<Pack> {
    checkText('task', task);
    const { tokens = 4000, signal } = options;
    if (!Number.isInteger(tokens) || tokens < 50 || tokens > 1_000_000)
      throw new CodegrainError('invalid-argument', 'tokens must be a whole number from 50 to 1000000');
    const asked = filtersOf(options);
    return this.answer(signal, ({ index }) => {
      const notices: string[] = [];
      const counter = counterOrApproximate('o200k_base', (notice) => notices.push(notice));
      return index.pack(task, {
        ...{ budget: tokens, place: plainPlace, readMore: 'read them in the file', notices, ...asked },
        count: (text) => counter.count(text),
        ...(signal && { signal }),
      });
    });
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.closing.abort(closedError());
    await this.lastRefresh;
    this.opened?.index.dispose();
    this.opened = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private async refreshNow({ signal, onProgress }: RefreshOptions): Promise<RefreshReport> {
    this.throwIfClosed(signal);
    const either = signal ? AbortSignal.any([signal, this.closing.signal]) : this.closing.signal;
    try {
      const indexer = await Indexer.open(this.folder, {
        ...(await this.indexOptions()),
        ...(onProgress && {
          onProgress: ({ step, done, total, chunks }) => onProgress({ step, done, total, chunks }),
        }),
      });
      try {
        const { added, changed, removed, unchanged, touched, rebuilt, warnings } = await indexer.refresh(either);
        either.throwIfAborted();
        const { files, searchedChunks: chunks } = indexer.index.stats();
        const counts = { added, changed, removed, unchanged: unchanged + touched, files, chunks };
        return { ...counts, ...(rebuilt !== undefined && { rebuilt }), warnings };
      } finally {
        await indexer.close();
      }
    } catch (error) {
      throw libraryError(error, signal);
    }
  }

  private async indexOptions(): Promise<IndexOptions> {
    const { indexFile: _, isolation: chosen, maxSize, ...given } = this.options;
    const isolation = checkedIsolation(chosen);
    const isChosen = Object.values(given).some((value) => value !== undefined);
    const common = { indexFile: this.file, jobs: poolWidth(isolation), maxIndexBytes: checkedMaxSize(maxSize) };
    if (!isChosen) {
      const kept = await keptIndexSettings(this.file);
      if (kept) return { ...common, ...kept, ...indexGlobs(this.file), pool: sharedPool(isolation) };
    }
    const chunk = checkedChunkOptions(given);
    const { globs, limits } = checkedFileOptions(given);
    return { ...common, ...globs, chunk, limits, pool: sharedPool(isolation, chunk.customStrategy) };
  }

  private async answer<T>(signal: AbortSignal | undefined, work: (opened: OpenedIndex) => Promise<T>): Promise<T> {
    this.throwIfClosed(signal);
    try {
      const result = await work(this.current());
      signal?.throwIfAborted();
      return result;
    } catch (error) {
      throw this.isClosed ? closedError() : libraryError(error, signal);
    }
  }

  /** The index in its current state, also if another process wrote it. */
  private current(): OpenedIndex {
    this.opened?.index.refresh();
    this.opened ??= this.open();
    return this.opened;
  }

  private open(): OpenedIndex {
    const opened = CodeIndex.open(this.folder, this.file, {
      pool: () => sharedPool(checkedIsolation(this.options.isolation)),
    });
    if ('index' in opened) return opened;
    if (!existsSync(this.file))
      throw new CodegrainError('no-index', `${this.folder} is not indexed yet: call refresh first`);
    throw indexError(opened.problem);
  }

  private throwIfClosed(signal: AbortSignal | undefined): void {
    signal?.throwIfAborted();
    if (this.isClosed) throw closedError();
  }
}

function closedError(): CodegrainError {
  return new CodegrainError('closed', 'the index is closed');
}

function resultOf({ hits, confidence, total, problems, notices }: SearchAnswer): SearchResult {
  return {
    hits,
    ...(confidence && { confidence }),
    ...(total !== undefined && { total }),
    ...missingNamesIn(problems),
    notices: [...problems.map(({ message }) => message), ...notices],
  };
}

function filtersOf({ path = [], language = [], kind = [], only = [] }: IndexSearchFilters) {
  for (const [name, values] of Object.entries({ path, language, kind, only })) {
    if (!Array.isArray(values)) throw new CodegrainError('invalid-argument', `${name} must be a list of texts`);
    for (const value of values) checkText(`each ${name}`, value);
  }
  for (const area of only) checkOneOf('only', area, searchAreas);
  return { filters: { path, language, kind }, only };
}

function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw new CodegrainError('invalid-argument', 'limit must be a whole number from 1 to 1000');
}

function checkOneOf(name: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value))
    throw new CodegrainError('invalid-argument', `${name} must be ${allowed.join(', ')}, not ${value}`);
}
