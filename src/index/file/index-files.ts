/**
 * The files of an index: `index.cgx`, and beside it `….next` (a rebuild under way, while the old index answers), `….tmp-…`
 * (being written, worthless without its process), `….damaged-…` (set aside; the last one is kept) and `….lock-…`.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './index-error';

export const nextSuffix = '.next';
const temporaryMark = '.tmp-';
const damagedMark = '.damaged-';

export function temporaryFile(path: string): string {
  return `${path}${temporaryMark}${process.pid}-${Math.random().toString(36).slice(2)}`;
}

/** Makes the folder; one that is called `.codegrain` keeps itself out of git. */
export function prepareFolder(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  if (basename(folder) !== '.codegrain') return;
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Deletes what killed processes left. Only for who holds the lock: no one else writes temporary files. */
export function removeLeftovers(path: string): void {
  for (const file of beside(path, temporaryMark)) rmSync(file, { force: true });
}

/** Deletes what else was kept: a rebuild under way, a damaged file. */
export function removeOthers(path: string): void {
  for (const file of [path + nextSuffix, ...beside(path, damagedMark)]) rmSync(file, { force: true });
}

/** Renames a damaged file, for those who want to know what happened; returns its new name. Older ones are deleted. */
export async function setAsideDamaged(path: string, of = path): Promise<string> {
  const older = beside(of, damagedMark);
  const name = `${of}${damagedMark}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  await replaceFile(path, name);
  for (const file of older) if (file !== name) rmSync(file, { force: true });
  return name;
}

/** Up to about four seconds in all. */
const pauses = [10, 20, 50, 100, 200, 400, 800, 1200, 1200];

/**
 * Renames over a file, and makes that last. On Windows this fails while anyone has the file open (a reader for milliseconds, a
 * virus scanner or backup for longer): it is tried again for a while.
 */
export async function replaceFile(
  from: string,
  to: string,
  move: (from: string, to: string) => Promise<void> = rename,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await move(from, to);
      break;
    } catch (error) {
      const pause = pauses[attempt];
      if (pause === undefined || !isBusy(error)) throw error;
      await sleep(pause);
    }
  }
  await syncFolder(dirname(to));
}

/** Whether a file could not be replaced because someone has it open. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'EBUSY' || (process.platform === 'win32' && (code === 'EPERM' || code === 'EACCES'));
}

async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    // Windows has no such thing for folders.
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle?.close();
  }
}

const largestBuffer = 2 ** 20;

/**
 * Writes pieces one after the other, through a buffer so that small ones do not cost a call each.
 * @param length of all of them.
 */
export async function writePieces(
  handle: FileHandle,
  pieces: Iterable<Uint8Array>,
  at: number,
  length: number,
): Promise<number> {
  const buffer = new Uint8Array(Math.max(1, Math.min(length, largestBuffer)));
  let used = 0;
  let end = at;
  const flush = async (): Promise<void> => {
    for (let done = 0; done < used; ) {
      const { bytesWritten } = await handle.write(buffer, done, used - done, end);
      done += bytesWritten;
      end += bytesWritten;
    }
    used = 0;
  };
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      const count = Math.min(buffer.length - used, piece.length - from);
      buffer.set(piece.subarray(from, from + count), used);
      used += count;
      from += count;
      if (used === buffer.length) await flush();
    }
  }
  await flush();
  return end;
}

function beside(path: string, mark: string): string[] {
  const folder = dirname(path);
  const prefix = basename(path) + mark;
  const nextPrefix = basename(path) + nextSuffix + mark;
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) || name.startsWith(nextPrefix))
    .map((name) => join(folder, name));
}
