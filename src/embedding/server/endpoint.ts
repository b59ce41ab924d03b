/**
 * A server that is asked in JSON, as patiently as makes sense: what may pass is tried again after a growing pause, what will
 * not is told at once. Errors name the host and the reason, never the key.
 */

import { EndpointError, type Refusal } from './endpoint-error';
import { post, type Reply } from './post-json';
import { refusalOf } from './refusal';
import { mayPass, pauseAfter, retryAfter, sleep } from './retry';
import { withoutKey } from './server-key';

interface EndpointOptions {
  readonly url: URL;
  readonly key: string | undefined;
  readonly timeoutMs: number;
  /** Attempts after the first. */
  readonly retries: number;
  /** A server that asks for a longer pause is not waited for. */
  readonly longestWaitMs: number;
  /** Bytes; a server that never ends must not fill the memory. */
  readonly largestAnswer?: number | undefined;
  /** Ask again where an answer that began as JSON ends too early: chat servers behind a proxy that lost patience. */
  readonly retriesHalves?: boolean | undefined;
  /** Instead of the clock, for tests. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const patience = { timeoutMs: 60_000, retries: 4, longestWaitMs: 120_000 } as const;

interface Setback {
  readonly error: EndpointError;
  /** How often it may be tried again. */
  readonly tries: number;
  readonly askedMs?: number | undefined;
}

/** Characters of what a server said that a message repeats. */
const EXCERPT = 300;

export class Endpoint {
  private hasAnswered = false;

  constructor(private readonly options: EndpointOptions) {}

  /**
   * @param again called before what was sent once is sent again; what it throws ends the asking.
   * @throws EndpointError, or the signal's reason.
   */
  async ask(body: unknown, signal: AbortSignal, again?: () => Promise<void>): Promise<unknown> {
    const { url, key, timeoutMs, longestWaitMs, largestAnswer } = this.options;
    const text = JSON.stringify(body);
    for (let attempt = 0; ; attempt++) {
      const read = this.read(await post({ url, body: text, key, timeoutMs, largestAnswer }, signal));
      if (!('error' in read)) return read.answer;
      const { error, tries, askedMs } = read;
      if (attempt >= tries) throw attempt === 0 ? error : this.error(error, `after ${attempt + 1} attempts`);
      const pause = pauseAfter(attempt, askedMs);
      if (pause > longestWaitMs) throw this.error(error, `it asks to wait ${Math.round(pause / 1000)} s`, 'later');
      await (this.options.sleep ?? sleep)(pause, signal);
      if (error.refusal !== 'unreachable') await again?.();
    }
  }

  private read(reply: Reply): { readonly answer: unknown } | Setback {
    const { retries } = this.options;
    if (reply.is === 'failed') {
      const isUnsent = reply.why === 'unreachable' || reply.why === 'nowhere';
      const refusal = isUnsent ? 'unreachable' : undefined;
      const error = new EndpointError(`${this.name}: ${this.clean(reply.reason)}`, undefined, refusal);
      switch (reply.why) {
        case 'refused':
        case 'nowhere':
          return { error, tries: 0 };
        case 'timeout':
          // A model may have to be loaded first; who waited twice waits in vain.
          return { error, tries: Math.min(1, retries) };
        case 'unreachable':
          // A server that was never there is not started by waiting; one that was may be starting anew.
          return { error, tries: this.hasAnswered ? retries : 0 };
        case 'broken':
          return { error, tries: retries };
      }
    }
    const { status, text } = reply;
    this.hasAnswered = true;
    if (status >= 200 && status < 300) {
      try {
        return { answer: JSON.parse(text) };
      } catch {
        const what = isPage(text) ? 'a web page; is the address right?' : 'something that is not JSON';
        const error = new EndpointError(`${this.name} answers with ${what}${this.excerpt(text)}`, status);
        return { error, tries: this.options.retriesHalves && /^\s*\{/.test(text) ? retries : 0 };
      }
    }
    const refusal = refusalOf(status, text);
    const said = `${this.name} answers ${status}${meaning(status)}${this.excerpt(text)}`;
    const error = new EndpointError(said, status, refusal);
    // Some servers answer 500 to a long text, and 429 where no credit is left: neither passes.
    const isFinal = !mayPass(status) || refusal !== undefined;
    return { error, tries: isFinal ? 0 : retries, askedMs: retryAfter(reply.retryAfter, Date.now()) };
  }

  /** Scheme, host and path: a query may hold a secret. */
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
    const said = this.clean(text).slice(0, 20_000);
    const inside = isPage(said) ? titleOf(said) : messageIn(said);
    // Once more: decoded, a key may appear that was spelled otherwise.
    const plain = this.clean(inside)
      .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
      .trim();
    if (plain === '') return '';
    return `: ${plain.length > EXCERPT ? `${plain.slice(0, EXCERPT)}…` : plain}`;
  }

  private clean(text: string): string {
    return withoutKey(text, this.options.key);
  }
}

function meaning(status: number): string {
  switch (status) {
    case 401:
      return ' (the key is missing or wrong)';
    case 403:
      return ' (the key may not do this)';
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

function titleOf(page: string): string {
  return /<title[^>]*>([^<]*)/i.exec(page)?.[1] ?? '';
}

/** `{"error": {"message": "…"}}`, `{"error": "…"}`, `{"message": "…"}` and `{"detail": "…"}` are all in use. */
function messageIn(text: string): string {
  let at: unknown;
  try {
    at = JSON.parse(text);
  } catch {
    return text;
  }
  for (const name of ['error', 'message', 'detail']) {
    const inner = typeof at === 'object' && at !== null ? Object.entries(at).find(([key]) => key === name) : undefined;
    if (inner) at = inner[1];
  }
  return typeof at === 'string' ? at : text;
}
