/**
 * Finds files in the index whose notes differ from the log. They are indexed again although they did not change: this is how notes get
 * into the index and out of it, without asking a language model.
 */
import type { IndexReader } from '../../index/file/index-reader';
import type { LoadedSegment } from '../../index/file/loaded-segment';
import { NoteLog } from '../../index/logs/note-log';
import type { SeenFile } from '../../workspace/folder-changes';
import { ReadGate } from '../../workspace/read-gate';

export function filesWithChangedNotes(
  index: IndexReader,
  root: string,
  noteFile: string,
  isExcluded: (path: string) => boolean,
  onProblem: (message: string) => void,
): SeenFile[] {
  const log = new NoteLog(noteFile);
  log.refresh();
  if (log.problem !== undefined) onProblem(log.problem);
  const { segments } = index.contents;
  if (log.size === 0 && segments.every(({ noted }) => noted === 0)) return [];
  const files: SeenFile[] = [];
  const gate = new ReadGate(root);
  for (const segment of segments) {
    for (let file = 0; file < segment.fileCount; file++) {
      const path = segment.path(file);
      if (segment.isDeadFile(file) || isExcluded(path)) continue;
      if (!hasChangedNotes(segment, file, log)) continue;
      const { size, mtimeMs } = segment.file(file);
      // An index may come from others. Generated files and the like passed the rules when they were indexed.
      if (!gate.refusal(path)) files.push({ path, size, mtimeMs, isNamed: true });
    }
  }
  return files;
}

/** Does a file have other notes in the index than in the log? */
export function hasChangedNotes(segment: LoadedSegment, file: number, log: NoteLog): boolean {
  const [from, to] = segment.searchedRows(file);
  for (let row = from; row < to; row++) {
    const noted = segment.noteAt(row);
    if (!log.isLast(noted?.plainHash ?? segment.hash(row), noted?.note)) return true;
  }
  return false;
}
