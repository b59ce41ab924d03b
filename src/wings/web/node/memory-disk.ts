/**
 * A disk in memory, for code that works with files where there are none. Folders, files, and files that are fetched: those are listed
 * from the start, and have their bytes after `load`. There are no links and no rights. Paths are absolute, with slashes.
 */

/** Errors with the fields that Node's have: callers decide by `code` and `syscall`. */
const meanings = {
  EBADF: 'bad file descriptor',
  EEXIST: 'file already exists',
  EINVAL: 'invalid argument',
  EISDIR: 'illegal operation on a directory',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  ESRCH: 'no such process',
  ENOTSUP: 'not supported in a browser',
} as const;

type DiskErrorCode = keyof typeof meanings;

export class DiskError extends Error {
  constructor(
    readonly code: DiskErrorCode,
    readonly syscall: string,
    readonly path?: string,
  ) {
    super(`${code}: ${meanings[code]}, ${syscall}${path === undefined ? '' : ` '${path}'`}`);
  }
}

interface FileTimes extends Readonly<Record<'mtimeMs' | 'ctimeMs' | 'birthtimeMs', number>> {
  /** The number of the last change. */
  readonly change: number;
}

const kindOf = ({ is }: DiskNode) => ({
  isFile: () => is === 'file',
  isDirectory: () => is === 'folder',
  isSymbolicLink: () => false,
});

/** What `readdir` says about a file or folder. */
export function entryOf(name: string, node: DiskNode) {
  return { name, ...kindOf(node) };
}

/** What `stat` says about a file or folder. */
export function statsOf(node: DiskNode) {
  const { change: _, ...times } = node.times;
  const mode = node.is === 'folder' ? 0o040755 : 0o100644;
  const mtime = new Date(times.mtimeMs);
  return { ...kindOf(node), dev: 1, ino: node.inode, size: node.size, mode, ...times, mtime };
}

/** The form with whole numbers, in nanoseconds. */
export function exactStatsOf({ inode, size, times }: DiskNode) {
  const nanoseconds = (ms: number): bigint => BigInt(Math.floor(ms)) * 1_000_000n;
  return {
    ...{ dev: 1n, ino: BigInt(inode), size: BigInt(size) },
    mtimeNs: nanoseconds(times.mtimeMs),
    // A clock of milliseconds does not tell two changes apart.
    ctimeNs: nanoseconds(times.ctimeMs) + BigInt(times.change % 1_000_000),
    birthtimeNs: nanoseconds(times.birthtimeMs),
  };
}

/** A file. Handles keep it, so an open file can still be read after it was removed or replaced. */
export interface DiskFile {
  readonly is: 'file';
  readonly inode: number;
  /** May be longer than the file, so that appending need not copy. */
  bytes: Uint8Array;
  size: number;
  times: FileTimes;
  /** How to get the bytes of a file that is not loaded yet. */
  fetch?: () => Promise<Uint8Array>;
}

interface DiskFolder {
  readonly is: 'folder';
  readonly inode: number;
  readonly size: 0;
  readonly entries: Map<string, DiskNode>;
  times: FileTimes;
}

export type DiskNode = DiskFile | DiskFolder;

const none = new Uint8Array(0);

export class MemoryDisk {
  private inodes = 0;
  /** Counts changes: part of a file's times, so that two changes in one millisecond differ. */
  private changes = 0;
  private readonly root: DiskFolder = this.newFolder();

  find(path: string): DiskNode | undefined {
    let node: DiskNode | undefined = this.root;
    for (const name of namesOf(path)) {
      if (node?.is !== 'folder') return undefined;
      node = node.entries.get(name);
    }
    return node;
  }

  /** @throws DiskError */
  get(path: string, call: string): DiskNode {
    const node = this.find(path);
    if (node) return node;
    throw new DiskError(this.isBelowFile(path) ? 'ENOTDIR' : 'ENOENT', call, path);
  }

  getFile(path: string, call: string): DiskFile {
    const node = this.get(path, call);
    if (node.is === 'folder') throw new DiskError('EISDIR', call, path);
    return node;
  }

  getFolder(path: string, call: string): DiskFolder {
    const node = this.get(path, call);
    if (node.is === 'file') throw new DiskError('ENOTDIR', call, path);
    return node;
  }

  /** Makes the folder and all above it; returns false if it existed. */
  makeFolders(path: string): boolean {
    let folder = this.root;
    let isNew = false;
    for (const name of namesOf(path)) {
      let inner = folder.entries.get(name);
      if (inner?.is === 'file') throw new DiskError('ENOTDIR', 'mkdir', path);
      if (!inner) {
        inner = this.newFolder();
        folder.entries.set(name, inner);
        isNew = true;
      }
      folder = inner;
    }
    return isNew;
  }

  makeFolder(path: string): void {
    const { folder, name } = this.place(path, 'mkdir');
    if (folder.entries.has(name)) throw new DiskError('EEXIST', 'mkdir', path);
    folder.entries.set(name, this.newFolder());
  }

  /** An empty file. */
  create(path: string, call: string): DiskFile {
    const { folder, name } = this.place(path, call);
    const file: DiskFile = { is: 'file', inode: ++this.inodes, bytes: none, size: 0, times: this.now() };
    folder.entries.set(name, file);
    return file;
  }

  /** Writes a whole file and the folders above it, with the time that the file has elsewhere. The disk keeps the bytes. */
  put(path: string, bytes: Uint8Array, mtimeMs: number = Date.now()): void {
    this.makeFolders(path.slice(0, path.lastIndexOf('/')));
    const file = this.create(path, 'open');
    file.bytes = bytes;
    file.size = bytes.length;
    file.times = { mtimeMs, ctimeMs: mtimeMs, birthtimeMs: mtimeMs, change: file.times.change };
  }

  /** A file that is fetched when it is first loaded. */
  list(path: string, fetch: () => Promise<Uint8Array>): void {
    this.put(path, none, 0);
    this.getFile(path, 'open').fetch = fetch;
  }

  /** Fetches the bytes of a listed file; does nothing for others. A failure is not remembered. */
  async load(path: string): Promise<void> {
    const node = this.find(path);
    if (node?.is !== 'file' || !node.fetch) return;
    const bytes = await node.fetch();
    node.bytes = bytes;
    node.size = bytes.length;
    delete node.fetch;
  }

  read(file: DiskFile, into: Uint8Array, at: number): number {
    if (file.fetch) throw new DiskError('ENOTSUP', 'read');
    const count = Math.max(0, Math.min(into.length, file.size - at));
    into.set(file.bytes.subarray(at, at + count));
    return count;
  }

  write(file: DiskFile, bytes: Uint8Array, at: number): void {
    const end = at + bytes.length;
    if (end > file.bytes.length) this.resize(file, Math.max(end, Math.min(2 * file.size, file.size + maxSpareBytes)));
    file.bytes.set(bytes, at);
    file.size = Math.max(file.size, end);
    this.touch(file);
  }

  truncate(file: DiskFile, size: number): void {
    if (size > file.bytes.length) this.resize(file, size);
    else file.bytes.fill(0, size, file.size);
    file.size = size;
    this.touch(file);
  }

  setTimes(node: DiskNode, mtimeMs: number): void {
    node.times = { ...this.now(), birthtimeMs: node.times.birthtimeMs, mtimeMs };
  }

  remove(path: string, call: string): void {
    const { folder, name } = this.place(path, call);
    if (!folder.entries.delete(name)) throw new DiskError('ENOENT', call, path);
  }

  rename(from: string, to: string): void {
    const node = this.get(from, 'rename');
    const target = this.place(to, 'rename');
    const found = target.folder.entries.get(target.name);
    if (found === node) return;
    if (found?.is === 'folder' && node.is === 'file') throw new DiskError('EISDIR', 'rename', to);
    if (found?.is === 'file' && node.is === 'folder') throw new DiskError('ENOTDIR', 'rename', to);
    if (found?.is === 'folder' && found.entries.size > 0) throw new DiskError('ENOTEMPTY', 'rename', to);
    if (`${to}/`.startsWith(`${from}/`)) throw new DiskError('EINVAL', 'rename', to);
    this.remove(from, 'rename');
    target.folder.entries.set(target.name, node);
  }

  private resize(file: DiskFile, capacity: number): void {
    const bytes = new Uint8Array(capacity);
    bytes.set(file.bytes.subarray(0, file.size));
    file.bytes = bytes;
  }

  private touch(file: DiskFile): void {
    file.times = { ...this.now(), birthtimeMs: file.times.birthtimeMs };
  }

  private place(path: string, call: string): { folder: DiskFolder; name: string } {
    const names = namesOf(path);
    const name = names.pop();
    if (name === undefined) throw new DiskError('EISDIR', call, path);
    return { folder: this.getFolder(`/${names.join('/')}`, call), name };
  }

  private isBelowFile(path: string): boolean {
    const names = namesOf(path);
    return names.some((_, i) => this.find(`/${names.slice(0, i).join('/')}`)?.is === 'file');
  }

  private newFolder(): DiskFolder {
    return { is: 'folder', inode: ++this.inodes, size: 0, entries: new Map(), times: this.now() };
  }

  private now(): FileTimes {
    const ms = Date.now();
    return { mtimeMs: ms, ctimeMs: ms, birthtimeMs: ms, change: ++this.changes };
  }
}

/** A growing file is copied when its room is used up; more spare room than this would be memory that nothing uses. */
const maxSpareBytes = 8 * 1024 * 1024;

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '');
}
