/**
 * A text that changes when git does something in a working tree: commits, checks out, merges, stages, stashes. It takes the status of two
 * files, whatever the size of the repository; git is not run. Edits that git was not told about do not change it.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryAround } from './repository';

/** Undefined outside of a repository. While git is writing, the stamp is the one before. */
export async function gitStamp(folder: string): Promise<string | undefined> {
  const repository = repositoryAround(folder);
  if (!repository) return undefined;
  return ['HEAD', 'index'].map((name) => stampOf(join(repository.gitDir, name))).join(' ');
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs}-${found.ctimeMs}-${found.size}-${found.ino}` : 'none';
}
