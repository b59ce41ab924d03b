/** Reads a line as a request, or says what is wrong with it. */
import { isUtf8 } from 'node:buffer';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { type RequestId, ServeError } from './serve-method';

/**
 * Cuts a stream of bytes into lines, whatever the sizes of the pieces it comes in. A line ends with `\n`; a `\r` before it does not
 * belong to the line. Lines of white space alone are left out. The last line needs no `\n`.
 *
 * A line above the limit is not kept: its bytes are only counted, so that memory stays below the limit.
 */
export type SplitLine =
  | { readonly is: 'line'; readonly bytes: Buffer }
  | { readonly is: 'too-long'; readonly length: number };

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const blanks = new Set([0x20, 0x09, carriageReturn]);

export class LineSplitter {
  private pieces: Buffer[] = [];
  private length = 0;

  /** @param limit the most bytes of a line, without its end */
  constructor(private readonly limit: number) {}

  /** The lines that end in these bytes. */
  *push(bytes: Buffer): Generator<SplitLine> {
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      this.add(bytes.subarray(start, end));
      start = end + 1;
      yield* this.take();
    }
    this.add(bytes.subarray(start));
  }

  /** The line that the input ended in. */
  end(): Generator<SplitLine> {
    return this.take();
  }

  private add(piece: Buffer): void {
    if (piece.length === 0) return;
    this.length += piece.length;
    // One byte more may be the `\r` of the line's end.
    if (this.length > this.limit + 1) this.pieces = [];
    else this.pieces.push(piece);
  }

  private *take(): Generator<SplitLine> {
    const { pieces, length } = this;
    this.pieces = [];
    this.length = 0;
    if (length > this.limit + 1) {
      yield { is: 'too-long', length };
      return;
    }
    const [only] = pieces;
    const whole = only && pieces.length === 1 ? only : Buffer.concat(pieces);
    const bytes = whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole;
    if (bytes.length > this.limit) yield { is: 'too-long', length };
    else if (!bytes.every((byte) => blanks.has(byte))) yield { is: 'line', bytes };
  }
}

export interface ServeRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
}

/** A line that is no request. The id is there if it could be read, so that the client knows what failed. */
type BadLine = { readonly id: RequestId | null; readonly error: ServeError };

export function readRequest(bytes: Buffer): ServeRequest | BadLine {
  if (!isUtf8(bytes)) {
    const position = firstWrongByte(bytes);
    return { id: null, error: new ServeError('invalid-utf8', `the line is not UTF-8 at byte ${position}`, position) };
  }
  // Some clients begin with a byte order mark, which the decoder removes.
  const text = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { id: null, error: wrongJson(text) };
  }
  return requestOf(value);
}

function requestOf(value: unknown): ServeRequest | BadLine {
  const wrong = (message: string, id: RequestId | null = null): BadLine => ({
    id,
    error: new ServeError('invalid-request', message),
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('a request is a JSON object');
  const { id, method, params = {}, ...others } = value as Record<string, unknown>;
  if (!isId(id)) return wrong(id === undefined ? 'the request has no id' : 'the id must be a string or a whole number');
  if (typeof method !== 'string') return wrong('the method must be a string', id);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return wrong(`a request has id, method and params, not "${unknown}"`, id);
  return { id, method, params };
}

/** A number that JavaScript cannot hold would come back as another one. */
function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Only this parser says where the text is wrong, in every version of Node.js. */
function wrongJson(text: string): ServeError {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch {
    // Nested too deep for it.
  }
  const [first] = errors;
  if (!first) return new ServeError('invalid-json', 'the line is not JSON');
  const what = printParseErrorCode(first.error).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return new ServeError('invalid-json', `the line is not JSON at position ${first.offset}:${what}`, first.offset);
}

/** The start of a text is UTF-8 too, except that its last character may be cut. */
function firstWrongByte(bytes: Buffer): number {
  const isGood = (end: number): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let good = 0;
  let bad = bytes.length;
  // A line that ends within a character is wrong at its end.
  if (isGood(bad)) return bad;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
