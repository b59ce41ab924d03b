/** `node:fs` on a disk in memory: what the engine uses of it. */
import { Buffer } from 'buffer/';
import { DiskError, type DiskNode, entryOf, exactStatsOf, statsOf } from './memory-disk';
import { absolute, closeFile, contentOf, disk, openFile, openNode, readAt, writeAt } from './open-files';

type StatOptions = { readonly bigint?: boolean; readonly throwIfNoEntry?: boolean };

type RemoveOptions = { readonly force?: boolean; readonly recursive?: boolean };

type EncodingOption = BufferEncoding | { readonly encoding?: BufferEncoding | null } | null;
type FlagOption = BufferEncoding | { readonly flag?: string; readonly encoding?: BufferEncoding | null };

export function existsSync(path: string): boolean {
  return disk.find(absolute(path)) !== undefined;
}

export function statSync(path: string, options: StatOptions = {}) {
  const place = absolute(path);
  const node = options.throwIfNoEntry === false ? disk.find(place) : disk.get(place, 'stat');
  return node && inForm(node, options);
}

export function fstatSync(handle: number, options: StatOptions = {}) {
  return inForm(openFile(handle, 'fstat').node, options);
}

function inForm(node: DiskNode, { bigint }: StatOptions) {
  return bigint ? exactStatsOf(node) : statsOf(node);
}

export function readFileSync(path: string, options?: EncodingOption): Buffer | string {
  const file = disk.getFile(absolute(path), 'open');
  const bytes = Buffer.allocUnsafe(file.size);
  disk.read(file, bytes, 0);
  return decoded(bytes, options);
}

export function decoded(bytes: Buffer, options: EncodingOption | undefined): Buffer | string {
  const encoding = typeof options === 'string' ? options : options?.encoding;
  return encoding ? bytes.toString(encoding) : bytes;
}

export function writeFileSync(path: string, data: string | Uint8Array, options: FlagOption = {}): void {
  const { flag = 'w' } = typeof options === 'string' ? {} : options;
  const handle = openNode(path, flag);
  try {
    writeAt(handle, typeof data === 'string' ? Buffer.from(data) : data, null);
  } finally {
    closeFile(handle);
  }
}

export function readdirSync(
  path: string,
  options: { readonly withFileTypes?: boolean } = {},
): string[] | ReturnType<typeof entryOf>[] {
  const { entries } = disk.getFolder(absolute(path), 'scandir');
  if (!options.withFileTypes) return [...entries.keys()].sort();
  return Array.from(entries, ([name, node]) => entryOf(name, node));
}

export function mkdirSync(path: string, options: { readonly recursive?: boolean } = {}): void {
  if (options.recursive) disk.makeFolders(absolute(path));
  else disk.makeFolder(absolute(path));
}

export function rmSync(path: string, { force = false, recursive = false }: RemoveOptions = {}): void {
  const place = absolute(path);
  const node = disk.find(place);
  if (!node && force) return;
  if (node?.is === 'folder' && !recursive) throw new DiskError('EISDIR', 'rm', place);
  disk.remove(place, 'rm');
}

export function rmdirSync(path: string): void {
  const place = absolute(path);
  if (disk.getFolder(place, 'rmdir').entries.size > 0) throw new DiskError('ENOTEMPTY', 'rmdir', place);
  disk.remove(place, 'rmdir');
}

export function unlinkSync(path: string): void {
  disk.getFile(absolute(path), 'unlink');
  disk.remove(absolute(path), 'unlink');
}

export function renameSync(from: string, to: string): void {
  disk.rename(absolute(from), absolute(to));
}

export function utimesSync(path: string, _accessed: Date | number, modified: Date | number): void {
  disk.setTimes(disk.get(absolute(path), 'utime'), typeof modified === 'number' ? modified * 1000 : modified.getTime());
}

/** There are no links: callers copy instead. */
export function linkSync(from: string, _to: string): void {
  throw new DiskError('ENOTSUP', 'link', from);
}

export function readlinkSync(path: string): string {
  disk.get(absolute(path), 'readlink');
  throw new DiskError('EINVAL', 'readlink', path);
}

export function realpathSync(path: string): string {
  disk.get(absolute(path), 'realpath');
  return absolute(path);
}
realpathSync.native = realpathSync;

export function readSync(
  handle: number,
  into: Uint8Array,
  offset = 0,
  length = into.length - offset,
  at: number | null = null,
) {
  return readAt(handle, into.subarray(offset, offset + length), at);
}

export function ftruncateSync(handle: number, size = 0): void {
  disk.truncate(contentOf(openFile(handle, 'ftruncate'), 'ftruncate'), size);
}

/** Everything that exists may be read and written. */
export function accessSync(path: string, _mode?: number): void {
  disk.get(absolute(path), 'access');
}

/** Nothing else writes to this disk. */
export function watch(_path: string): { close(): void } {
  return { close: () => undefined };
}

export const constants = { COPYFILE_FICLONE: 2, W_OK: 2 };

export { closeFile as closeSync, openNode as openSync, statSync as lstatSync };
