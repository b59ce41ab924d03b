/**
 * CSV as in RFC 4180: a header, lines that end with CRLF, and quotes around values with a comma, a quote or a line break; UTF-8
 * without a byte order mark. Columns are named after the record's fields, with a dot for those inside `tokens` and `overlap`. Lists
 * are JSON, and missing fields are empty. Texts are not changed: one that begins with `=` is code, and only a spreadsheet would read
 * it as a formula.
 */

import type { Chunk } from '../../code/chunk';
import { isRecord } from '../../shared/is-record';
import {
  type Encoder,
  type ExportedChunk,
  type ExportedFile,
  type ExportInfo,
  missingFields,
  type Sink,
} from './export-record';

type Column = keyof ExportedChunk | `tokens.${keyof Chunk['tokens']}` | `overlap.${keyof Chunk['overlap']}`;

const columns: readonly Column[] = [
  ...(['id', 'hash', 'path', 'language', 'kind', 'name', 'scope', 'startLine', 'endLine', 'start', 'end'] as const),
  ...(['text', 'context', 'enclosing', 'note', 'plainHash', 'imports', 'globals', 'omitted'] as const),
  ...(['dependencies', 'signatures'] as const),
  ...(['symbols', 'tokens.text', 'tokens.total', 'tokens.messages', 'tokens.method', 'tokens.accuracy'] as const),
  ...(['role', 'strategy', 'sequence', 'total', 'part', 'parent', 'overlap.before', 'overlap.after'] as const),
  ...(['pieces', 'startMessage', 'endMessage', 'speaker', 'conversationId', 'conversationTitle'] as const),
  ...(['startTime', 'endTime', 'fallback', 'encoding', 'embedding'] as const),
];

export class CsvEncoder implements Encoder {
  private readonly columns: readonly Column[];

  constructor(
    private readonly sink: Sink,
    info: ExportInfo,
  ) {
    const missing: ReadonlySet<string> = missingFields(info);
    this.columns = columns.filter((name) => !missing.has(name));
  }

  begin(): Promise<void> {
    return this.sink.write(line(this.columns));
  }

  async add({ chunks }: ExportedFile): Promise<void> {
    if (chunks.length === 0) return;
    await this.sink.write(chunks.map((chunk) => line(this.columns.map((column) => fieldOf(chunk, column)))).join(''));
  }

  async end(): Promise<void> {}
}

function fieldOf(chunk: ExportedChunk, column: Column): unknown {
  const value = (of: unknown, key: string): unknown => (isRecord(of) ? of[key] : undefined);
  return column.split('.').reduce<unknown>(value, chunk);
}

function line(values: readonly unknown[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

function field(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
