/** Finds the indexes that a new one may continue: those of the same folder in other copies of its repository on this machine. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { indexFileOf } from '../../index/index-settings';
import { attempt } from '../../shared/attempt';
import { readPlainFile } from '../../shared/plain-file';
import { userCacheFolder } from '../../shared/user-cache';
import { firstCommits, remoteIds } from '../../workspace/about-repository';
import { type Repository, repositoryAround, workingTrees } from '../../workspace/repository';

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

// The indexes of copies of repositories on this machine: a small file each, in the user's cache. A new index looks here for one that
// it can continue, and what is left of deleted folders is found here.

interface KnownIndex {
  /** The folder that is indexed. */
  readonly root: string;
  readonly indexFile: string;
  /** Of the repository that the folder is in, and the folder's place in it. */
  readonly repository: readonly string[];
  readonly inside: string;
}

/** A failure to write it is harmless. */
function rememberIndex(known: KnownIndex): void {
  const folder = knownFolder();
  if (folder === undefined) return;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, nameOf(known.indexFile)), `${JSON.stringify(known)}\n`);
  } catch {
    // A full disk or a read-only home: the next copy makes its own index.
  }
}

function knownIndex(indexFile: string): KnownIndex | undefined {
  const folder = knownFolder();
  return folder === undefined ? undefined : readEntry(join(folder, nameOf(indexFile)));
}

/** All that are still there. Entries of deleted indexes are deleted. */
export function knownIndexes(): KnownIndex[] {
  const folder = knownFolder();
  if (folder === undefined) return [];
  return namesIn(folder).flatMap((name) => {
    const known = readEntry(join(folder, name));
    if (known && existsSync(known.indexFile)) return [known];
    rmSync(join(folder, name), { force: true });
    return [];
  });
}

function knownFolder(): string | undefined {
  const cache = userCacheFolder();
  return cache === undefined ? undefined : join(cache, 'known-indexes');
}

function nameOf(indexFile: string): string {
  return `${createHash('sha256').update(indexFile).digest('hex').slice(0, 16)}.json`;
}

function namesIn(folder: string): string[] {
  return attempt(() => readdirSync(folder).filter((name) => name.endsWith('.json'))) ?? [];
}

function readEntry(file: string): KnownIndex | undefined {
  try {
    const { root, indexFile, repository, inside }: Partial<KnownIndex> = JSON.parse(readPlainFile(file).toString());
    if (typeof root !== 'string' || typeof indexFile !== 'string' || typeof inside !== 'string') return undefined;
    return { root, indexFile, inside, repository: Array.isArray(repository) ? repository.map(String) : [] };
  } catch {
    return undefined;
  }
}
