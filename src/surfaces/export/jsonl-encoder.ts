/** JSON Lines: one record per line, described by docs/chunk-record.schema.json. `codegrain chunk` prints the same. */
import type { Encoder, ExportedChunk, ExportedFile, Sink } from './export-record';

export class JsonLinesEncoder implements Encoder {
  constructor(private readonly sink: Sink) {}

  async begin(): Promise<void> {}

  async add({ chunks }: ExportedFile): Promise<void> {
    if (chunks.length > 0) await this.sink.write(jsonLines(chunks));
  }

  async end(): Promise<void> {}
}

export function jsonLines(chunks: readonly ExportedChunk[]): string {
  return chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('');
}
