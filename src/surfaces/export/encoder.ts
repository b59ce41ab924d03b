/** What every export format implements: files go in, in order, and bytes go out to a sink. */
import type { ExportedFile } from './export-record';

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
