/** Replaces `src/workspace/run-git.ts` in bundles for browsers: there is no git. */
class NoGitProblem extends Error {}

async function runNoGit(): Promise<never> {
  throw new NoGitProblem('there is no git in a browser');
}

export { NoGitProblem as GitProblem, runNoGit as runGit };
