/**
 * Sends JSON requests to a server. Temporary failures are retried after a growing pause, permanent ones are thrown at once. Errors
 * contain the host and the reason, never the key.
 */
import { EndpointError, type Refusal } from './endpoint-error';
import {
  type Failure,
  isRetryableStatus,
  type JsonPost,
  pauseAfter,
  postJson,
  type Reply,
  refusalOf,
  retryAfter,
  sleep,
} from './post-json';
import { readKey, withoutKey } from './server-key';

/** What a caller may say about requests to any kind of server. */
export interface RequestOptions {
  readonly key?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first. */
  readonly retries?: number | undefined;
  /** If the server asks for a longer pause, the request fails. */
  readonly maxWaitMs?: number | undefined;
  /** Instead of the clock, for tests. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

interface EndpointOptions extends RequestOptions, Pick<JsonPost, 'url' | 'keyHeader' | 'headers' | 'maxAnswerBytes'> {
  /** Retry if a response begins as JSON and ends too early, as it does when a proxy in front of a chat server times out. */
  readonly retriesCutOffJson?: boolean;
}

const defaults = { timeoutMs: 60_000, retries: 4, maxWaitMs: 120_000 };

interface FailedAttempt {
  readonly error: EndpointError;
  readonly maxRetries: number;
  /** The pause that the server asks for. */
  readonly retryAfterMs?: number | undefined;
}

const anyNumber = Number.POSITIVE_INFINITY;
const retriesAfter: Readonly<Record<Failure, number>> = {
  refused: 0,
  'cannot-send': 0,
  // The model may have been loading the first time; a second timeout is final.
  timeout: 1,
  unreachable: anyNumber,
  broken: anyNumber,
};

/** Characters of a server's message that an error repeats. */
const MAX_EXCERPT = 300;

export class Endpoint {
  private hasAnswered = false;

  private readonly key: string | undefined;
  private readonly retries: number;

  /** @throws if the key is malformed. */
  constructor(private readonly options: EndpointOptions) {
    this.key = readKey(options.key);
    this.retries = options.retries ?? defaults.retries;
  }

  /**
   * @param beforeRetry called before a request that may have reached the server is sent again; if it throws, there is no retry.
   * @throws EndpointError, or the signal's reason.
   */
  async ask(body: unknown, signal: AbortSignal, beforeRetry?: () => Promise<void>): Promise<unknown> {
    const { options, key } = this;
    const { timeoutMs = defaults.timeoutMs, maxWaitMs = defaults.maxWaitMs } = options;
    const request = { ...options, key, timeoutMs, body: JSON.stringify(body) };
    for (let attempt = 0; ; attempt++) {
      const read = this.read(await postJson(request, signal));
      if (!('error' in read)) return read.answer;
      const { error, maxRetries, retryAfterMs } = read;
      if (attempt >= Math.min(maxRetries, this.retries))
        throw attempt === 0 ? error : this.error(error, `after ${attempt + 1} attempts`);
      const pause = pauseAfter(attempt, retryAfterMs);
      if (pause > maxWaitMs) throw this.error(error, `it asks to wait ${Math.round(pause / 1000)} s`, 'later');
      await (options.sleep ?? sleep)(pause, signal);
      if (error.refusal !== 'unreachable') await beforeRetry?.();
    }
  }

  private read(reply: Reply): { readonly answer: unknown } | FailedAttempt {
    if ('why' in reply) {
      const isUnsent = reply.why === 'unreachable' || reply.why === 'cannot-send';
      const refusal = isUnsent ? 'unreachable' : undefined;
      const error = new EndpointError(`${this.name}: ${this.clean(reply.reason)}`, undefined, refusal);
      // A server that never responded will not start while we wait; one that did may be restarting.
      const isDown = reply.why === 'unreachable' && !this.hasAnswered;
      return { error, maxRetries: isDown ? 0 : retriesAfter[reply.why] };
    }
    const { status, text } = reply;
    this.hasAnswered = true;
    if (status >= 200 && status < 300) {
      try {
        return { answer: JSON.parse(text) };
      } catch {
        const what = isPage(text) ? 'a web page; is the address right?' : 'something that is not JSON';
        const error = new EndpointError(`${this.name} responded with ${what}${this.excerpt(text)}`, status);
        return { error, maxRetries: this.options.retriesCutOffJson && /^\s*\{/.test(text) ? anyNumber : 0 };
      }
    }
    const refusal = refusalOf(status, text);
    const summary = `${this.name} responded with ${status}${meaning(status)}${this.excerpt(text)}`;
    const error = new EndpointError(summary, status, refusal);
    // Some servers return 500 for a long text, and 429 without credit: a retry would not help.
    const isFinal = !isRetryableStatus(status) || refusal !== undefined;
    return { error, maxRetries: isFinal ? 0 : anyNumber, retryAfterMs: retryAfter(reply.retryAfter, Date.now()) };
  }

  /** Scheme, host and path. The query is left out because it may contain a secret. */
  private get name(): string {
    const { origin, pathname } = this.options.url;
    return `${origin}${pathname}`;
  }

  private error(
    { message, status, refusal: known }: EndpointError,
    addition: string,
    refusal: Refusal | undefined = known,
  ): EndpointError {
    return new EndpointError(`${message} (${addition})`, status, refusal);
  }

  private excerpt(text: string): string {
    const body = this.clean(text).slice(0, 20_000);
    const message = isPage(body) ? (/<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? '') : messageIn(body);
    // Again: decoding may have revealed a key that was escaped.
    const plain = this.clean(message)
      .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
      .trim();
    if (plain === '') return '';
    return `: ${plain.length > MAX_EXCERPT ? `${plain.slice(0, MAX_EXCERPT)}…` : plain}`;
  }

  private clean(text: string): string {
    return withoutKey(text, this.key);
  }
}

function meaning(status: number): string {
  switch (status) {
    case 401:
      return ' (the key is missing or wrong)';
    case 403:
      return ' (the key does not allow this)';
    case 404:
      return ' (no such model or address)';
    case 429:
      return ' (too many requests, or no credit left)';
    default:
      return '';
  }
}

function isPage(text: string): boolean {
  return /^\s*<(!doctype|html|head|body)\b/i.test(text);
}

/** `{"error": {"message": "…"}}`, `{"error": "…"}`, `{"message": "…"}` and `{"detail": "…"}` are all in use; Gemini puts it into a list. */
function messageIn(text: string): string {
  let at: unknown;
  try {
    const answer: unknown = JSON.parse(text);
    at = Array.isArray(answer) ? answer[0] : answer;
  } catch {
    return text;
  }
  for (const name of ['error', 'message', 'detail']) {
    const inner = typeof at === 'object' && at !== null ? Object.entries(at).find(([key]) => key === name) : undefined;
    if (inner) at = inner[1];
  }
  return typeof at === 'string' ? at : text;
}

/** Reads the JSON of a server, which may have any shape. */
export function answerField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

/** @throws EndpointError if there is no such list. */
export function answerList(answer: unknown, name: string): readonly unknown[] {
  const list = answerField(answer, name);
  if (Array.isArray(list)) return list;
  throw new EndpointError(`the server's response has no list "${name}"; is this the address of an embedding API?`);
}
