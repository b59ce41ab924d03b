/**
 * Delimited text (CSV, TSV and the like) as records and fields. A field in double quotes may contain delimiters and line breaks, and
 * `""` in it is a quote (RFC 4180); a quote inside an unquoted field is text. A quote that is never closed is text too, so that one
 * stray quote does not swallow the rest of a file.
 */

/** Offsets are UTF-16; a record ends after its line break. */
export interface DelimitedRecord {
  readonly start: number;
  readonly end: number;
  /** Where each field begins, the first at `start`. */
  readonly fields: readonly number[];
}

/** A quoted field with more lines than this is a stray quote. */
const maxQuotedLines = 1000;

/** @param limit max records to read. */
export function* delimitedRecords(
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
export function fieldValues(text: string, { end, fields }: DelimitedRecord): string[] {
  return fields.map((start, i) => {
    const next = fields[i + 1];
    const value = text.slice(start, next === undefined ? end : next - 1).trim();
    return value.startsWith('"') && value.endsWith('"') && value.length > 1
      ? value.slice(1, -1).replaceAll('""', '"').trim()
      : value;
  });
}
