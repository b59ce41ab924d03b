/** The calls of the library for browsers: their options are checked as those of the library for Node are. */

import type { ChunkReply, ChunkRequest } from '../../engine/workers/worker-protocol';
import { languages } from '../../languages/registry';
import { proseFormatNames } from '../../prose/prose-format-names';
import type { ChunkTextOptions } from '../../surfaces/library/chunk-texts';
import { type ChunkedText, chunkedText, skippedError } from '../../surfaces/library/chunked-text';
import type { CountOptions } from '../../surfaces/library/count-and-embed';
import { CodegrainError, libraryError } from '../../surfaces/library/library-error';
import { checkCounted, checkedChunkOptions, checkedLanguage, checkText } from '../../surfaces/library/library-options';
import { type CounterName, counterNames, recommendedCounter } from '../../tokens/counter-table';
import type { Counted } from '../../tokens/token-counter';
import { chunkHere, countHere } from './in-this-thread';
import { setProductUrl } from './product-files';

/** Options of `chunk`. */
export interface WebChunkOptions extends Omit<ChunkTextOptions, 'customStrategy' | 'isolation'> {
  /** The folder with `grammars/` and `dist/` of the package, for this and later calls. Default: where this module is. */
  readonly baseUrl?: string | URL | undefined;
}

/** Options of `countTokens`. */
export interface WebCountOptions extends CountOptions {
  /** As for `chunk`. */
  readonly baseUrl?: string | URL | undefined;
}

/** The languages and formats that the option `language` takes, sorted by name. */
export const webLanguages: readonly { readonly id: string; readonly name: string }[] = [
  ...new Map([...languages, ...proseFormatNames].map(({ id, name }) => [id, { id, name }])).values(),
].sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Where the files of the product are, seen from the module `dist/web/web.js`. */
// Not written in one expression: bundlers would take the folder for a file of the program.
const here: string = import.meta.url;

export function productUrlOf(baseUrl: string | URL | undefined): URL {
  try {
    return baseUrl === undefined ? new URL('../../', here) : new URL(baseUrl, here);
  } catch (cause) {
    throw new CodegrainError('invalid-argument', `baseUrl is not a URL: ${baseUrl}`, { cause });
  }
}

let isSet = false;

function useProductUrl(baseUrl: string | URL | undefined): void {
  if (isSet && baseUrl === undefined) return;
  setProductUrl(productUrlOf(baseUrl));
  isSet = true;
}

/** What does the work: this thread, or a worker. */
export interface WebEngine {
  chunk(request: ChunkRequest, signal: AbortSignal | undefined): Promise<ChunkReply>;
  count(counted: Counted, counter: CounterName): Promise<number>;
}

const thisThread: WebEngine = { chunk: chunkHere, count: countHere };

/**
 * Cuts a text into chunks, the same as on the desktop. It works in the thread of the caller; `openWorker` has another one.
 * @throws CodegrainError
 */
export async function chunkWithOptions(text: string, options: WebChunkOptions = {}): Promise<ChunkedText> {
  useProductUrl(options.baseUrl);
  return chunkBy(thisThread, text, options);
}

/**
 * The number of tokens of a text, or of messages. The first call for a tokenizer fetches its table.
 * @throws CodegrainError
 */
export async function countWithOptions(counted: Counted, options: WebCountOptions = {}): Promise<number> {
  useProductUrl(options.baseUrl);
  return countBy(thisThread, counted, options);
}

export async function chunkBy(engine: WebEngine, text: string, options: WebChunkOptions): Promise<ChunkedText> {
  const { path = '-', signal } = options;
  checkText('text', text);
  checkText('path', path);
  signal?.throwIfAborted();
  if ('customStrategy' in options)
    throw new CodegrainError('invalid-argument', 'there are no custom strategies in a browser');
  const request = { path, text, options: checkedChunkOptions(options), ...checkedLanguage(options.language) };
  try {
    const reply = await engine.chunk(request, signal);
    if (reply.is === 'skipped') throw skippedError(path, reply.skipped);
    return chunkedText(path, reply);
  } catch (error) {
    throw libraryError(error, signal);
  }
}

export async function countBy(engine: WebEngine, counted: Counted, options: WebCountOptions): Promise<number> {
  const { tokenizer = 'o200k_base' } = options;
  checkCounted(counted);
  checkText('tokenizer', tokenizer);
  const counter = counterNames.find((name) => name === tokenizer) ?? recommendedCounter(tokenizer);
  if (counter === 'approximate' && tokenizer !== counter)
    throw new CodegrainError('invalid-argument', `there is no tokenizer "${tokenizer}"`);
  try {
    return await engine.count(counted, counter);
  } catch (error) {
    throw libraryError(error, undefined);
  }
}
