/** Replaces `src/workspace/run-git.ts` and `src/engine/workers/worker-pool.ts` in bundles for browsers, which have no processes. */
class NoGitProblem extends Error {}

async function runNoGit(): Promise<never> {
  throw new NoGitProblem('there is no git in a browser');
}

class NoWorkerPool {
  constructor() {
    throw new Error('there are no processes in a browser');
  }
}

export { NoGitProblem as GitProblem, NoWorkerPool as WorkerPool, runNoGit as runGit };
