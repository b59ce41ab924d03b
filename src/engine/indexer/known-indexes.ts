/**
 * The indexes of copies of repositories on this machine: a small file each, in the user's cache. A new index looks here for one that
 * it can continue, and what is left of deleted folders is found here.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFile } from '../../shared/plain-file';
import { userCacheFolder } from '../../shared/user-cache';

export interface KnownIndex {
  /** The folder that is indexed. */
  readonly root: string;
  readonly indexFile: string;
  /** Of the repository that the folder is in, and the folder's place in it. */
  readonly repository: readonly string[];
  readonly inside: string;
}

/** A failure to write it is harmless. */
export function rememberIndex(known: KnownIndex): void {
  const folder = knownFolder();
  if (folder === undefined) return;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, nameOf(known.indexFile)), `${JSON.stringify(known)}\n`);
  } catch {
    // A full disk or a read-only home: the next copy makes its own index.
  }
}

export function knownIndex(indexFile: string): KnownIndex | undefined {
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
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
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
