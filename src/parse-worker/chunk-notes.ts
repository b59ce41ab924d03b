/** Chunks with what a language model wrote about them, where it did. */
import type { Chunk } from '../chunking/chunk';
import { withNote } from '../chunking/records/embedded-text';
import { NoteLog } from '../index/notes/note-log';

/** Of this process: read once, and then what was added. */
let log: NoteLog | undefined;

export function withNotes(chunks: readonly Chunk[], file: string): readonly Chunk[] {
  if (log?.file !== file) log = new NoteLog(file);
  log.refresh();
  if (log.size === 0) return chunks;
  const known = log;
  return chunks.map((chunk) => {
    const note = chunk.role === 'parent' ? undefined : known.note(chunk.hash);
    return note === undefined ? chunk : withNote(chunk, note);
  });
}
