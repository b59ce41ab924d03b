/**
 * Sends one POST request with JSON and returns the whole response, or the reason for the failure.
 *
 * Redirects are followed only within the same origin. `fetch` would drop the key on the way to another host but still send the
 * body: code would reach a host that the user did not agree to.
 */
import { errorCode } from '../../shared/error-code';
import type { Refusal } from './endpoint-error';

/** In milliseconds; the pause doubles with each attempt up to the maximum. */
const FIRST_PAUSE = 500;
const MAX_PAUSE = 30_000;

/**
 * The server is busy, or has a conflict or an error that may be temporary.
 *
 * Which requests are retried, and after which pause.
 */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/**
 * Milliseconds to wait after the failed attempt number `attempt` (0-based), at least what the server asks for. Otherwise half of the
 * pause is random, so that requests that failed together are not retried together.
 */
export function pauseAfter(
  attempt: number,
  requestedMs: number | undefined,
  random: () => number = Math.random,
): number {
  const pause = Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** attempt);
  return requestedMs === undefined ? pause * (0.5 + random() / 2) : requestedMs + random() * FIRST_PAUSE;
}

/** The Retry-After header, which is seconds or a date, as milliseconds from `now`. */
export function retryAfter(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // Date.parse reads "-5" as a year: a date must contain the name of a month.
  const date = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Rejects at once with the signal's reason when it is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = (): void => {
      clearTimeout(timer);
      fail(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      done();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** Without 429, whose messages also mention tokens and limits, but per minute. */
const tooLongStatuses = new Set([400, 413, 422, 500]);

const tooLong = [
  /context.{0,10}(length|size|window)/i,
  /(input|prompt|text|sequence|request|batch)\b.{0,60}\b(too (long|large|big)|exceed)/i,
  /(too many|less than|fewer than|at most|more than|maximum|max\.?|limit)\b.{0,60}\btokens\b/i,
  /batch size/i,
] as const;

/** No key, no permission, no credit, no such model or address. */
const accessStatuses = new Set([401, 402, 403, 404]);

/**
 * Finds out why a server refused a request. The servers share no error code for it, so the words of the message decide: OpenAI "maximum context
 * length is 8192 tokens", Ollama "the input length exceeds the context length", llama.cpp "input is too large to process.
 * increase the physical batch size" (with status 500), text-embeddings-inference "must have less than 512 tokens", and "batch
 * size 64 > maximum allowed batch size 32" for lists.
 */
export function refusalOf(status: number, message: string): Refusal | undefined {
  if (status === 413) return 'too-long';
  // Without credit the status is 429, as from a busy server.
  if (accessStatuses.has(status) || (status === 429 && message.includes('insufficient_quota'))) return 'access';
  // Anthropic: "Your credit balance is too low to access the Anthropic API".
  if (status === 400 && /credit balance is too low/i.test(message)) return 'access';
  if (!tooLongStatuses.has(status)) return undefined;
  // vLLM: "Model does not support matryoshka representation, changing output dimensions will lead to poor results".
  if (status !== 500 && /dimension|matryoshka/i.test(message)) return 'dimensions';
  return tooLong.some((each) => each.test(message)) ? 'too-long' : undefined;
}

export interface JsonPost {
  readonly url: URL;
  readonly body: string;
  readonly key: string | undefined;
  /** The header that has the key; default: `Authorization: Bearer`. */
  readonly keyHeader?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For the connection and the whole response together. */
  readonly timeoutMs: number;
  /** By default as much as the vectors of a batch may take. */
  readonly maxAnswerBytes?: number | undefined;
}

export type Reply =
  | { readonly status: number; readonly retryAfter: string | null; readonly text: string }
  | { readonly why: Failure; readonly reason: string };

/**
 * `unreachable`: there is no response now; `cannot-send`: requests to this address will never work; `broken`: the connection ended
 * early; `refused`: a retry of this request would not help.
 */
export type Failure = 'unreachable' | 'cannot-send' | 'broken' | 'timeout' | 'refused';

const MAX_REDIRECTS = 3;

/** A response with the vectors of a batch has some megabytes; an endless response must not fill the memory. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

/** @throws the signal's reason if it is aborted. */
export async function postJson(request: JsonPost, signal: AbortSignal): Promise<Reply> {
  const { url, timeoutMs } = request;
  signal.throwIfAborted();
  const stop = new AbortController();
  const cancel = (): void => stop.abort(signal.reason);
  signal.addEventListener('abort', cancel, { once: true });
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    stop.abort();
  }, timeoutMs);
  try {
    return await follow(request, stop);
  } catch (error) {
    signal.throwIfAborted();
    if (isTimeout) return timedOut(timeoutMs);
    return explain(error, url, timeoutMs);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

async function follow(
  { url: from, body, key, keyHeader, headers, maxAnswerBytes = MAX_ANSWER_BYTES }: JsonPost,
  stop: AbortController,
): Promise<Reply> {
  let url = from;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...headers,
        ...(key !== undefined && (keyHeader === undefined ? { authorization: `Bearer ${key}` } : { [keyHeader]: key })),
      },
      body,
      redirect: 'manual',
      signal: stop.signal,
    });
    const target = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (target === null) {
      const text = await wholeText(response, maxAnswerBytes);
      if (text === undefined)
        return { why: 'refused', reason: `its response is larger than ${maxAnswerBytes / 1024 / 1024} MB` };
      return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
    }
    await response.body?.cancel();
    const next = URL.canParse(target, url.href) ? new URL(target, url) : undefined;
    if (next?.origin !== from.origin) {
      const where = next ? next.origin : 'an address that cannot be read';
      return cannotSend(
        `it redirects to ${where}, where nothing was sent; if that is the right server, set it as the address`,
      );
    }
    if (redirects === MAX_REDIRECTS) return cannotSend('it redirects too often');
    url = next;
  }
}

async function wholeText(response: Response, maxBytes: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    // Leaving the loop closes the connection.
    if (size > maxBytes) return undefined;
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

function explain(error: unknown, url: URL, timeoutMs: number): Reply {
  const code = fetchErrorCode(error);
  if (/_TIMEOUT$/.test(code) && code !== 'UND_ERR_CONNECT_TIMEOUT') return timedOut(timeoutMs);
  if (/^ERR_SSL|^EPROTO$/.test(code))
    return cannotSend(`it does not use TLS as expected (${code}); is it http:// instead of https://?`);
  if (/CERT|SIGNATURE|ERR_TLS|ISSUER/.test(code))
    return cannotSend(
      `its certificate is not trusted (${code}); the environment variable NODE_EXTRA_CA_CERTS names a file with the certificate of your own authority`,
    );
  switch (code) {
    case 'ENOTFOUND':
      return cannotSend(`there is no host "${url.hostname}"`);
    case 'EAI_AGAIN':
      return { why: 'unreachable', reason: `the name "${url.hostname}" cannot be looked up; is there a network?` };
    case 'ECONNREFUSED':
      return { why: 'unreachable', reason: 'the connection was refused; is the server running?' };
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return {
        why: 'unreachable',
        reason: `it cannot be reached (${code}); is the server on, and is there a network?`,
      };
    case '':
      return { why: 'refused', reason: causeMessage(error) };
    default:
      return { why: 'broken', reason: `the connection ended early (${code})` };
  }
}

/** The first code in the chain of causes: `fetch` wraps errors. If several addresses were tried, the first one counts. */
function fetchErrorCode(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const first: unknown = at instanceof AggregateError ? at.errors[0] : undefined;
    const code = errorCode(at) ?? errorCode(first);
    if (code !== undefined) return code;
  }
  return '';
}

/** Browsers do not say why a request failed. */
const browserFailures = new Set(['Failed to fetch', 'Load failed', 'NetworkError when attempting to fetch resource.']);

function causeMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (browserFailures.has(error.message))
    return 'the browser could not reach it, or it does not allow requests from web pages (CORS)';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function timedOut(timeoutMs: number): Reply {
  return { why: 'timeout', reason: `it did not answer within ${timeoutMs / 1000} s` };
}

function cannotSend(reason: string): Reply {
  return { why: 'cannot-send', reason };
}
