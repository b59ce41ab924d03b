/**
 * Writes what needs no chunking, as a record without chunks: removed files, new modification times, and files with a content that the
 * index had before (a branch is switched back, an edit undone), whose older rows count again.
 */
import { join } from 'node:path';
import { isReusable } from '../../index/compact/older-versions';
import type { IndexContents, PlacedFile } from '../../index/file/index-contents';
import type { CurrentFile } from '../../index/format/segment-contents';
import { SegmentBuilder } from '../../index/lexical/lexical-builder';
import { NoteLog } from '../../index/logs/note-log';
import { type FolderChanges, hashOfFile, type SeenFile } from '../../workspace/folder-changes';
import { succeeded } from './index-problem';
import type { IndexWork } from './index-work';
import { hasChangedNotes } from './note-changes';

/** Returns the files that must be chunked. */
export async function appendKnown(
  { added, changed, removed, touched }: FolderChanges,
  { root, writer, notes }: Pick<IndexWork, 'root' | 'writer' | 'notes'>,
  signal: AbortSignal | undefined,
): Promise<SeenFile[]> {
  const { contents } = writer.index;
  const seen = [...added, ...changed];
  const revived = await findRevived(root, seen, contents, notes, signal);
  const stamped = touched.flatMap(({ path, mtimeMs }) => {
    const place = contents.file(path);
    return place ? [{ sequence: place.segment.sequence, file: place.file, mtimeMs }] : [];
  });
  if (removed.length + stamped.length + revived.size > 0) {
    const lexical = new SegmentBuilder().finish();
    succeeded(await writer.append({ files: [], removed, current: [...stamped, ...revived.values()], lexical }));
  }
  return seen.filter(({ path }) => !revived.has(path));
}

/** By path. Only the same path: chunks name the file they are in. */
async function findRevived(
  root: string,
  seen: readonly SeenFile[],
  contents: IndexContents,
  noteFile: string,
  signal: AbortSignal | undefined,
): Promise<Map<string, CurrentFile>> {
  const hasDead = contents.segments.some(({ living, fileCount }) => living.count < fileCount);
  const versions = hasDead
    ? versionsOf(new Set(seen.map(({ path }) => path)), contents)
    : new Map<string, PlacedFile[]>();
  const revived = new Map<string, CurrentFile>();
  if (versions.size === 0) return revived;
  const log = new NoteLog(noteFile);
  log.refresh();
  for (const { path, size, mtimeMs } of seen) {
    signal?.throwIfAborted();
    const ofSize = (versions.get(path) ?? []).filter(({ segment, file }) => segment.file(file).size === size);
    const hash = ofSize.length > 0 ? hashOfFile(join(root, path)) : undefined;
    if (hash === undefined) continue;
    const same = ofSize.find(
      (place) =>
        place.segment.file(place.file).hash === hash &&
        isReusable(place) &&
        !hasChangedNotes(place.segment, place.file, log),
    );
    if (!same) continue;
    const { segment, file } = same;
    revived.set(path, { sequence: segment.sequence, file, mtimeMs });
  }
  return revived;
}

function versionsOf(paths: ReadonlySet<string>, contents: IndexContents): Map<string, PlacedFile[]> {
  const versions = new Map<string, PlacedFile[]>();
  for (const place of contents.deadFiles(paths)) {
    const path = place.segment.path(place.file);
    const known = versions.get(path);
    if (known) known.push(place);
    else versions.set(path, [place]);
  }
  return versions;
}
