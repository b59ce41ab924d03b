/**
 * One POST of JSON and its whole answer, or the reason there is none.
 *
 * Redirects are followed within the same origin alone. `fetch` would drop the key on the way to another host, yet send the
 * body there: code would reach a host that nobody agreed to.
 */

interface Post {
  readonly url: URL;
  readonly body: string;
  readonly key: string | undefined;
  /** For the connection, the answer and all of its body together. */
  readonly timeoutMs: number;
  /** Bytes; left out: what the vectors of a batch may take. */
  readonly largestAnswer?: number | undefined;
}

export type Reply =
  | { readonly is: 'answer'; readonly status: number; readonly retryAfter: string | null; readonly text: string }
  | { readonly is: 'failed'; readonly why: Failure; readonly reason: string };

/**
 * `unreachable`: nothing answers there; `nowhere`: no request will ever get there; `broken`: the connection ended early;
 * `refused`: trying this request again changes nothing.
 */
type Failure = 'unreachable' | 'nowhere' | 'broken' | 'timeout' | 'refused';

const MOST_REDIRECTS = 3;

/** Bytes. An answer with the vectors of a batch is some megabytes; a server that never ends must not fill the memory. */
const LARGEST_ANSWER = 128 * 1024 * 1024;

/** @throws the signal's reason once it is aborted. */
export async function post(request: Post, signal: AbortSignal): Promise<Reply> {
  const { url, timeoutMs } = request;
  signal.throwIfAborted();
  const stop = new AbortController();
  const cancel = (): void => stop.abort(signal.reason);
  signal.addEventListener('abort', cancel, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, timeoutMs);
  try {
    return await follow(request, stop);
  } catch (error) {
    signal.throwIfAborted();
    if (isLate) return late(timeoutMs);
    return explain(error, url, timeoutMs);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

async function follow(
  { url: from, body, key, largestAnswer = LARGEST_ANSWER }: Post,
  stop: AbortController,
): Promise<Reply> {
  let url = from;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body,
      redirect: 'manual',
      signal: stop.signal,
    });
    const target = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (target === null) {
      const text = await wholeText(response, largestAnswer);
      if (text === undefined) return refused(`its answer is larger than ${largestAnswer / 1024 / 1024} MB`);
      return { is: 'answer', status: response.status, retryAfter: response.headers.get('retry-after'), text };
    }
    await response.body?.cancel();
    const next = URL.canParse(target, url.href) ? new URL(target, url) : undefined;
    if (next?.origin !== from.origin) {
      const where = next ? next.origin : 'an address that cannot be read';
      return nowhere(`it redirects to ${where}, where nothing is sent; if that is right, make it the address`);
    }
    if (redirects === MOST_REDIRECTS) return nowhere('it redirects again and again');
    url = next;
  }
}

async function wholeText(response: Response, most: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > most) return undefined;
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

function explain(error: unknown, url: URL, timeoutMs: number): Reply {
  const code = codeOf(error);
  if (/_TIMEOUT$/.test(code) && code !== 'UND_ERR_CONNECT_TIMEOUT') return late(timeoutMs);
  if (/^ERR_SSL|^EPROTO$/.test(code)) {
    return nowhere(`it does not speak TLS as expected (${code}); is it http:// instead of https://?`);
  }
  if (/CERT|SIGNATURE|ERR_TLS|ISSUER/.test(code)) {
    return nowhere(
      `its certificate is not trusted (${code}); the environment variable NODE_EXTRA_CA_CERTS names a file with the certificate of your own authority`,
    );
  }
  switch (code) {
    case 'ENOTFOUND':
      return nowhere(`there is no host "${url.hostname}"`);
    case 'EAI_AGAIN':
      return failed('unreachable', `the name "${url.hostname}" cannot be looked up; is there a network?`);
    case 'ECONNREFUSED':
      return failed('unreachable', 'nothing listens there; is the server running?');
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return failed('unreachable', `no way leads there (${code}); is it on, and is there a network?`);
    case '':
      return refused(messageOf(error));
    default:
      return failed('broken', `the connection ended early (${code})`);
  }
}

/** `fetch` wraps the reason, once or more; where several addresses were tried, the first tells. */
function codeOf(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const first: unknown = at instanceof AggregateError ? at.errors[0] : undefined;
    for (const each of [at, first]) {
      // DOMException has a numeric `code`.
      if (each instanceof Error && 'code' in each && typeof each.code === 'string') return each.code;
    }
  }
  return '';
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function late(timeoutMs: number): Reply {
  return failed('timeout', `it did not answer within ${timeoutMs / 1000} s`);
}

function nowhere(reason: string): Reply {
  return failed('nowhere', reason);
}

function refused(reason: string): Reply {
  return failed('refused', reason);
}

function failed(why: Failure, reason: string): Reply {
  return { is: 'failed', why, reason };
}
