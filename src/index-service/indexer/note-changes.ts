/**
 * Files in the index whose notes are not those of the log: they are made anew, though they did not change. What a model wrote
 * comes into the index in this way, and goes out of it; no model is asked.
 */
import { join } from 'node:path';
import type { IndexReader } from '../../index/file/index-reader';
import { NoteLog } from '../../index/notes/note-log';
import type { FileToIndex } from '../../parse-worker/worker-protocol';

export function filesWithOtherNotes(
  index: IndexReader,
  root: string,
  noteFile: string,
  isLeftOut: (path: string) => boolean,
): FileToIndex[] {
  const log = new NoteLog(noteFile);
  log.refresh();
  const { segments } = index.contents;
  if (log.size === 0 && segments.every(({ noted }) => noted === 0)) return [];
  const files: FileToIndex[] = [];
  for (const segment of segments) {
    for (let file = 0; file < segment.fileCount; file++) {
      const path = segment.path(file);
      if (segment.isDeadFile(file) || isLeftOut(path)) continue;
      const [from, to] = segment.searchedRows(file);
      let isOther = false;
      for (let row = from; row < to && !isOther; row++) {
        const noted = segment.noteAt(row);
        const plainHash = noted?.plainHash ?? segment.hash(row);
        isOther = !log.isLast(plainHash, noted?.note);
      }
      if (!isOther) continue;
      const { size, mtimeMs } = segment.file(file);
      // It was taken before; whether it may be read is not asked again.
      files.push({ path, file: join(root, path), size, mtimeMs, isNamed: true });
    }
  }
  return files;
}
