/**
 * Finds what changed since a folder was last read, by comparing a walk with the table of known files.
 *
 * A file with the size and time in the table is unchanged and is not opened. If only the time differs, the hash of its content
 * decides. Two traps:
 *
 * - A file that is written twice within one tick of the disk's clock has one time and two contents. So the time of a file
 *   that changed just before it was stamped is not trusted: the stamp is `unsettled`, and the next comparison reads the
 *   content. Take the stamp before you read the file. A file that could not be read keeps an unsettled stamp, too: what
 *   prevented it (a lock, a full table of open files) leaves no trace in its times.
 * - A file that the walk did not find may still exist: a folder could not be read, a drive is not mounted, git is just
 *   writing a branch. A file is removed if it is missing from the disk, or if the walk reports why it is left out; else
 *   it is kept until the next walk.
 */
import { createHash } from 'node:crypto';
import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../shared/attempt';
import { errorCode } from '../shared/error-code';
import { maxSourceBytes, readPlainFile } from '../shared/plain-file';
import type { FoundEntry, FoundFile } from './discover';
import { canBeWalked } from './read-gate';
import type { SkipReason } from './skip-reasons';

interface Stamp {
  readonly size: number;
  /**
   * The later of the times of modification and of change (ctime), in milliseconds: copying a file over another may keep the
   * first but changes the second.
   */
  readonly mtimeMs: number;
}

/** There may be a million, so each is as small as can be: no absolute path, no object in the object. */
export interface SeenFile extends Stamp, Pick<FoundFile, 'path' | 'isNamed'> {}

export interface FolderChanges {
  readonly added: readonly SeenFile[];
  readonly changed: readonly SeenFile[];
  /** The same content with a new stamp, for the table. */
  readonly touched: readonly SeenFile[];
  readonly unchanged: number;
  readonly removed: readonly string[];
  /** Not found by the walk, but not known to be removed either. */
  readonly kept: readonly string[];
}

/** Instead of a time that cannot be trusted. */
export const unsettled = -1;
/** Of a file that disappeared after it was found, or whose status cannot be read. Reading the file gives the reason. */
const noStamp: Stamp = { size: 0, mtimeMs: unsettled };
/** The coarsest clock of the file systems in use (FAT). */
const tickMs = 2000;

export async function detectChanges(
  root: string,
  known: KnownFiles,
  walk: AsyncIterable<readonly FoundEntry[]>,
): Promise<FolderChanges> {
  const isSeen = new Uint8Array(known.end);
  const leftOut = new Map<string, SkipReason>();
  const added: SeenFile[] = [];
  const changed: SeenFile[] = [];
  const touched: SeenFile[] = [];
  let unchanged = 0;
  for await (const entries of walk) {
    const nowMs = Date.now();
    for (const found of entries) {
      if ('skipped' in found) {
        leftOut.set(found.path, found.skipped.reason);
        continue;
      }
      const stamp = fileStamp(found.file, nowMs);
      const before = known.find(found.path);
      if (!before) added.push(seenFile(found, stamp));
      else if (stamp) {
        isSeen[before.number] = 1;
        if (stamp.size !== before.size) changed.push(seenFile(found, stamp));
        else if (stamp.mtimeMs === before.mtimeMs && before.mtimeMs !== unsettled) unchanged++;
        else {
          const knownHash = known.contentHash(found.path);
          if (knownHash === '' && before.mtimeMs === unsettled && hashOfFile(found.file) === undefined) {
            // It still cannot be read.
            unchanged++;
            continue;
          }
          (hasContent(found.file, knownHash) ? touched : changed).push(seenFile(found, stamp));
        }
      }
    }
  }
  const removed: string[] = [];
  const kept: string[] = [];
  let addedByFoldedPath: Map<string, string> | undefined;
  for (const path of known.unseen(isSeen)) {
    addedByFoldedPath ??= new Map(added.map(({ path }) => [folded(path), join(root, path)]));
    (isRemoved(root, path, leftOut, addedByFoldedPath) ? removed : kept).push(path);
  }
  return { added, changed, touched, unchanged, removed, kept };
}

/** Written out, because a spread takes twice the memory. */
function seenFile({ path, isNamed }: FoundFile, { size, mtimeMs } = noStamp): SeenFile {
  return isNamed ? { path, size, mtimeMs, isNamed } : { path, size, mtimeMs };
}

/** Undefined if the status of the file cannot be read. */
export function fileStamp(file: string, nowMs = Date.now()): Stamp | undefined {
  const stats = statOf(file);
  if (stats === 'gone' || stats === 'unknown') return undefined;
  const mtimeMs = Math.max(stats.mtimeMs, stats.ctimeMs);
  return { size: stats.size, mtimeMs: mtimeMs > nowMs - tickMs ? unsettled : mtimeMs };
}

/** The hash in the table: of the bytes, whatever the encoding. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** A file without a hash was not read before, because of its size for example, and is not read for this either. */
function hasContent(file: string, knownHash: string): boolean {
  return knownHash !== '' && hashOfFile(file) === knownHash;
}

/** Undefined if the file cannot be read. */
export function hashOfFile(file: string): string | undefined {
  return attempt(() => contentHash(readPlainFile(file, maxSourceBytes)));
}

function isRemoved(
  root: string,
  path: string,
  leftOut: ReadonlyMap<string, SkipReason>,
  addedByFoldedPath: ReadonlyMap<string, string>,
): boolean {
  // Of an index that others made.
  if (!canBeWalked(path)) return true;
  const reason = reasonFor(path, leftOut);
  // If the whole folder is missing, nothing is known: a drive that is not mounted must not lose its index.
  if (leftOut.get('') === 'unreadable') return false;
  if (reason !== undefined && reason !== 'unreadable') return true;
  const now = statOf(join(root, path));
  if (now === 'gone') return true;
  if (now === 'unknown' || reason === 'unreadable') return false;
  if (now.isDirectory()) return true;
  // A file system that ignores case still finds a renamed file under its old name.
  const other = addedByFoldedPath.get(folded(path));
  const renamed = other === undefined ? undefined : statOf(other);
  return typeof renamed === 'object' && renamed.ino === now.ino && renamed.dev === now.dev;
}

/** Why a path, or a folder it is in, was left out of the walk. */
function reasonFor(path: string, leftOut: ReadonlyMap<string, SkipReason>): SkipReason | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const reason = leftOut.get(path.slice(0, end));
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function statOf(file: string): Stats | 'gone' | 'unknown' {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) ?? 'gone';
  } catch (error) {
    return errorCode(error) === 'ENOTDIR' ? 'gone' : 'unknown';
  }
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** The table of files that a folder is compared with. An index answers from its own sections: a million objects would take too much memory. */

/** A row of the table. Files that were read and then skipped have one too, so that they are not read again. */
export interface KnownFile {
  readonly path: string;
  readonly size: number;
  /** As in a stamp, or `unsettled`. */
  readonly mtimeMs: number;
  /** Empty if it was not read. */
  readonly contentHash: string;
}

export interface KnownFiles {
  /** The numbers of all files are smaller. */
  readonly end: number;
  find(path: string): { readonly number: number; readonly size: number; readonly mtimeMs: number } | undefined;
  contentHash(path: string): string;
  /** The paths of the other files. @param isSeen by number */
  unseen(isSeen: Uint8Array): Iterable<string>;
}

export class KnownList implements KnownFiles {
  private readonly files = new Map<string, KnownFile & { readonly number: number }>();

  constructor(files: Iterable<KnownFile>) {
    for (const file of files) this.files.set(file.path, { ...file, number: this.files.size });
  }

  get end(): number {
    return this.files.size;
  }

  find(path: string): (KnownFile & { readonly number: number }) | undefined {
    return this.files.get(path);
  }

  contentHash(path: string): string {
    return this.files.get(path)?.contentHash ?? '';
  }

  *unseen(isSeen: Uint8Array): Generator<string> {
    for (const { path, number } of this.files.values()) if (!isSeen[number]) yield path;
  }
}
