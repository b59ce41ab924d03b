/** Replaces `src/engine/workers/worker-pool.ts` in bundles for browsers. */
class NoWorkerPool {
  constructor() {
    throw new Error('there are no processes in a browser');
  }
}

export { NoWorkerPool as WorkerPool };
