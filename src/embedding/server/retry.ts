/** Which requests are retried, and after which pause. */

/** In milliseconds; the pause doubles with each attempt up to the maximum. */
const FIRST_PAUSE = 500;
const MAX_PAUSE = 30_000;

/** The server is busy, or has a conflict or an error that may be temporary. */
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
