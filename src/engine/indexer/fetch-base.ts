/**
 * Fetches an index that CI or a teammate made, to continue it. Nothing is sent but the request itself, with a key only if the user has
 * set one; `fetch` drops the key on the way to another host. What comes is checked like every index, and its texts are read from the
 * files on disk, so a wrong one costs time but cannot make up hits.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isLoopback } from '../../embedding/server/server-address';
import { errorMessage } from '../../shared/error-message';
import { IndexProblem } from './index-problem';

interface BaseRequest {
  readonly url: string;
  /** Where it is written. */
  readonly file: string;
  /** Sent as `Authorization: Bearer`. */
  readonly key?: string | undefined;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Ten times what an index of the Linux kernel takes. */
const maxBaseBytes = 8e9;

export function isBaseUrl(base: string): boolean {
  return /^https?:\/\//i.test(base);
}

/** @throws `IndexProblem` */
export async function fetchBase({ url, file, key, signal, ...limits }: BaseRequest): Promise<void> {
  const { maxBytes = maxBaseBytes, timeoutMs = 600_000 } = limits;
  const address = new URL(url);
  if (address.protocol === 'http:' && !isLoopback(address)) throw failed(address, 'only https is allowed');
  const limit = AbortSignal.timeout(timeoutMs);
  // A killed process must not leave half a file under the name.
  const part = `${file}.part`;
  try {
    const response = await fetch(address, {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    if (!response.ok || !response.body) throw new Error(`the server answered ${response.status}`);
    mkdirSync(dirname(file), { recursive: true });
    rmSync(part, { force: true });
    await save(response.body, part, maxBytes);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    signal?.throwIfAborted();
    throw failed(address, limit.aborted ? `it took more than ${timeoutMs / 1000} seconds` : reasonOf(error));
  }
}

async function save(body: AsyncIterable<Uint8Array>, file: string, maxBytes: number): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    let bytes = 0;
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
      await handle.write(piece);
    }
  } finally {
    await handle.close();
  }
}

/** `fetch` hides why a connection failed in the cause. */
function reasonOf(error: unknown): string {
  return errorMessage((error instanceof Error ? error.cause : undefined) ?? error);
}

/** Without what an address may carry besides the place: keys in a query or before the host. */
function failed({ origin, pathname }: URL, reason: string): IndexProblem {
  return new IndexProblem({ reason: 'failed', message: `the index ${origin}${pathname} cannot be fetched: ${reason}` });
}
