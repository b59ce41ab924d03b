/**
 * The notes that a push stores with its chunks. A note in the log of this machine counts first, then one that the repository already
 * has about the same chunk: a push from a machine without the log, such as a build server, keeps the notes of those who wrote them.
 */
import type { Chunk } from '../../code/chunk';
import { digest, plainHashOf, withNote } from '../../code/records/embedded-text';
import { NoteLog } from '../../index/logs/note-log';
import type { Branch } from './branch';
import type { Queries } from './database';
import { storableText } from './storable-text';

export class PushedNotes {
  /** Stores chunks without notes. */
  static readonly none = new PushedNotes(undefined, new Map());

  private constructor(
    private readonly log: NoteLog | undefined,
    /** By the hash of the chunk without its note. */
    private readonly stored: ReadonlyMap<string, string>,
  ) {}

  static async load(queries: Queries, { repositoryId }: Branch, logFile: string): Promise<PushedNotes> {
    const log = new NoteLog(logFile);
    log.refresh();
    const rows = await queries.rows<{ chunk: string; note: string }>(
      // The note of the file that was stored last.
      `select distinct on (c.plain_hash) c.plain_hash as chunk, c.note from codegrain.files f
         join codegrain.chunks c on c.file_id = f.id where f.repository_id = $1 and f.noted_count > 0 and c.note is not null
         order by c.plain_hash, f.id desc`,
      [repositoryId],
    );
    return new PushedNotes(log.size > 0 ? log : undefined, new Map(rows.map(({ chunk, note }) => [chunk, note])));
  }

  get isEmpty(): boolean {
    return this.log === undefined && this.stored.size === 0;
  }

  addTo(chunks: readonly Chunk[]): readonly Chunk[] {
    if (this.isEmpty) return chunks;
    return chunks.map((chunk) => {
      const note = chunk.role === 'parent' ? undefined : this.noteOf(chunk.hash);
      return note === undefined ? chunk : withNote(chunk, note);
    });
  }

  /** Identifies the notes of a file's searched chunks, which are given by their hashes without notes. Empty if there are none. */
  hashOf(chunks: readonly string[]): string {
    if (this.isEmpty) return '';
    const notes = [...new Set(chunks)].sort().flatMap((chunk) => {
      const note = this.noteOf(chunk);
      return note === undefined ? [] : `${chunk} ${note}`;
    });
    return notes.length === 0 ? '' : digest(notes.join('\n'), 32);
  }

  private noteOf(chunk: string): string | undefined {
    const note = this.log?.note(chunk);
    return note === undefined ? this.stored.get(chunk) : storableText(note);
  }
}

/** The hashes of the searched chunks, without notes. */
export function searchedHashes(chunks: readonly Chunk[]): string[] {
  return chunks.filter(({ role }) => role !== 'parent').map((chunk) => plainHashOf(chunk) ?? '');
}
