/** What the library answers for a text. */
import type { Chunk, ChunkedFile, Fallback } from '../../code/chunk';
import type { ChunkReply } from '../../engine/workers/worker-protocol';
import type { Skipped } from '../../workspace/skip-reasons';
import { CodegrainError } from './library-error';

/** The chunks of a text. */
export interface ChunkedText {
  /** As in the records. */
  readonly path: string;
  /** The id of the language or format; `text` if it is not known. */
  readonly language: string;
  /** In source order: parents before their children. `role` tells them apart. */
  readonly chunks: readonly Chunk[];
  /** Why the text was not cut by its syntax; left out if it was. */
  readonly fallback?: Fallback;
  /** The encoding of the file, if it is not UTF-8. */
  readonly encoding?: string;
  /** Problems that were worked around, one sentence each. */
  readonly warnings: readonly string[];
  readonly skipped?: undefined;
}

export function chunkedText(
  path: string,
  reply: ChunkReply,
  change: (file: ChunkedFile) => ChunkedFile = (file) => file,
): ChunkedText {
  if (reply.is !== 'chunked') throw new CodegrainError('failed', `${path} could not be parsed`);
  const { language, chunks, fallback, encoding, warnings = [] } = change(reply.file);
  return {
    path,
    language,
    chunks,
    ...(fallback && { fallback }),
    ...(encoding !== undefined && { encoding }),
    warnings,
  };
}

export function skippedError(path: string, skipped: Skipped): CodegrainError {
  return new CodegrainError('skipped', `${path} ${skipped.message}`, { skipped });
}
