/** Finds the indexes that a new one may continue: those of the same folder in other copies of its repository on this machine. */
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { indexFileOf } from '../../index/index-settings';
import { type Repository, repositoryAround } from '../../workspace/repository';
import { firstCommits, remoteIds } from '../../workspace/repository-ids';
import { workingTrees } from '../../workspace/working-trees';
import { type KnownIndex, knownIndex, knownIndexes, rememberIndex } from './known-indexes';

/** Paths of index files that exist: working trees of the same repository first, then other clones; the latest first. */
export async function siblingIndexes(root: string, indexFile: string): Promise<string[]> {
  const repository = repositoryAround(root);
  if (!repository) return [];
  const inside = placeIn(repository, root);
  const trees = new Set((await workingTrees(repository)).map((top) => join(top, inside)));
  const others = knownIndexes().filter((known) => known.indexFile !== indexFile && known.inside === inside);
  const near = others.filter((known) => trees.has(known.root)).map((known) => known.indexFile);
  const own = [...trees].map(indexFileOf).filter((file) => file !== indexFile);
  const found = latestFirst([...new Set([...own, ...near])]);
  // Who the others are is only asked if no index is near: it can take a while.
  return found.length > 0 || others.length === 0 ? found : latestFirst(await cloneIndexes(repository, others));
}

/** Lets later copies of the repository find this index. */
export async function announceIndex(root: string, indexFile: string): Promise<void> {
  const repository = repositoryAround(root);
  if (!repository) return;
  const inside = placeIn(repository, root);
  const remotes = await remoteIds(repository);
  const before = knownIndex(indexFile);
  const isKnown = before?.root === root && remotes.every((id) => before.repository.includes(id));
  if (!isKnown)
    rememberIndex({ root, indexFile, repository: [...remotes, ...(await firstCommits(repository))], inside });
}

async function cloneIndexes(repository: Repository, others: readonly KnownIndex[]): Promise<string[]> {
  for (const idsOf of [remoteIds, firstCommits]) {
    const ids = new Set(await idsOf(repository));
    const found = others.filter((known) => known.repository.some((id) => ids.has(id)));
    if (found.length > 0) return found.map(({ indexFile }) => indexFile);
  }
  return [];
}

function placeIn({ top }: Repository, root: string): string {
  return relative(top, root).replaceAll('\\', '/');
}

function latestFirst(files: readonly string[]): string[] {
  const timed = files.flatMap((file) => {
    const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    return time === undefined ? [] : [{ file, time }];
  });
  return timed.sort((a, b) => b.time - a.time).map(({ file }) => file);
}
