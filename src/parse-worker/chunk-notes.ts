/** Adds to chunks the notes that a language model wrote about them. */
import type { Chunk } from '../chunking/chunk';
import { withNote } from '../chunking/records/embedded-text';
import { NoteLog } from '../index/notes/note-log';

/** One log per process: read once, then only what was appended. */
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
