/** For pages of the tests: workers by their scripts, and requests to them by the messages of JSON-RPC. */
const workers = new Map();
let asked = 0;

function workerOf(script) {
  if (!workers.has(script)) workers.set(script, new Worker(script));
  return workers.get(script);
}

globalThis.askWorker = ({ script, method, params }) =>
  new Promise((resolve, reject) => {
    const worker = workerOf(script);
    const id = ++asked;
    const onMessage = ({ data }) => {
      if (data.id !== id) return;
      worker.removeEventListener('message', onMessage);
      if (data.error) reject(new Error(data.error.message));
      else resolve(data.result);
    };
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
    worker.postMessage({ jsonrpc: '2.0', id, method, params });
  });

/** Mirrors files of the server into the index service. */
globalThis.putFetched = async ({ script, root, base, paths, mtimeMs }) => {
  const files = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(base + path);
      return { path, bytes: new Uint8Array(await response.arrayBuffer()), mtimeMs };
    }),
  );
  await globalThis.askWorker({ script, method: 'put files', params: { root, files } });
};

let takenIndex;

/** Keeps the bytes of the index in the page; returns their number. */
globalThis.takeIndex = async ({ script, root }) => {
  const taken = await globalThis.askWorker({ script, method: 'take index', params: { root } });
  takenIndex = taken?.bytes;
  return takenIndex?.length;
};

globalThis.loadTakenIndex = ({ script, root }) =>
  globalThis.askWorker({ script, method: 'load index', params: { root, bytes: takenIndex } });

globalThis.endWorker = ({ script }) => {
  workerOf(script).terminate();
  workers.delete(script);
};

globalThis.putBytes = ({ script, root, files }) => {
  const mirrored = files.map(({ bytes, ...file }) => ({ ...file, bytes: Uint8Array.from(bytes) }));
  return globalThis.askWorker({ script, method: 'put files', params: { root, files: mirrored } });
};

/** Mirrors texts; returns the milliseconds it took. */
globalThis.putTexts = async ({ script, root, files, mtimeMs }) => {
  const utf8 = new TextEncoder();
  const mirrored = files.map(({ path, text }) => ({ path, bytes: utf8.encode(text), mtimeMs }));
  await globalThis.askWorker({ script, method: 'put files', params: { root, files: mirrored } });
};

/** Milliseconds until the answer, in the page. */
globalThis.timeWorker = async (request) => {
  const start = performance.now();
  await globalThis.askWorker(request);
  return performance.now() - start;
};

/** Refreshes the index of a folder, and searches meanwhile: the milliseconds of the refresh and of each search. */
globalThis.searchWhileIndexing = async ({ script, root, queries, pauseMs }) => {
  let isDone = false;
  const start = performance.now();
  const refreshed = globalThis.askWorker({ script, method: 'refresh', params: { root } }).then((report) => {
    isDone = true;
    return { report, ms: performance.now() - start };
  });
  const searches = [];
  for (let i = 0; !isDone; i++) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const params = { query: queries[i % queries.length], options: { limit: 10 } };
    if (!isDone) searches.push(await globalThis.timeWorker({ script, method: 'search', params }));
  }
  return { ...(await refreshed), searches };
};
