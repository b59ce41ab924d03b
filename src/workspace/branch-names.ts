/** What a folder is called in a database: by default its own name, and the branch that is checked out. */
import { basename, resolve } from 'node:path';
import { headOf, repositoryAround } from './repository';
import { remoteIds } from './repository-ids';

export interface PushNames {
  readonly repository: string;
  readonly branch: string;
  readonly commit: string | undefined;
}

/** Used if no branch is checked out. */
const defaultBranch = 'main';

export async function defaultPushNames(folder: string): Promise<PushNames> {
  const around = repositoryAround(folder);
  const head = around && (await headOf(around));
  return {
    repository: basename(resolve(folder)) || 'root',
    branch: head?.branch ?? head?.commit?.slice(0, 12) ?? defaultBranch,
    commit: head?.commit,
  };
}

/**
 * All names that the repository of a folder may have in a database, each once: first the one that a push from it gives, then those that
 * a push from CI or of another copy may give, by its remotes: `team/web` and `web` of `https://example.com/team/web.git`.
 */
export async function repositoryNamesOf(folder: string): Promise<string[]> {
  const around = repositoryAround(folder);
  const remotes = around && resolve(folder) === around.top ? await remoteIds(around) : [];
  const paths = remotes.map((id) => id.slice(id.indexOf('/') + 1)).filter((path) => path !== '');
  const lastParts = paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  return [...new Set([basename(resolve(folder)) || 'root', ...paths, ...lastParts])];
}
