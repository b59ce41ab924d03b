/**
 * Where an export goes. A file is written beside its target under another name and takes its place when it is complete and
 * flushed: whoever looks finds the old file or the new one, never half of one. However the process ends (all but SIGKILL and a
 * power cut), the other name is gone. What cannot be written is found out before anything is chunked.
 */
import { randomUUID } from 'node:crypto';
import { constants, realpathSync, type Stats, statSync, unlinkSync } from 'node:fs';
import { access, chmod, type FileHandle, open, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, reasonOf } from '../workspace/skipped';
import type { Sink } from './encoder';

/** The target cannot be written; the message says why, in one line. */
export class TargetProblem extends Error {}

export interface Target extends Sink {
  /** Written so far. */
  readonly bytes: number;
  /** Absolute, and not to be exported themselves. */
  readonly files: readonly string[];
  /** All is written. */
  finish(): Promise<void>;
  /** Nothing of it stays; after `finish` it does nothing. */
  discard(): Promise<void>;
}

/** Texts are collected up to this before the disk is asked. */
const bufferBytes = 256 * 1024;

export class FileTarget implements Target {
  bytes = 0;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private readonly onExit: () => void;

  private constructor(
    private readonly file: string,
    private readonly temporary: string,
    private readonly shown: string,
    private readonly handle: FileHandle,
    private readonly mode: number | undefined,
  ) {
    this.onExit = () => remove(temporary);
    process.on('exit', this.onExit);
  }

  /** @throws `TargetProblem` where no file can be made there. */
  static async open(path: string): Promise<FileTarget> {
    try {
      const { file, existing } = await locate(path);
      const temporary = join(dirname(file), `.codegrain-export-${randomUUID()}.tmp`);
      const handle = await open(temporary, 'wx');
      return new FileTarget(file, temporary, path, handle, existing?.mode);
    } catch (error) {
      throw problemOf(error, path);
    }
  }

  get files(): readonly string[] {
    return [this.file, this.temporary];
  }

  async write(data: string | Uint8Array): Promise<void> {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    this.bytes += bytes.length;
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= bufferBytes) await this.flush();
  }

  async finish(): Promise<void> {
    try {
      await this.flush();
      await this.handle.sync();
      await this.handle.close();
      if (this.mode !== undefined) await chmod(this.temporary, this.mode & 0o777);
      await rename(this.temporary, this.file);
    } catch (error) {
      throw problemOf(error, this.shown);
    }
    process.off('exit', this.onExit);
  }

  async discard(): Promise<void> {
    await this.handle.close().catch(() => {});
    remove(this.temporary);
    process.off('exit', this.onExit);
  }

  private async flush(): Promise<void> {
    const all = Buffer.concat(this.waiting);
    this.waiting = [];
    this.waitingBytes = 0;
    try {
      for (let at = 0; at < all.length; ) at += (await this.handle.write(all, at)).bytesWritten;
    } catch (error) {
      throw problemOf(error, this.shown);
    }
  }
}

/** Standard output: nothing can be taken back there. */
export class StandardOutput implements Target {
  bytes = 0;
  readonly files: readonly string[] = [];

  async write(data: string | Uint8Array): Promise<void> {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    this.bytes += bytes.length;
    if (!process.stdout.write(bytes)) await new Promise((done) => process.stdout.once('drain', done));
  }

  async finish(): Promise<void> {}

  async discard(): Promise<void> {}
}

/** The file that is meant, behind links, and what is there now. */
async function locate(path: string): Promise<{ file: string; existing: Stats | undefined }> {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing === undefined) {
    if (/[/\\]$/.test(path)) throw new TargetProblem(`cannot write ${path}: it is not the name of a file`);
    return { file: join(realpathSync.native(dirname(resolve(path))), basename(path)), existing };
  }
  if (existing.isDirectory()) throw new TargetProblem(`cannot write ${path}: it is a folder`);
  // Renaming a file to `/dev/null` would replace it.
  if (!existing.isFile())
    throw new TargetProblem(`cannot write ${path}: it is not a regular file; "--out -" is standard output`);
  await access(path, constants.W_OK);
  return { file: realpathSync.native(path), existing };
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Not there, or out of reach: nobody can do more.
  }
}

function problemOf(error: unknown, path: string): Error {
  if (error instanceof TargetProblem) return error;
  return new TargetProblem(`cannot write ${path}: ${whyNot(error)}`);
}

function whyNot(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return 'there is no such folder';
    case 'ENOTDIR':
      return 'a part of the path is not a folder';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'EROFS':
      return 'the disk is read-only';
    case 'EFBIG':
      return 'the disk takes no file of this size';
    default:
      return reasonOf(error);
  }
}
