/** The encoder of each format; apart from their names, which the editor needs too, without what writes them. */
import { Csv } from './csv-encoder';
import type { About, Encoder, Sink } from './encoder';
import type { ExportFormat } from './export-formats';
import { JsonLines } from './jsonl-encoder';
import { Markdown } from './markdown-encoder';
import { Parquet } from './parquet-encoder';

export function encoderOf(format: ExportFormat, sink: Sink, about: About): Encoder {
  switch (format) {
    case 'jsonl':
      return new JsonLines(sink);
    case 'parquet':
      return new Parquet(sink, about);
    case 'csv':
      return new Csv(sink, about);
    case 'markdown':
      return new Markdown(sink, about);
  }
}
