/**
 * The formats that chunks can be exported in. This table is the only list: the command line, the export dialog of VS Code and the
 * tests read it, and a test compares it with docs/export.md.
 */
import type { Encoder, ExportInfo, Sink } from './export-record';

export const exportFormatNames = ['jsonl', 'parquet', 'csv', 'markdown'] as const;
export type ExportFormat = (typeof exportFormatNames)[number];

/** How a file of the format is organised. VS Code has one translated sentence for each. */
export type ExportLayout = 'records' | 'columns' | 'table' | 'document';

interface FormatEntry {
  /** The format's own name, the same in every language. */
  readonly label: string;
  readonly layout: ExportLayout;
  /** Without the dot; the first one names new files. */
  readonly extensions: readonly [string, ...string[]];
  /** Not text: refused on standard output, and not opened in an editor. */
  readonly isBinary: boolean;
  /** The format can hold embeddings. */
  readonly hasVectors: boolean;
  /** Loads the encoder's module first, so that reading this table costs the editor nothing. */
  createEncoder(sink: Sink, info: ExportInfo): Promise<Encoder>;
}

export const exportFormats: Readonly<Record<ExportFormat, FormatEntry>> = {
  jsonl: {
    label: 'JSON Lines',
    layout: 'records',
    extensions: ['jsonl', 'ndjson'],
    isBinary: false,
    hasVectors: true,
    createEncoder: async (sink) => new (await import('./jsonl-encoder')).JsonLinesEncoder(sink),
  },
  parquet: {
    label: 'Parquet',
    layout: 'columns',
    extensions: ['parquet', 'pq'],
    isBinary: true,
    hasVectors: true,
    createEncoder: async (sink, info) => new (await import('./parquet-encoder')).ParquetEncoder(sink, info),
  },
  csv: {
    label: 'CSV',
    layout: 'table',
    extensions: ['csv'],
    isBinary: false,
    hasVectors: true,
    createEncoder: async (sink, info) => new (await import('./csv-encoder')).CsvEncoder(sink, info),
  },
  markdown: {
    label: 'Markdown',
    layout: 'document',
    extensions: ['md', 'markdown'],
    isBinary: false,
    hasVectors: false,
    createEncoder: async (sink, info) => new (await import('./markdown-encoder')).MarkdownEncoder(sink, info),
  },
};

/** The format that a file name implies by its extension, if any. */
export function formatOfFileName(name: string): ExportFormat | undefined {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return exportFormatNames.find((format) => exportFormats[format].extensions.includes(extension));
}
