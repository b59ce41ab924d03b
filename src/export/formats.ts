/** The formats chunks can be exported in, and which one a file's name asks for. */

import { Csv } from './csv';
import type { About, Encoder, Sink } from './encoder';
import { JsonLines } from './jsonl';
import { Markdown } from './markdown';
import { Parquet } from './parquet';

export const exportFormats = ['jsonl', 'parquet', 'csv', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The first one is what a file of that format is called. */
export const extensionsOf: Readonly<Record<ExportFormat, readonly string[]>> = {
  jsonl: ['jsonl', 'ndjson'],
  parquet: ['parquet', 'pq'],
  csv: ['csv'],
  markdown: ['md', 'markdown'],
};

/** What is no text, and cannot go to a terminal or through a pipe to tools of text. */
export const isBinary: Readonly<Record<ExportFormat, boolean>> = {
  jsonl: false,
  parquet: true,
  csv: false,
  markdown: false,
};

/** Undefined: the name does not tell. */
export function formatOfName(name: string): ExportFormat | undefined {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return exportFormats.find((format) => extensionsOf[format].includes(extension));
}

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
