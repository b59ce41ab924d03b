/** `node:timers/promises`. */
import { setImmediate as soon } from './globals';

async function setTimeout(
  ms: number,
  value?: unknown,
  options: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  const { signal } = options;
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = globalThis.setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

const setImmediate = (value?: unknown): Promise<unknown> => new Promise((resolve) => soon(() => resolve(value)));

export { setImmediate, setTimeout };
