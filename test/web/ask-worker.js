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
