/**
 * What is exported of a chunk: its record as every consumer knows it, whole, or without the context; and its vector. Leaving
 * the context out changes neither id nor hash nor vector, so exports with and without it can be joined.
 */
import type { Chunk, ChunkedFile } from '../chunking/chunk';

/** The parts of a record that tell what a chunk uses. */
export const contextFields = ['context', 'imports', 'globals', 'omitted'] as const;
type ContextField = (typeof contextFields)[number];

export interface ExportedChunk extends Omit<Chunk, ContextField>, Partial<Pick<Chunk, ContextField>> {
  /** Of length 1, or all zeros where the model knows no word of it; searched chunks only. */
  readonly embedding?: readonly number[];
}

interface RecordOptions {
  readonly context: boolean;
  readonly parents: boolean;
}

/** A file as an encoder gets it. */
export interface ExportedFile {
  readonly path: string;
  readonly language: string;
  readonly chunks: readonly ExportedChunk[];
}

export function exportedFile(
  { path, language, chunks }: ChunkedFile,
  { context, parents }: RecordOptions,
  embeddingOf?: (chunk: Chunk) => readonly number[] | undefined,
): ExportedFile {
  const wanted = parents ? chunks : chunks.filter(({ role }) => role !== 'parent');
  return {
    path,
    language,
    chunks: wanted.map((chunk): ExportedChunk => {
      const embedding = embeddingOf?.(chunk);
      const record = context ? chunk : withoutContext(chunk);
      return embedding ? { ...record, embedding } : record;
    }),
  };
}

function withoutContext({ context: _c, imports: _i, globals: _g, omitted: _o, ...rest }: Chunk): ExportedChunk {
  return rest;
}
