/**
 * `node:fs/promises` on a disk in memory: what the engine uses of it. Unlike the functions of `node:fs`, reading also fetches files
 * that are not loaded yet.
 */
import { Buffer } from 'buffer/';
import {
  closeSync,
  decoded,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from './fs';
import { absolute, disk, readAt, writeAt } from './open-files';

/** Does not keep what it fetches: a grammar is read once, and its compiled form is kept. */
async function readFile(...[path, options]: Parameters<typeof readFileSync>): Promise<Buffer | string> {
  const node = disk.find(absolute(path));
  if (node?.is !== 'file' || !node.fetch) return readFileSync(path, options);
  return decoded(bufferOn(await node.fetch()), options);
}

/** The same memory. */
function bufferOn({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

async function readdir(path: string): Promise<string[]> {
  return readdirSync(path).map(String);
}

async function copyFile(from: string, to: string): Promise<void> {
  writeFileSync(to, await readFile(from));
}

async function open(path: string, flag?: string): Promise<DiskHandle> {
  await disk.load(absolute(path));
  return new DiskHandle(openSync(path, flag));
}

type ReadOptions = { readonly buffer: Uint8Array; readonly position?: number };

class DiskHandle {
  constructor(readonly fd: number) {}

  async read({ buffer, position }: ReadOptions): Promise<{ bytesRead: number; buffer: Uint8Array }> {
    return { bytesRead: readAt(this.fd, buffer, position ?? null), buffer };
  }

  async write(
    data: string | Uint8Array,
    offset = 0,
    length?: number,
    position: number | null = null,
  ): Promise<{ bytesWritten: number }> {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    const part = bytes.subarray(offset, length === undefined ? undefined : offset + length);
    return { bytesWritten: writeAt(this.fd, part, position) };
  }

  async appendFile(text: string): Promise<void> {
    writeAt(this.fd, Buffer.from(text), null);
  }

  async truncate(size = 0): Promise<void> {
    ftruncateSync(this.fd, size);
  }

  async stat(): Promise<ReturnType<typeof fstatSync>> {
    return fstatSync(this.fd);
  }

  /** Nothing survives the page anyway. */
  async sync(): Promise<void> {}

  async datasync(): Promise<void> {}

  async close(): Promise<void> {
    closeSync(this.fd);
  }
}

/** The same function, with its result or error in a promise. */
function later<Args extends unknown[], Result>(work: (...args: Args) => Result): (...args: Args) => Promise<Result> {
  return async (...args) => work(...args);
}

const mkdir = later(mkdirSync);
const rename = later(renameSync);
const rm = later(rmSync);
const stat = later(statSync);
const writeFile = later(writeFileSync);

export { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile };
