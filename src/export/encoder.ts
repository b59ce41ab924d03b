/** What a format is: files in, in order, bytes out to a sink. */
import type { ExportedFile } from './export-record';

export interface Sink {
  /** Waits where the other side is slower. */
  write(data: string | Uint8Array): Promise<void>;
}

export interface Encoder {
  begin(): Promise<void>;
  add(file: ExportedFile): Promise<void>;
  /** What comes last; an encoder that is not asked for it has written no valid file. */
  end(): Promise<void>;
}

/** What the whole export is about. */
export interface About {
  /** Name of the folder. */
  readonly folder: string;
  readonly context: boolean;
  readonly parents: boolean;
  /** Of the model, where there are embeddings. */
  readonly model?: string;
}
