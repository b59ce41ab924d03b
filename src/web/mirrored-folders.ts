/** The folders that a user of the index service mirrors into its memory. */
import { indexFileOf } from '../index/index-settings';
import type { MirroredFile } from './mirror-protocol';
import { disk } from './node/open-files';
import { join, normalize } from './node/path';

export function putMirrored(root: string, files: readonly MirroredFile[]): void {
  disk.makeFolders(root);
  for (const { path, bytes, mtimeMs } of files) disk.put(placeIn(root, path), bytes, mtimeMs);
}

export function removeMirrored(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    const place = placeIn(root, path);
    if (disk.find(place)) disk.remove(place, 'rm');
  }
}

export function putIndex(root: string, bytes: Uint8Array): void {
  disk.put(indexFileOf(root), bytes);
}

/** A copy of the first `size` bytes of the index; undefined if there is none. */
export function indexBytes(root: string, size: number): Uint8Array | undefined {
  const file = disk.find(indexFileOf(root));
  return file?.is === 'file' ? file.bytes.slice(0, Math.min(size, file.size)) : undefined;
}

/** @throws for a path that leads out of the folder */
function placeIn(root: string, path: string): string {
  const inner = normalize(path);
  if (inner === '.' || inner.startsWith('..') || inner.startsWith('/'))
    throw new Error(`"${path}" is not a path in ${root}`);
  return join(root, inner);
}
