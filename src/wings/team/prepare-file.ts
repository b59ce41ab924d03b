/** Reads and chunks a file for a push, with the notes about its chunks. */
import { join } from 'node:path';
import type { Chunk } from '../../code/chunk';
import { digest, passageOf, plainHashOf, withNote } from '../../code/records/embedded-text';
import type { ChunkingPool } from '../../engine/workers/chunking-pool';
import { NoteLog } from '../../index/logs/note-log';
import type { ChunkOptions } from '../../options/chunk-options';
import { contentHash, type SeenFile } from '../../workspace/folder-changes';
import { type ReadLimits, readBytes, readFileBytes, walkLimits } from '../../workspace/read-file';
import type { Skipped } from '../../workspace/skip-reasons';
import type { Branch } from './branch';
import type { Queries } from './database';
import { type ChunkTableRow, chunkTableRow } from './database-rows';
import type { PassagesByHash } from './database-vectors';
import { storableText, type WordVectors } from './word-vector';

export interface PreparedFile {
  readonly is: 'prepared';
  readonly path: string;
  readonly contentHash: string;
  /** Identifies the notes of its chunks; empty if they have none. */
  readonly notesHash: string;
  readonly size: number;
  readonly language: string;
  /** Why the content has no chunks, such as a binary file. */
  readonly skipped: Skipped | undefined;
  readonly rows: readonly ChunkTableRow[];
  readonly texts: PassagesByHash;
}

/** The database already has this content, from this branch or another. */
export interface KnownContent {
  readonly is: 'known';
  readonly path: string;
  readonly contentHash: string;
  readonly notesHash: string;
}

/** The file could not be read or chunked; the next push tries again. */
export type LeftOut = { readonly is: 'left-out'; readonly path: string; readonly skipped: Skipped };

export type Prepared = PreparedFile | KnownContent | LeftOut;

interface PrepareOptions {
  readonly root: string;
  readonly pool: Pick<ChunkingPool, 'chunk'>;
  readonly chunk: ChunkOptions;
  readonly limits: ReadLimits;
  readonly words: WordVectors;
  readonly notes: PushedNotes;
  /** The hash of the notes of a content that is stored; undefined: it has to be sent. */
  readonly knownNotes: (path: string, contentHash: string) => string | undefined;
  readonly signal: AbortSignal | undefined;
}

export async function prepareFile({ path, isNamed }: SeenFile, by: PrepareOptions): Promise<Prepared> {
  const file = join(by.root, path);
  const limits = walkLimits(by.limits, isNamed);
  const found = readFileBytes(file, limits);
  if ('skipped' in found) return { is: 'left-out', path, skipped: found.skipped };
  const hash = contentHash(found.bytes);
  const notesHash = by.knownNotes(path, hash);
  if (notesHash !== undefined) return { is: 'known', path, contentHash: hash, notesHash };
  const about = { is: 'prepared', path, contentHash: hash, size: found.bytes.length } as const;
  const empty = { ...about, notesHash: '', language: '', rows: [], texts: new Map() };
  const read = readBytes(file, found.bytes, limits);
  if ('skipped' in read) return { ...empty, skipped: read.skipped };
  const encoding = read.encoding !== undefined && { encoding: read.encoding };
  const reply = await by.pool.chunk({ path, text: read.text, ...encoding, options: by.chunk }, by.signal);
  if (reply.is === 'needs-liftoff')
    return { is: 'left-out', path, skipped: { reason: 'failed', message: 'could not be chunked' } };
  if (reply.is === 'skipped') {
    const { skipped } = reply;
    return skipped.reason === 'failed' ? { is: 'left-out', path, skipped } : { ...empty, skipped };
  }
  const { language } = reply.file;
  const chunks = by.notes.addTo(reply.file.chunks);
  const searched = chunks.filter(({ role }) => role !== 'parent');
  return {
    ...about,
    notesHash: by.notes.hashOf(searchedHashes(reply.file.chunks)),
    language,
    skipped: undefined,
    rows: chunks.map((chunk) => chunkTableRow(chunk, by.words)),
    texts: new Map(searched.map((chunk) => [chunk.hash, passageOf(chunk)])),
  };
}

// The notes that a push stores with its chunks. A note in the log of this machine counts first, then one that the repository already
// has about the same chunk: a push from a machine without the log, such as a build server, keeps the notes of those who wrote them.

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
function searchedHashes(chunks: readonly Chunk[]): string[] {
  return chunks.filter(({ role }) => role !== 'parent').map((chunk) => plainHashOf(chunk) ?? '');
}
