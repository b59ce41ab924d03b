/** The formats chunks can be exported in, and which one a file's name asks for. */

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
