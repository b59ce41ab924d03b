/** What an index knows about the files of a folder. */
import type { IndexReader } from '../../index/file/index-reader';
import type { LoadedSegment } from '../../index/file/loaded-segment';
import type { StoredFile } from '../../index/format/segment-contents';
import { type KnownFiles, KnownList } from '../../workspace/folder-changes';

/** The entries in the index: all, or those of some files and folders. */
export function knownFiles(index: IndexReader, paths?: readonly string[]): KnownFiles {
  if (!paths) return new IndexedFiles(index);
  const files = filesAt(index, new Set(paths));
  return new KnownList(files.map(({ hash, ...file }) => ({ ...file, contentHash: hash ?? '' })));
}

/** All files. The index must not change meanwhile. */
class IndexedFiles implements KnownFiles {
  /** The number of the first file of each segment. */
  private readonly firsts = new Map<LoadedSegment, number>();
  readonly end: number;

  constructor(private readonly index: IndexReader) {
    let end = 0;
    for (const segment of index.contents.segments) {
      this.firsts.set(segment, end);
      end += segment.fileCount;
    }
    this.end = end;
  }

  find(path: string): ReturnType<KnownFiles['find']> {
    const place = this.index.contents.file(path);
    if (!place) return undefined;
    const { segment, file } = place;
    return { number: (this.firsts.get(segment) ?? 0) + file, ...segment.table.stamp(file) };
  }

  contentHash(path: string): string {
    return this.index.file(path)?.hash ?? '';
  }

  *unseen(isSeen: Uint8Array): Generator<string> {
    for (const [segment, first] of this.firsts) {
      for (let file = 0; file < segment.fileCount; file++)
        if (!isSeen[first + file] && !segment.isDeadFile(file)) yield segment.path(file);
    }
  }
}

function filesAt(index: IndexReader, paths: ReadonlySet<string>): StoredFile[] {
  const found: StoredFile[] = [];
  const rest: string[] = [];
  for (const path of paths) {
    const file = index.file(path);
    if (file) found.push(file);
    else rest.push(path);
  }
  // The rest are new files or folders. A deleted folder still has files in the index.
  if (rest.length === 0) return found;
  const isBelow = belowOneOf(rest);
  for (const path of index.contents.paths()) {
    const file = isBelow(path) && !paths.has(path) ? index.file(path) : undefined;
    if (file) found.push(file);
  }
  return found;
}

/** One new file is the usual case, and there may be a million paths to compare it with. */
const fewFolders = 8;

function belowOneOf(folders: readonly string[]): (path: string) => boolean {
  if (folders.includes('')) return () => true;
  if (folders.length <= fewFolders) {
    const starts = folders.map((folder) => `${folder}/`);
    return (path) => starts.some((start) => path.startsWith(start));
  }
  const set = new Set(folders);
  return (path) => {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      if (set.has(path.slice(0, end))) return true;
    return false;
  };
}
