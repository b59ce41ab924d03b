/**
 * Which files an index is made of, if the user chose them with globs: `index.cgx.globs` next to the index, as JSON. A program that
 * only keeps the index up to date, such as a server for agents, uses the same globs. Without it, the files of the last user would be
 * added and removed again, depending on who writes.
 */
import { rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { readPlainFile } from '../../shared/plain-file';
import { replaceFile, temporaryFile } from './index-files';

export interface IndexGlobs {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const none: IndexGlobs = { include: [], exclude: [] };

/** No globs if the file does not exist or cannot be read: then all files belong to the index. */
export function indexGlobs(indexFile: string): IndexGlobs {
  try {
    const saved: unknown = JSON.parse(readPlainFile(globFileOf(indexFile)).toString());
    return { include: stringsAt(saved, 'include'), exclude: stringsAt(saved, 'exclude') };
  } catch {
    return none;
  }
}

/** The caller holds the lock of the index. */
export async function saveIndexGlobs(indexFile: string, { include, exclude }: IndexGlobs): Promise<void> {
  const text = JSON.stringify({ include, exclude });
  if (text === JSON.stringify(indexGlobs(indexFile))) return;
  const file = globFileOf(indexFile);
  if (text === JSON.stringify(none)) {
    await rm(file, { force: true });
    return;
  }
  const temporary = temporaryFile(indexFile);
  try {
    await writeFile(temporary, `${text}\n`, { flag: 'wx' });
    await replaceFile(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

export function removeIndexGlobs(indexFile: string): void {
  rmSync(globFileOf(indexFile), { force: true });
}

function globFileOf(indexFile: string): string {
  return `${indexFile}.globs`;
}

function stringsAt(value: unknown, key: string): string[] {
  const list: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}
