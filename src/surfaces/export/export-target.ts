/**
 * Where an export is written. A file is first written under a temporary name in the same folder, and renamed to its target when it is
 * complete and flushed: readers see the old file or the new one, never half of one. The temporary file is removed however the process
 * ends, except after SIGKILL or a power cut. A target that cannot be written is reported before anything is chunked.
 */
import { randomUUID } from 'node:crypto';
import { constants, realpathSync, type Stats, statSync, unlinkSync } from 'node:fs';
import { access, chmod, type FileHandle, open, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode } from '../../shared/error-code';
import { fileErrorReason } from '../../workspace/skip-reasons';
import type { Sink } from './export-record';

/** The target cannot be written. The message gives the reason in one line. */
export class TargetProblem extends Error {}

export interface ExportTarget extends Sink {
  /** Number of bytes written so far. */
  readonly bytes: number;
  /** Absolute paths that must not be exported themselves. */
  readonly files: readonly string[];
  /** Call when everything is written. */
  finish(): Promise<void>;
  /** Removes what was written. Does nothing after `finish`. */
  discard(): Promise<void>;
}

/** Data is buffered up to this size before it is written to disk. */
const bufferBytes = 256 * 1024;

export class FileTarget implements ExportTarget {
  bytes = 0;
  private buffered: Uint8Array[] = [];
  private bufferedBytes = 0;
  private readonly onExit: () => void;

  private constructor(
    private readonly file: string,
    private readonly temporary: string,
    /** The target as the user wrote it, for messages. */
    private readonly givenPath: string,
    private readonly handle: FileHandle,
    private readonly mode: number | undefined,
  ) {
    this.onExit = () => remove(temporary);
    process.on('exit', this.onExit);
  }

  /** @throws `TargetProblem` if no file can be created there */
  static async open(path: string): Promise<FileTarget> {
    try {
      const { file, existing } = await locate(path);
      const temporary = join(dirname(file), `.codegrain-export-${randomUUID()}.tmp`);
      const handle = await open(temporary, 'wx');
      return new FileTarget(file, temporary, path, handle, existing?.mode);
    } catch (error) {
      throw targetProblem(error, path);
    }
  }

  get files(): readonly string[] {
    return [this.file, this.temporary];
  }

  async write(data: string | Uint8Array): Promise<void> {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    this.bytes += bytes.length;
    this.buffered.push(bytes);
    this.bufferedBytes += bytes.length;
    if (this.bufferedBytes >= bufferBytes) await this.flush();
  }

  async finish(): Promise<void> {
    try {
      await this.flush();
      await this.handle.sync();
      await this.handle.close();
      if (this.mode !== undefined) await chmod(this.temporary, this.mode & 0o777);
      await rename(this.temporary, this.file);
    } catch (error) {
      throw targetProblem(error, this.givenPath);
    }
    process.off('exit', this.onExit);
  }

  async discard(): Promise<void> {
    await this.handle.close().catch(() => {});
    remove(this.temporary);
    process.off('exit', this.onExit);
  }

  private async flush(): Promise<void> {
    const all = Buffer.concat(this.buffered);
    this.buffered = [];
    this.bufferedBytes = 0;
    try {
      for (let at = 0; at < all.length; ) at += (await this.handle.write(all, at)).bytesWritten;
    } catch (error) {
      throw targetProblem(error, this.givenPath);
    }
  }
}

/** Standard output. What was written there cannot be removed. */
export class StandardOutputTarget implements ExportTarget {
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

/** Resolves symbolic links, and finds what is at the path now. */
async function locate(path: string): Promise<{ file: string; existing: Stats | undefined }> {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing === undefined) {
    if (/[/\\]$/.test(path)) throw new TargetProblem(`cannot write ${path}: it is not a file name`);
    return { file: join(realpathSync.native(dirname(resolve(path))), basename(path)), existing };
  }
  if (existing.isDirectory()) throw new TargetProblem(`cannot write ${path}: it is a folder`);
  // Renaming a file to `/dev/null` would replace the device.
  if (!existing.isFile())
    throw new TargetProblem(`cannot write ${path}: it is not a regular file; "--out -" is standard output`);
  await access(path, constants.W_OK);
  return { file: realpathSync.native(path), existing };
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It does not exist, or cannot be reached: nothing more to do.
  }
}

function targetProblem(error: unknown, path: string): Error {
  if (error instanceof TargetProblem) return error;
  const reason = writeFailures[errorCode(error) ?? ''] ?? fileErrorReason(error);
  return new TargetProblem(`cannot write ${path}: ${reason}`);
}

const writeFailures: Readonly<Record<string, string>> = {
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EROFS: 'the disk is read-only',
  EFBIG: 'the file is too large for this disk',
};
