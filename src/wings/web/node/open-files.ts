/** The open files of the disk in memory, by number. */
import { resolve } from 'path-browserify';
import { DiskError, type DiskFile, type DiskNode, MemoryDisk } from './memory-disk';

/** The one disk of this page or worker. */
export const disk = new MemoryDisk();
// Paths in the product can be named before any of its files is there.
disk.put('/codegrain/package.json', new TextEncoder().encode('{}'), 0);

export function absolute(path: string): string {
  return resolve('/', path);
}

interface OpenFile {
  readonly node: DiskNode;
  readonly appends: boolean;
  /** Where the next read or write without a position begins. */
  position: number;
}

const open = new Map<number, OpenFile>();
let lastHandle = 2;

/** @param mode as in Node: `r`, `r+`, `w`, `wx`, `a` and so on, or flags as a number, which are used only for reading. */
export function openNode(path: string, mode: string | number = 'r'): number {
  const flag = typeof mode === 'number' ? 'r' : mode;
  const node = nodeToOpen(absolute(path), flag);
  open.set(++lastHandle, { node, appends: flag.startsWith('a'), position: 0 });
  return lastHandle;
}

function nodeToOpen(path: string, flag: string): DiskNode {
  const found = disk.find(path);
  if (flag.startsWith('r')) {
    if (found?.is === 'folder' && flag !== 'r') throw new DiskError('EISDIR', 'open', path);
    return found ?? disk.get(path, 'open');
  }
  if (found && flag.includes('x')) throw new DiskError('EEXIST', 'open', path);
  if (found?.is === 'folder') throw new DiskError('EISDIR', 'open', path);
  if (!found) return disk.create(path, 'open');
  if (flag.startsWith('w')) disk.truncate(found, 0);
  return found;
}

export function openFile(handle: number, call: string): OpenFile {
  const found = open.get(handle);
  if (!found) throw new DiskError('EBADF', call);
  return found;
}

export function closeFile(handle: number): void {
  if (!open.delete(handle)) throw new DiskError('EBADF', 'close');
}

/** @param at null: after the last read. */
export function readAt(handle: number, into: Uint8Array, at: number | null): number {
  const file = openFile(handle, 'read');
  const count = disk.read(contentOf(file, 'read'), into, at ?? file.position);
  if (at === null) file.position += count;
  return count;
}

export function writeAt(handle: number, bytes: Uint8Array, at: number | null): number {
  const file = openFile(handle, 'write');
  const content = contentOf(file, 'write');
  const from = file.appends ? content.size : (at ?? file.position);
  disk.write(content, bytes, from);
  if (at === null) file.position = from + bytes.length;
  return bytes.length;
}

export function contentOf({ node }: OpenFile, call: string): DiskFile {
  if (node.is === 'folder') throw new DiskError('EISDIR', call);
  return node;
}
