/** For pages and workers of the tests: calls of `codegrain/web`, with their results or errors as data. */
import { CodegrainError, chunk, countTokens, openWorker } from '/dist/web/web.js';

const library = { chunk, countTokens };

let worker;

async function answerOf(call) {
  try {
    return { result: await call() };
  } catch (error) {
    const { name, code, message } = error;
    return { error: { isCodegrainError: error instanceof CodegrainError, name, code, message } };
  }
}

/** @param thread `here`, or `worker`: in the worker of the library */
globalThis.callLibrary = ({ thread, name, args, options = {} }) =>
  answerOf(() => {
    if (thread === 'here') return library[name](...args);
    worker ??= openWorker(options);
    return worker[name](...args);
  });

globalThis.cancelChunk = ({ thread, text }) =>
  answerOf(() => {
    const controller = new AbortController();
    worker ??= openWorker();
    const chunked = (thread === 'here' ? library : worker).chunk(text, { path: 'a.ts', signal: controller.signal });
    controller.abort(new DOMException('enough', 'AbortError'));
    return chunked;
  });

globalThis.closeLibraryWorker = () => {
  worker?.close();
  worker = undefined;
};

// In a worker: the same over messages.
if (typeof document === 'undefined') {
  globalThis.addEventListener('message', async ({ data }) => {
    globalThis.postMessage(await globalThis[data.call](data.params));
  });
} else {
  const user = new Worker('/test/web/use-library.js', { type: 'module' });
  globalThis.inModuleWorker = (call, params) =>
    new Promise((resolve) => {
      user.addEventListener('message', ({ data }) => resolve(data), { once: true });
      user.postMessage({ call, params });
    });
}
