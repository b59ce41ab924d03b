/** When and how long to wait before a request is sent again. */

/** Milliseconds; the pause doubles with each attempt up to the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** Too busy, in conflict, or broken in a way that may pass. */
export function mayPass(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/**
 * Milliseconds before attempt `attempt + 1` (0-based). What the server asks for is the least; without it half of the pause is
 * random, so that requests that failed together do not come back together.
 */
export function pauseAfter(attempt: number, asked: number | undefined, random: () => number = Math.random): number {
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt);
  return asked === undefined ? pause * (0.5 + random() / 2) : asked + random() * FIRST_PAUSE;
}

/** The header in milliseconds from `now`: it holds seconds or a date. */
export function retryAfter(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // Date.parse reads "-5" as a year: only what has a name of a month is a date.
  const date = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Ends at once, with the signal's reason, when it is aborted. */
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
