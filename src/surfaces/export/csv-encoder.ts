/**
 * CSV as in RFC 4180: a header, lines that end with CRLF, and quotes around values with a comma, a quote or a line break; UTF-8
 * without a byte order mark. Columns are named after the record's fields, with a dot for those inside `tokens` and `overlap`. Lists
 * are JSON, and missing fields are empty. Texts are not changed: one that begins with `=` is code, and only a spreadsheet would read
 * it as a formula.
 */
import type { Encoder, ExportInfo, Sink } from './encoder';
import type { ExportedChunk, ExportedFile } from './export-record';
import { missingFields } from './missing-fields';

type Value = string | number | object | undefined;

const columns: readonly (readonly [string, (chunk: ExportedChunk) => Value])[] = [
  ['id', (chunk) => chunk.id],
  ['hash', (chunk) => chunk.hash],
  ['path', (chunk) => chunk.path],
  ['language', (chunk) => chunk.language],
  ['kind', (chunk) => chunk.kind],
  ['name', (chunk) => chunk.name],
  ['scope', (chunk) => chunk.scope],
  ['startLine', (chunk) => chunk.startLine],
  ['endLine', (chunk) => chunk.endLine],
  ['start', (chunk) => chunk.start],
  ['end', (chunk) => chunk.end],
  ['text', (chunk) => chunk.text],
  ['context', (chunk) => chunk.context],
  ['note', (chunk) => chunk.note],
  ['plainHash', (chunk) => chunk.plainHash],
  ['imports', (chunk) => chunk.imports],
  ['globals', (chunk) => chunk.globals],
  ['omitted', (chunk) => chunk.omitted],
  ['dependencies', (chunk) => chunk.dependencies],
  ['signatures', (chunk) => chunk.signatures],
  ['symbols', (chunk) => chunk.symbols],
  ['tokens.text', (chunk) => chunk.tokens.text],
  ['tokens.total', (chunk) => chunk.tokens.total],
  ['tokens.messages', (chunk) => chunk.tokens.messages],
  ['tokens.method', (chunk) => chunk.tokens.method],
  ['tokens.accuracy', (chunk) => chunk.tokens.accuracy],
  ['role', (chunk) => chunk.role],
  ['strategy', (chunk) => chunk.strategy],
  ['sequence', (chunk) => chunk.sequence],
  ['total', (chunk) => chunk.total],
  ['part', (chunk) => chunk.part],
  ['parent', (chunk) => chunk.parent],
  ['overlap.before', (chunk) => chunk.overlap.before],
  ['overlap.after', (chunk) => chunk.overlap.after],
  ['pieces', (chunk) => chunk.pieces],
  ['startMessage', (chunk) => chunk.startMessage],
  ['endMessage', (chunk) => chunk.endMessage],
  ['speaker', (chunk) => chunk.speaker],
  ['fallback', (chunk) => chunk.fallback],
  ['encoding', (chunk) => chunk.encoding],
  ['embedding', (chunk) => chunk.embedding],
];

export class CsvEncoder implements Encoder {
  private readonly columns: typeof columns;

  constructor(
    private readonly sink: Sink,
    info: ExportInfo,
  ) {
    const missing: ReadonlySet<string> = missingFields(info);
    this.columns = columns.filter(([name]) => !missing.has(name));
  }

  begin(): Promise<void> {
    return this.sink.write(line(this.columns.map(([name]) => name)));
  }

  async add({ chunks }: ExportedFile): Promise<void> {
    if (chunks.length === 0) return;
    await this.sink.write(chunks.map((chunk) => line(this.columns.map(([, value]) => value(chunk)))).join(''));
  }

  async end(): Promise<void> {}
}

function line(values: readonly Value[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

function field(value: Value): string {
  if (value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
