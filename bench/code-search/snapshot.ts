/** A repository at a commit, and the folder of its checkout: FOLDER/owner+name/COMMIT, twelve digits of the commit. */
import { join } from 'node:path';
import type { Repository } from './queries';

export interface Snapshot {
  /** owner/name */
  readonly repository: string;
  readonly commit: string;
  /** The indexed folder; empty: the whole repository. */
  readonly root: string;
}

export function snapshotOf({ github, revision, root }: Pick<Repository, 'github' | 'revision' | 'root'>): Snapshot {
  return { repository: github, commit: revision, root };
}

/** The checkout, with all its files. */
export function checkoutFolder(folder: string, { repository, commit }: Snapshot): string {
  return join(folder, plainName(repository), shortCommit(commit));
}

/** The folder inside the checkout that questions are about. */
export function indexedFolder(folder: string, snapshot: Snapshot): string {
  return join(checkoutFolder(folder, snapshot), snapshot.root);
}

/** The file name of its index. */
export function indexName({ repository, commit, root }: Snapshot): string {
  const part = root === '' ? '' : `-${root.replaceAll('/', '_')}`;
  return `${plainName(repository)}-${shortCommit(commit)}${part}.cgx`;
}

/** owner+name, usable as the name of a folder. */
export function plainName(repository: string): string {
  return repository.replace('/', '+');
}

function shortCommit(commit: string): string {
  return commit.slice(0, 12);
}
