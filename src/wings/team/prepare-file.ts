/** Reads and chunks a file for a push. */
import { join } from 'node:path';
import { passageOf } from '../../code/records/embedded-text';
import type { ChunkingPool } from '../../engine/workers/chunking-pool';
import type { ChunkOptions } from '../../options/chunk-options';
import { contentHash, type SeenFile } from '../../workspace/folder-changes';
import { type ReadLimits, readBytes, readFileBytes, walkLimits } from '../../workspace/read-file';
import type { Skipped } from '../../workspace/skip-reasons';
import { type ChunkTableRow, chunkTableRow } from './database-rows';
import type { PassagesByHash } from './database-vectors';
import { type PushedNotes, searchedHashes } from './pushed-notes';
import type { WordVectors } from './word-vector';

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
export interface LeftOut {
  readonly is: 'left-out';
  readonly path: string;
  readonly skipped: Skipped;
}

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
  const size = found.bytes.length;
  const empty = (skipped: Skipped): Prepared => ({
    is: 'prepared',
    path,
    contentHash: hash,
    notesHash: '',
    size,
    language: '',
    skipped,
    rows: [],
    texts: new Map(),
  });
  const read = readBytes(file, found.bytes, limits);
  if ('skipped' in read) return empty(read.skipped);
  const encoding = read.encoding !== undefined && { encoding: read.encoding };
  const reply = await by.pool.chunk({ path, text: read.text, ...encoding, options: by.chunk }, by.signal);
  if (reply.is === 'needs-liftoff')
    return { is: 'left-out', path, skipped: { reason: 'failed', message: 'could not be chunked' } };
  if (reply.is === 'skipped')
    return reply.skipped.reason === 'failed' ? { is: 'left-out', path, skipped: reply.skipped } : empty(reply.skipped);
  const { language } = reply.file;
  const chunks = by.notes.addTo(reply.file.chunks);
  const searched = chunks.filter(({ role }) => role !== 'parent');
  return {
    is: 'prepared',
    path,
    contentHash: hash,
    notesHash: by.notes.hashOf(searchedHashes(reply.file.chunks)),
    size,
    language,
    skipped: undefined,
    rows: chunks.map((chunk) => chunkTableRow(chunk, by.words)),
    texts: new Map(searched.map((chunk) => [chunk.hash, passageOf(chunk)])),
  };
}
