/**
 * The exported record of a chunk: the full chunk record or the record without its context, plus its vector. Leaving the context out
 * changes neither id nor hash nor vector, so exports with and without it can be joined.
 */
import type { Chunk, ChunkedFile } from '../../code/chunk';

/** The fields that say what a chunk uses. */
const contextFields = ['context', 'imports', 'globals', 'omitted', 'dependencies', 'signatures'] as const;
type ContextField = (typeof contextFields)[number];

export interface ExportedChunk extends Omit<Chunk, ContextField>, Partial<Pick<Chunk, ContextField>> {
  /** A unit vector, or all zeros if the model knows none of the words. Only searched chunks have one. */
  readonly embedding?: readonly number[];
}

/** A file as encoders receive it. */
export interface ExportedFile {
  readonly path: string;
  readonly language: string;
  readonly chunks: readonly ExportedChunk[];
}

export function exportedFile(
  { path, language, chunks }: ChunkedFile,
  { context, parents }: Pick<ExportInfo, 'context' | 'parents'>,
  embeddingOf?: (chunk: Chunk) => readonly number[] | undefined,
): ExportedFile {
  const exported = parents ? chunks : chunks.filter(({ role }) => role !== 'parent');
  return {
    path,
    language,
    chunks: exported.map((chunk): ExportedChunk => {
      const embedding = embeddingOf?.(chunk);
      const record = context ? chunk : withoutContext(chunk);
      return embedding ? { ...record, embedding } : record;
    }),
  };
}

function withoutContext(chunk: Chunk): ExportedChunk {
  const { context: _c, imports: _i, globals: _g, omitted: _o, dependencies: _d, signatures: _s, ...rest } = chunk;
  return rest;
}

// What every export format implements: files go in, in order, and bytes go out to a sink.

export interface Sink {
  /** Resolves when the sink can take more. */
  write(data: string | Uint8Array): Promise<void>;
}

export interface Encoder {
  begin(): Promise<void>;
  add(file: ExportedFile): Promise<void>;
  /** Writes the last part. Without it the file is not valid. */
  end(): Promise<void>;
}

/** What an encoder needs to know about the whole export. */
export interface ExportInfo {
  /** Name of the folder. */
  readonly folder: string;
  readonly context: boolean;
  /** Chunks have the fields of the context `signatures`. */
  readonly signatures: boolean;
  readonly parents: boolean;
  /** Id of the embedding model, if embeddings are exported. */
  readonly model?: string;
}

/** The fields that no record of an export has, for formats with a column for each. */
export function missingFields({ context, signatures, model }: ExportInfo): Set<ContextField | 'embedding'> {
  const missing = new Set<ContextField | 'embedding'>(context ? [] : contextFields);
  if (!signatures) missing.add('dependencies').add('signatures');
  if (model === undefined) missing.add('embedding');
  return missing;
}
