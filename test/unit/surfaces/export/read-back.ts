/** Reads exports as their users do: each format with a reader that shares no code with its encoder. */
import assert from 'node:assert/strict';
import { parquetReadObjects } from 'hyparquet';
import type { Encoder, ExportedChunk, ExportedFile, Sink } from '../../../../src/surfaces/export/export-record';

export class MemorySink implements Sink {
  private readonly parts: Uint8Array[] = [];

  async write(data: string | Uint8Array): Promise<void> {
    this.parts.push(Buffer.from(data));
  }

  get bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}

export async function encoded(
  create: (sink: Sink) => Promise<Encoder>,
  files: readonly ExportedFile[],
): Promise<Buffer> {
  const sink = new MemorySink();
  const encoder = await create(sink);
  await encoder.begin();
  for (const file of files) await encoder.add(file);
  await encoder.end();
  return sink.bytes;
}

export function readJsonLines(bytes: Buffer): ExportedChunk[] {
  const lines = bytes.toString().split('\n');
  assert.equal(lines.pop(), '');
  return lines.map((line) => JSON.parse(line));
}

/** RFC 4180: fields by comma, records by CRLF, quoted if they contain either. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        assert.ok(at < text.length, 'a quoted field ends');
        if (text[at] === '"') at++;
        value += text[at];
      }
      at++;
    } else {
      const end = /[,\r]/g;
      end.lastIndex = at;
      const stop = end.exec(text)?.index ?? text.length;
      value = text.slice(at, stop);
      at = stop;
    }
    row.push(value);
    if (text[at] === ',') {
      at++;
      continue;
    }
    assert.equal(text.slice(at, at + 2), '\r\n');
    at += 2;
    rows.push(row);
    row = [];
  }
  return rows;
}

const numbers = new Set(
  'startLine endLine start end sequence startMessage endMessage before after total messages'.split(' '),
);
const json = new Set('scope enclosing imports globals omitted dependencies symbols part pieces embedding'.split(' '));

export function readCsv(bytes: Buffer): ExportedChunk[] {
  const [header = [], ...rows] = csvRows(bytes.toString());
  return rows.map((row) => {
    assert.equal(row.length, header.length);
    const record: Record<string, unknown> = {};
    for (const [i, name] of header.entries()) {
      const value = row[i] ?? '';
      const [outer = '', inner] = name.split('.');
      const read = json.has(name)
        ? value && JSON.parse(value)
        : numbers.has(inner ?? outer) || name === 'tokens.text'
          ? value && Number(value)
          : value;
      // Texts may be empty; any other empty value means that the field is missing.
      if (value === '' && !['name', 'text', 'context', 'signatures'].includes(name)) continue;
      if (inner === undefined) record[outer] = read;
      else record[outer] = { ...(record[outer] as object | undefined), [inner]: read };
    }
    return record as unknown as ExportedChunk;
  });
}

export async function readParquet(bytes: Buffer): Promise<ExportedChunk[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  return (await parquetReadObjects({ file })).map((row) => withoutNulls(row) as ExportedChunk);
}

function withoutNulls(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float32Array);
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutNulls(inner)]));
}

export type MarkdownChunk = Pick<ExportedChunk, 'path' | 'id' | 'startLine' | 'endLine' | 'start' | 'end' | 'text'>;

/** The searched chunks of a Markdown export: the content of the last fence below each heading. */
export function readMarkdown(bytes: Buffer): MarkdownChunk[] {
  const text = bytes.toString();
  const chunks: MarkdownChunk[] = [];
  let path = '';
  let place: Omit<MarkdownChunk, 'path' | 'text'> | undefined;
  let body: string | undefined;
  const finish = (): void => {
    // The line break before the closing fence may not belong to the text.
    if (place && body !== undefined) chunks.push({ path, ...place, text: body.slice(0, place.end - place.start) });
    place = undefined;
    body = undefined;
  };
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end);
    at = end + 1;
    const [, fence] = /^(`{3,})[a-z.#+-]*$/.exec(line) ?? [];
    if (fence !== undefined) {
      const closing = new RegExp(`(?:^|[\\r\\n])${fence}\\n`, 'g');
      closing.lastIndex = at - 1;
      const found = closing.exec(text);
      assert.ok(found, 'a fence is closed');
      body = text.slice(at, found.index + 1);
      at = found.index + found[0].length;
    } else if (line.startsWith('## ')) {
      finish();
      path = line.slice(3).replace(/^`+ ?| ?`+$/g, '');
    } else if (/^#{3,4} /.test(line)) finish();
    else {
      const [, first, last, start, stop, id] =
        /^Lines? (\d+)(?:–(\d+))?, characters (\d+)–(\d+), \d+ tokens?, id `([0-9a-f]+)`/.exec(line) ?? [];
      if (id !== undefined)
        place = {
          id,
          startLine: Number(first),
          endLine: Number(last ?? first),
          start: Number(start),
          end: Number(stop),
        };
    }
  }
  finish();
  return chunks;
}
