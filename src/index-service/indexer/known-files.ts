/** What an index knows about the files of a folder. */
import type { IndexReader } from '../../index/file/index-reader';
import type { StoredFile } from '../../index/format/segment-contents';
import type { KnownFile } from '../../workspace/folder-changes';

/** The entries in the index: all, or those of some files and folders. */
export function* knownFiles(index: IndexReader, paths?: readonly string[]): Generator<KnownFile> {
  const files = paths ? filesAt(index, new Set(paths)) : index.files();
  for (const { path, size, mtimeMs, hash } of files) yield { path, size, mtimeMs, contentHash: hash ?? '' };
}

function* filesAt(index: IndexReader, paths: ReadonlySet<string>): Generator<StoredFile> {
  const rest = new Set<string>();
  for (const path of paths) {
    const file = index.file(path);
    if (file) yield file;
    else rest.add(path);
  }
  // The rest are new files or folders. A deleted folder still has files in the index.
  if (rest.size === 0) return;
  for (const path of index.contents.paths()) {
    const file = !paths.has(path) && isBelow(path, rest) ? index.file(path) : undefined;
    if (file) yield file;
  }
}

function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.has('')) return true;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (folders.has(path.slice(0, end))) return true;
  }
  return false;
}
