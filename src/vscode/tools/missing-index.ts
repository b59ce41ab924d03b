/** What language models are told about the state of the index. */
import type { IndexState } from '../indexing/index-summary';

const notIndexed =
  'This workspace is not indexed yet. Ask the user to run the command “Codegrain: Index Workspace”, or search for words with another tool.';

/** Why the index cannot be searched; undefined if it can. */
export function indexProblem({ consent, folders }: IndexState): string | undefined {
  if (consent === 'unavailable') return 'There is no index: no folder is open that can be indexed. Use another tool.';
  if (consent === 'refused')
    return 'The user does not want this workspace indexed. Use another tool. The user can allow it with the command “Codegrain: Index Workspace”.';
  if (consent === 'unasked') return notIndexed;
  if (folders.some(({ chunks }) => chunks > 0)) return undefined;
  const failed = folders.find(({ problem }) => problem)?.problem;
  if (failed) return `Indexing failed: ${failed.message}. Tell the user, and use another tool.`;
  if (folders.some(({ is }) => is === 'indexing'))
    return 'The workspace is being indexed and has nothing to search yet. Try again in a moment.';
  return folders.length > 0 && folders.every(({ is }) => is === 'ready')
    ? 'The index is empty: the workspace has no files that can be searched.'
    : notIndexed;
}

/** Reasons why results may be missing. */
export function indexNotices({ folders }: IndexState): string[] {
  if (folders.some(({ is }) => is === 'indexing'))
    return ['the workspace is still being indexed; more may be found later'];
  return folders.some(({ isStale }) => isStale) ? ['some changed files are not in the index yet'] : [];
}

/** What damaged indexes may not answer; answers to searches say it themselves. */
export function damageNotices({ folders }: IndexState): string[] {
  return folders.flatMap(({ damage }) => damage?.message ?? []);
}
