/**
 * Reads CSV, TSV and similar files as one table: its rows are records, and the rows up to `headerEnd` are repeated in the context of
 * every chunk. Comments and Excel's `sep=` line before the table are metadata. Returns undefined if the text is not a table.
 */
import type { Block, ProseDocument } from '../block';
import { type DelimitedRecord, delimitedRecords, fieldValues } from './delimited-records';
import { isHeaderRow } from './header-row';

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
    for (const record of delimitedRecords(text, start, delimiter, sampleRecords)) {
      if (!isBlankRecord(text, record)) counts.push(record.fields.length);
    }
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
