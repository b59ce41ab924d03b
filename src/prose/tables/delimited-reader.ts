/**
 * Reads CSV, TSV and similar files as one table: its rows are records, and the rows up to `headerEnd` are repeated in the context of
 * every chunk. Comments and Excel's `sep=` line before the table are metadata. Returns undefined if the text is not a table.
 */
import type { Block, ProseDocument } from '../block';

/**
 * Offsets are UTF-16; a record ends after its line break.
 *
 * Delimited text (CSV, TSV and the like) as records and fields. A field in double quotes may contain delimiters and line breaks, and
 * `""` in it is a quote (RFC 4180); a quote inside an unquoted field is text. A quote that is never closed is text too, so that one
 * stray quote does not swallow the rest of a file.
 */
interface DelimitedRecord {
  readonly start: number;
  readonly end: number;
  /** Where each field begins, the first at `start`. */
  readonly fields: readonly number[];
}

/** A quoted field with more lines than this is a stray quote. */
const maxQuotedLines = 1000;

/** @param limit max records to read. */
function* delimitedRecords(
  text: string,
  from: number,
  delimiter: string,
  limit = Number.POSITIVE_INFINITY,
): Generator<DelimitedRecord> {
  let at = from;
  for (let count = 0; at < text.length && count < limit; count++) {
    const start = at;
    const fields = [start];
    let isFieldStart = true;
    while (at < text.length) {
      const character = text[at];
      if (isFieldStart && character === '"') {
        at = closingQuote(text, at) ?? at + 1;
        isFieldStart = false;
        continue;
      }
      at++;
      if (character === '\n' || (character === '\r' && text[at] !== '\n')) break;
      isFieldStart = character === delimiter;
      if (isFieldStart) fields.push(at);
    }
    yield { start, end: at, fields };
  }
}

/** The offset after the quote that closes a field; undefined if it is never closed, or only far below. */
function closingQuote(text: string, open: number): number | undefined {
  let lines = 0;
  for (let at = open + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 10 && ++lines > maxQuotedLines) return undefined;
    if (character !== 34) continue;
    if (text.charCodeAt(at + 1) !== 34) return at + 1;
    at++;
  }
  return undefined;
}

/** The values of a record, without quotes and surrounding white space. */
function fieldValues(text: string, { end, fields }: DelimitedRecord): string[] {
  return fields.map((start, i) => {
    const next = fields[i + 1];
    const value = text.slice(start, next === undefined ? end : next - 1).trim();
    return value.startsWith('"') && value.endsWith('"') && value.length > 1
      ? value.slice(1, -1).replaceAll('""', '"').trim()
      : value;
  });
}

const number = /^[-+]?[$€£¥]?\d[\d.,' ]*(?:e[-+]?\d+)?\s?%?$/i;
const date = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$/;
const value = /^(?:true|false|null|none|nan|n\/a|yes|no)$/i;
const address = /^\w+:\/\/|@\w+\.|^(?:\d{1,3}\.){3}\d{1,3}$|^[0-9a-f]{8}-[0-9a-f]{4}-/i;
const year = /^(?:1[89]|20|21)\d\d$/;
/** Longer texts are sentences, not names. */
const maxNameLength = 60;

/**
 * @param others the rows below it, or a sample.
 *
 * Decides whether the first row of a table names its columns. Names are texts, all different. A number, a date or an address in the
 * first row means data, unless the numbers are years in a row (`country,2019,2020`). Where all columns are texts, a first row whose
 * values come back below is data. In doubt it is a header: most files have one, and a data row shown too often does little harm.
 */
function isHeaderRow(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  const named = first.filter((field) => field !== '');
  if (named.length === 0 || named.length * 2 < first.length || others.length === 0) return false;
  if (first.length > 1 && new Set(named).size < named.length) return false;
  if (named.some((field) => field.length > maxNameLength || address.test(field) || value.test(field))) return false;
  const figures = named.filter((field) => isFigure(field));
  if (figures.length > 0 && (figures.length === named.length || !areYears(figures))) return false;
  const hasTypedColumn = first.some((_, column) => {
    const below = others.map((row) => row[column] ?? '').filter((field) => field !== '');
    return below.length > 0 && below.every((field) => isFigure(field) || value.test(field) || address.test(field));
  });
  return hasTypedColumn || !first.some((field, column) => others.some((row) => field !== '' && row[column] === field));
}

function isFigure(field: string): boolean {
  return number.test(field) || date.test(field);
}

function areYears(figures: readonly string[]): boolean {
  return figures.every((field, i) => year.test(field) && Number(field) > Number(figures[i - 1] ?? 0));
}

const delimiters = [',', ';', '\t', '|'] as const;
/** Records that decide about the delimiter and the header. */
const sampleRecords = 50;
/** Share of records that must have the same number of fields. */
const minRegular = 0.7;
/** Rows longer than this, in UTF-16 units, can be cut between their fields. */
const longRow = 400;

/** @param preferred used if it fits as well as another one. */
export function delimitedReader(preferred: ',' | '\t'): (text: string) => ProseDocument | undefined {
  return (text) => readDelimited(text, preferred);
}

function readDelimited(text: string, preferred: string): ProseDocument | undefined {
  const { start: after, named } = tableStart(text);
  const delimiter = named ?? delimiterOf(text, after, preferred);
  if (delimiter === undefined) return undefined;
  const start = withCommentedHeader(text, after, delimiter);
  const rows: Block[] = [];
  const sample: string[][] = [];
  let header: DelimitedRecord | undefined;
  for (const record of delimitedRecords(text, start, delimiter)) {
    if (isBlankRecord(text, record)) continue;
    header ??= record;
    if (sample.length < sampleRecords) sample.push(fieldValues(text, record));
    rows.push(rowOf(record));
  }
  if (!header) return undefined;
  const [first = [], ...others] = sample;
  const table: Block = {
    kind: 'table',
    start: header.start,
    end: text.length,
    ...(isHeaderRow(first, others) && { headerEnd: header.end, delimiter }),
    blocks: rows,
  };
  const before: Block[] = header.start > 0 ? [{ kind: 'metadata', start: 0, end: header.start }] : [];
  return { text, blocks: [...before, table] };
}

function rowOf({ start, end, fields }: DelimitedRecord): Block {
  if (end - start <= longRow || fields.length === 1) return { kind: 'row', start, end };
  const blocks = fields.map((at, i): Block => ({ kind: 'row', start: at, end: fields[i + 1] ?? end }));
  return { kind: 'row', start, end, blocks };
}

function isBlankRecord(text: string, { start, end }: DelimitedRecord): boolean {
  return text.slice(start, end).trim() === '';
}

/** Where the table begins: after comments, blank lines and Excel's `sep=;`, which names the delimiter. */
function tableStart(text: string): { readonly start: number; readonly named: string | undefined } {
  const preamble = /^(?:\ufeff?(?:[ \t\r]*|#[^\n]*|sep=(.)\r?)\n)*/i.exec(text);
  return { start: preamble?.[0].length ?? 0, named: preamble?.[1] };
}

/** `#CHROM	POS	ID`: a last comment with as many columns as the table is its header. */
function withCommentedHeader(text: string, start: number, delimiter: string): number {
  const line = text.lastIndexOf('\n', start - 2) + 1;
  if (text[line] !== '#' || line >= start) return start;
  const [comment] = delimitedRecords(text, line, delimiter, 1);
  const [first] = delimitedRecords(text, start, delimiter, 1);
  const columns = comment?.fields.length ?? 0;
  return columns > 1 && columns === first?.fields.length ? line : start;
}

/** The delimiter that gives most records the same number of fields, more than one; undefined if the text is not a table. */
function delimiterOf(text: string, start: number, preferred: string): string | undefined {
  let best: { readonly delimiter: string; readonly score: number } | undefined;
  let singles = 0;
  for (const delimiter of delimiters) {
    const counts: number[] = [];
    for (const record of delimitedRecords(text, start, delimiter, sampleRecords))
      if (!isBlankRecord(text, record)) counts.push(record.fields.length);
    const usual = mostCommon(counts);
    const regular = counts.filter((count) => count === usual).length / Math.max(1, counts.length);
    if (usual === 1 && regular === 1) singles++;
    if (usual < 2 || regular < minRegular) continue;
    const score = regular + Math.min(usual, 20) / 100 + (delimiter === preferred ? 0.1 : 0);
    if (!best || score > best.score) best = { delimiter, score };
  }
  // A list of values is a table of one column.
  return best?.delimiter ?? (singles === delimiters.length ? preferred : undefined);
}

function mostCommon(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  let best = 0;
  for (const [count, seen] of times) if (seen > (times.get(best) ?? 0)) best = count;
  return best;
}
