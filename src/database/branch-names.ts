/** What a folder is called in a database, unless told otherwise: by its own name, and by the branch that is checked out. */
import { basename, resolve } from 'node:path';
import { headOf, repositoryAround } from '../workspace/repository';

interface Names {
  readonly repository: string;
  readonly branch: string;
  readonly commit: string | undefined;
}

/** Where nothing is checked out by name. */
const usual = 'main';

export async function namesOf(folder: string): Promise<Names> {
  const around = await repositoryAround(folder);
  const head = around && (await headOf(around));
  return {
    repository: basename(resolve(folder)) || 'root',
    branch: head?.branch ?? head?.commit?.slice(0, 12) ?? usual,
    commit: head?.commit,
  };
}
