/**
 * The files of an index: `index.cgx`, and next to it `….next` (a rebuild in progress, while the old index is searched), `….tmp-…`
 * (being written; useless without its process), `….damaged-…` (set aside; only the last one is kept), `….base-…` (the index that this
 * one continues), `….fetched-…` (a base on its way here), `….globs` (which files the user chose) and `….lock-…`.
 */
import { constants, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, type FileHandle, open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../shared/error-code';
import { isOwnFile, requireNoLink } from '../../shared/own-folder';
import { isAlive } from '../../shared/process-alive';
import type { Generation } from '../format/header';

export const nextSuffix = '.next';
const temporaryMark = '.tmp-';
const damagedMark = '.damaged-';
const baseMark = '.base-';
const fetchedMark = '.fetched-';

export function temporaryFile(path: string): string {
  return `${path}${temporaryMark}${process.pid}-${Math.random().toString(36).slice(2)}`;
}

/** Where a process puts an index that it fetches, until another index continues it. */
export function fetchedFile(path: string): string {
  return `${path}${fetchedMark}${process.pid}`;
}

/**
 * To be called before a file is written. Creates its folder; one named `.codegrain` gets a `.gitignore` that keeps it out of git.
 * @throws if the file is ours and leads somewhere else
 */
export function prepareFolder(path: string): void {
  const folder = dirname(path);
  requireNoLink(path);
  mkdirSync(folder, { recursive: true });
  if (!isOwnFile(path)) return;
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Deletes what killed processes left. The caller must hold the lock: no one else writes temporary files. */
export function removeLeftovers(path: string): void {
  for (const file of filesNextTo(path, temporaryMark)) rmSync(file, { force: true });
  for (const file of filesNextTo(path, fetchedMark)) {
    const pid = Number.parseInt(file.slice(file.lastIndexOf(fetchedMark) + fetchedMark.length), 10);
    if (!isAlive(pid)) rmSync(file, { force: true });
  }
}

/** Deletes a rebuild in progress, damaged files and shared bases. */
export function removeOthers(path: string): void {
  for (const file of [path + nextSuffix, ...filesNextTo(path, damagedMark)]) rmSync(file, { force: true });
  removeBases(path, []);
}

/** The name of a shared base next to an index, or next to one that is being rebuilt. */
export function baseFile(path: string, { count, random }: Generation): string {
  const own = path.endsWith(nextSuffix) ? path.slice(0, -nextSuffix.length) : path;
  return `${own}${baseMark}${count}-${random.toString(16)}`;
}

/** Is this the name of a shared base, and of nothing else next to an index? */
export function isBaseName(file: string): boolean {
  return basename(file).includes(baseMark);
}

/** Deletes shared bases that are not needed any more. */
export function removeBases(path: string, needed: readonly string[]): void {
  for (const file of filesNextTo(path, baseMark)) if (!needed.includes(file)) rmSync(file, { force: true });
}

/** Renames a damaged file, so that it can be examined; returns its new name. Deletes older ones. */
export async function setAsideDamaged(path: string, of = path): Promise<string> {
  const older = filesNextTo(of, damagedMark);
  const name = damagedName(of);
  await replaceFile(path, name);
  for (const file of older) if (file !== name) rmSync(file, { force: true });
  return name;
}

/** The same with a copy: the file is still needed. Undefined: there is no space for it. */
export async function copyDamaged(path: string, of: string): Promise<string | undefined> {
  const older = filesNextTo(of, damagedMark);
  const name = damagedName(of);
  try {
    await copyFile(path, name, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  } catch {
    rmSync(name, { force: true });
    return undefined;
  }
  for (const file of older) if (file !== name) rmSync(file, { force: true });
  return name;
}

function damagedName(of: string): string {
  return `${of}${damagedMark}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** Milliseconds; about four seconds in all. */
const pauses = [10, 20, 50, 100, 200, 400, 800, 1200, 1200];

/**
 * Renames over a file, and flushes that to the disk. On Windows this fails while another program has the file open (a reader for
 * milliseconds, a virus scanner or backup for longer), so it is retried for a while.
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

/** Did replacing a file fail because another program has it open? */
export function isBusy(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'EBUSY' || (process.platform === 'win32' && (code === 'EPERM' || code === 'EACCES'));
}

async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    // Windows cannot flush folders.
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle?.close();
  }
}

const maxBufferBytes = 2 ** 20;

/**
 * Writes pieces one after the other, buffered so that small ones do not cost a call each.
 * @param length total bytes of all pieces.
 */
export async function writePieces(
  handle: FileHandle,
  pieces: Iterable<Uint8Array>,
  at: number,
  length: number,
): Promise<number> {
  const buffer = new Uint8Array(Math.max(1, Math.min(length, maxBufferBytes)));
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

function filesNextTo(path: string, mark: string): string[] {
  const folder = dirname(path);
  const prefix = basename(path) + mark;
  const nextPrefix = basename(path) + nextSuffix + mark;
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) || name.startsWith(nextPrefix))
    .map((name) => join(folder, name));
}
