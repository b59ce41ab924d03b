/** The default names of a folder in a database: the folder's own name, and the branch that is checked out. */
import { basename, resolve } from 'node:path';
import { headOf, repositoryAround } from '../workspace/repository';

interface PushNames {
  readonly repository: string;
  readonly branch: string;
  readonly commit: string | undefined;
}

/** Used if no branch is checked out. */
const defaultBranch = 'main';

export async function defaultPushNames(folder: string): Promise<PushNames> {
  const around = await repositoryAround(folder);
  const head = around && (await headOf(around));
  return {
    repository: basename(resolve(folder)) || 'root',
    branch: head?.branch ?? head?.commit?.slice(0, 12) ?? defaultBranch,
    commit: head?.commit,
  };
}
