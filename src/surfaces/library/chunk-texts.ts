/** Texts, files and folders → chunks. */
import { resolve } from 'node:path';
import type { ChunkRequest } from '../../engine/workers/worker-protocol';
import { collected, inOrder } from '../../shared/in-order';
import { shownPath } from '../../shared/inside-folder';
import { discover, type FoundEntry } from '../../workspace/discover';
import { walkLimits } from '../../workspace/read-file';
import { isUserChoice, type Skipped } from '../../workspace/skip-reasons';
import { RunGraph } from '../export/run-graph';
import { type ChunkedText, chunkedText, skippedError } from './chunked-text';
import { statusOf } from './file-status';
import { CodegrainError, libraryError } from './library-error';
import {
  type ChunkingOptions,
  checkedChunkOptions,
  checkedFileOptions,
  checkedIsolation,
  checkedLanguage,
  checkText,
  type FileOptions,
  type Isolation,
} from './library-options';
import { poolWidth, sharedPool } from './shared-pools';

/** Options of `chunk`. */
export interface ChunkTextOptions extends ChunkingOptions {
  /** The path in the records, from which the language is found, too. Default `-`. */
  readonly path?: string | undefined;
  /** The id of a language or format, such as `typescript`; left out: by path and text. */
  readonly language?: string | undefined;
  /** Where the text is parsed. Default `process`. */
  readonly isolation?: Isolation | undefined;
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `chunkFile`. */
export interface ChunkFileOptions extends ChunkTextOptions, Pick<FileOptions, 'maxBytes' | 'force'> {
  /** The path in the records; left out: relative to the current folder, or absolute if the file is outside of it. */
  readonly path?: string | undefined;
}

/** Options of `chunkFolder`. */
export interface ChunkFolderOptions
  extends ChunkingOptions,
    FileOptions,
    Pick<ChunkTextOptions, 'isolation' | 'signal'> {}

/** A file without chunks, and why it has none. */
export interface SkippedFile {
  readonly path: string;
  readonly skipped: Skipped;
  readonly chunks?: undefined;
}

/** A file of a folder: its chunks, or why it has none. */
export type FolderFile = ChunkedText | SkippedFile;

/**
 * Cuts a text into chunks, the same as the command line makes.
 * @throws CodegrainError
 */
export async function chunkGivenText(text: string, options: ChunkTextOptions = {}): Promise<ChunkedText> {
  checkText('text', text);
  const { path = '-' } = options;
  checkText('path', path);
  return chunkOne({ path, text }, options);
}

/**
 * Cuts a file into chunks. The records have the path relative to the current folder, as on the command line.
 * @throws CodegrainError `not-found`, or `skipped` for a file that is binary, too large or cannot be read
 */
export async function chunkNamedFile(file: string, options: ChunkFileOptions = {}): Promise<ChunkedText> {
  checkText('file', file);
  const { path = shownPath(resolve(file)), maxBytes, force } = options;
  checkText('path', path);
  const { limits } = checkedFileOptions({ maxBytes, force });
  const found = statusOf(file);
  if (!found) throw new CodegrainError('not-found', `there is no file ${file}`);
  if (found.isDirectory()) throw new CodegrainError('invalid-argument', `${file} is a folder: use chunkFolder`);
  return chunkOne({ path, file: resolve(file), limits }, options);
}

/**
 * Cuts the files of a folder into chunks, in a stable order. Paths are relative to the folder. What ignore files, `include` and
 * `exclude` leave out is not listed; every other file is, with its chunks or the reason why it has none.
 * Leaving the loop ends the work.
 * @throws CodegrainError
 */
export async function* chunkFolder(folder: string, options: ChunkFolderOptions = {}): AsyncGenerator<FolderFile, void> {
  checkText('folder', folder);
  const chunk = checkedChunkOptions(options);
  const { globs, limits } = checkedFileOptions(options);
  const isolation = checkedIsolation(options.isolation);
  if (!statusOf(folder)?.isDirectory()) throw new CodegrainError('not-found', `there is no folder ${folder}`);
  const pool = sharedPool(isolation, chunk.customStrategy);
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  try {
    const walked = listed(discover(resolve(folder), { ...globs, force: limits.force, signal }));
    const jobs = poolWidth(isolation);
    const read = chunk.context === 'signatures' ? await collected(walked) : undefined;
    const graph = read && (await graphOf(read, { chunk, limits, jobs, pool, signal }));
    yield* inOrder(read ?? walked, jobs * 2, async (entry): Promise<FolderFile> => {
      const { path } = entry;
      if ('skipped' in entry) return { path, skipped: entry.skipped };
      const entryLimits = walkLimits(limits, entry.isNamed);
      const reply = await pool.chunk({ path, file: entry.file, options: chunk, limits: entryLimits }, signal);
      if (reply.is === 'skipped') return { path, skipped: reply.skipped };
      return chunkedText(path, reply, (file) => graph?.attach(file) ?? file);
    });
    signal.throwIfAborted();
  } catch (error) {
    throw libraryError(error, options.signal);
  } finally {
    stop.abort();
  }
}

async function chunkOne(request: ChunkRequest, options: ChunkTextOptions): Promise<ChunkedText> {
  const { signal } = options;
  signal?.throwIfAborted();
  const chunk = checkedChunkOptions(options);
  const pool = sharedPool(checkedIsolation(options.isolation), chunk.customStrategy);
  const complete = { ...request, options: chunk, ...checkedLanguage(options.language) };
  try {
    const reply = await pool.chunk(complete, signal);
    if (reply.is === 'skipped') throw skippedError(request.path, reply.skipped);
    return chunkedText(request.path, reply);
  } catch (error) {
    throw libraryError(error, signal);
  }
}

async function* listed(entries: AsyncIterable<FoundEntry>): AsyncGenerator<FoundEntry> {
  for await (const entry of entries) if (!('skipped' in entry && isUserChoice(entry.skipped))) yield entry;
}

function graphOf(entries: readonly FoundEntry[], options: Parameters<typeof RunGraph.read>[1]): Promise<RunGraph> {
  const files = entries.flatMap((entry) => {
    if ('skipped' in entry) return [];
    const { path, file, isNamed } = entry;
    return { path, file, ...(isNamed && { isNamed }) };
  });
  return RunGraph.read(files, options);
}
