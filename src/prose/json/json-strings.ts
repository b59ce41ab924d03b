/**
 * The values of a JSON text with their positions. The text is checked once, strictly, and then read lazily: a value is two
 * offsets, and its contents are scanned only when they are requested. So a notebook of 20 MB, mostly pictures, costs a
 * few passes over its text and no tree.
 *
 * A decoded string comes with its place, which maps offsets in the decoded string to offsets in the file. Each decoded
 * UTF-16 unit is one unit, one `\n` or one `\uXXXX` in the file. The file offset of every 512th unit is stored; offsets
 * in between are found by walking.
 */
/** Finds where JSON values end: fast in a checked text, strictly in an unchecked one. */
const quote = 34;
const backslash = 92;
/** Deeper than real notebooks and chats are nested; the limit keeps the stack of open brackets small. */
const maxDepth = 1000;

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
    at++;
  }
}

/** Where a value of a checked text ends. */
function jsonValueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return stringEnd(text, start);
  if (first !== 123 && first !== 91) return plainEnd(text, start);
  let depth = 0;
  for (let at = start; ; ) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = stringEnd(text, at);
      continue;
    }
    at++;
    if (code === 123 || code === 91) depth++;
    else if ((code === 125 || code === 93) && --depth === 0) return at;
  }
}

function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = at;
    while (text.charCodeAt(slashes - 1) === backslash) slashes--;
    if ((at - slashes) % 2 === 0) return at + 1;
  }
}

const plain = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The end of a number, `true`, `false` or `null`; `start` if there is none. */
function plainEnd(text: string, start: number): number {
  plain.lastIndex = start;
  return plain.test(text) ? plain.lastIndex : start;
}

/** The end of the value; undefined if it is not well-formed. */
function checkedValueEnd(text: string, start: number, end: number): number | undefined {
  /** The closing brackets of the open containers. */
  const open: number[] = [];
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 123 || code === 91) {
      if (open.length === maxDepth) return undefined;
      const close = code + 2;
      at = skipSpace(text, at + 1);
      if (text.charCodeAt(at) !== close) {
        open.push(close);
        const value = close === 125 ? checkedKey(text, at, end) : at;
        if (value === undefined) return undefined;
        at = value;
        continue;
      }
      at++;
    } else {
      const valueEnd = code === quote ? checkedStringEnd(text, at, end) : plainEnd(text, at);
      if (valueEnd === undefined || valueEnd === at || valueEnd > end) return undefined;
      at = valueEnd;
    }
    // A value has ended: its container continues or ends as well.
    for (;;) {
      const close = open.at(-1);
      if (close === undefined) return at <= end ? at : undefined;
      at = skipSpace(text, at);
      const next = text.charCodeAt(at);
      if (next === 44) {
        at = skipSpace(text, at + 1);
        const value = close === 125 ? checkedKey(text, at, end) : at;
        if (value === undefined) return undefined;
        at = value;
        break;
      }
      if (next !== close) return undefined;
      open.pop();
      at++;
    }
  }
}

/** Where the value of the key at an offset starts. */
function checkedKey(text: string, start: number, end: number): number | undefined {
  const keyEnd = text.charCodeAt(start) === quote ? checkedStringEnd(text, start, end) : undefined;
  if (keyEnd === undefined) return undefined;
  const colon = skipSpace(text, keyEnd);
  return text.charCodeAt(colon) === 58 ? skipSpace(text, colon + 1) : undefined;
}

function checkedStringEnd(text: string, start: number, end: number): number | undefined {
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code < 32) return undefined;
    if (code !== backslash) continue;
    at++;
    const escaped = text.charCodeAt(at);
    if (escaped !== 117) {
      if (!isShortEscape[escaped]) return undefined;
      continue;
    }
    for (const last = at + 4; at < last; at++) if (!isHexDigit(text.charCodeAt(at + 1))) return undefined;
  }
  return undefined;
}

const isShortEscape = Array.from({ length: 128 }, (_, code) => '"\\/bfnrt'.includes(String.fromCharCode(code)));

function isHexDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}

const bom = 0xfeff;

/** The value of a JSON text (RFC 8259, a byte order mark is skipped); undefined if the text is not JSON. */
export function parseJson(text: string, start = 0, end = text.length): JsonValue | undefined {
  const first = skipSpace(text, text.charCodeAt(start) === bom ? start + 1 : start);
  const last = checkedValueEnd(text, first, end);
  return last !== undefined && skipSpace(text, last) >= end ? new JsonValue(text, first, last) : undefined;
}

export class JsonValue {
  constructor(
    private readonly file: string,
    /** Offsets in the file, end exclusive. */
    readonly start: number,
    readonly end: number,
  ) {}

  get isObject(): boolean {
    return this.file.charCodeAt(this.start) === 123;
  }

  get isArray(): boolean {
    return this.file.charCodeAt(this.start) === 91;
  }

  get isNull(): boolean {
    return this.file.charCodeAt(this.start) === 110;
  }

  /** The elements of an array; none for other values. */
  *items(): Generator<JsonValue> {
    if (!this.isArray) return;
    for (let at = skipSpace(this.file, this.start + 1); at < this.end - 1; at = this.next(at)) {
      yield new JsonValue(this.file, at, jsonValueEnd(this.file, at));
    }
  }

  /** The fields of an object; none for other values. */
  *fields(): Generator<[string, JsonValue]> {
    if (!this.isObject) return;
    for (let at = skipSpace(this.file, this.start + 1); at < this.end - 1; ) {
      const keyEnd = jsonValueEnd(this.file, at);
      const value = skipSpace(this.file, skipSpace(this.file, keyEnd) + 1);
      yield [decode(this.file, at + 1, keyEnd - 1), new JsonValue(this.file, value, jsonValueEnd(this.file, value))];
      at = this.next(value);
    }
  }

  /** The named fields of an object. If a field occurs twice, the last one counts, as in `JSON.parse`. */
  pick<Name extends string>(...names: readonly Name[]): { readonly [name in Name]?: JsonValue } {
    const found: { [name in Name]?: JsonValue } = {};
    for (const [key, value] of this.fields()) {
      for (const name of names) if (name === key) found[name] = value;
    }
    return found;
  }

  /** A string with its place; undefined for other values. */
  get string(): JsonString | undefined {
    if (this.file.charCodeAt(this.start) !== quote) return undefined;
    const text = decode(this.file, this.start + 1, this.end - 1);
    return { text, place: new StringPlace(this.file, this.start + 1, this.end - 1, text.length) };
  }

  get text(): string | undefined {
    return this.string?.text;
  }

  get number(): number | undefined {
    const value = Number(this.file.charCodeAt(this.start) <= 57 ? this.file.slice(this.start, this.end) : Number.NaN);
    return Number.isNaN(value) ? undefined : value;
  }

  /** Where the member after the one at an offset starts. */
  private next(at: number): number {
    const after = skipSpace(this.file, jsonValueEnd(this.file, at));
    return this.file.charCodeAt(after) === 44 ? skipSpace(this.file, after + 1) : after;
  }
}

export interface JsonString {
  readonly text: string;
  readonly place: StringPlace;
}

const stepLength = 512;

/** The position of a decoded string in the file. */
export class StringPlace {
  /** File offsets of the decoded offsets 0, 512, 1024…; computed on first use. */
  private steps: Uint32Array | undefined;

  constructor(
    private readonly file: string,
    /** File offsets of the text between the quotes. */
    readonly start: number,
    readonly end: number,
    /** Length of the decoded string. */
    readonly length: number,
  ) {}

  /** The file offset of an offset in the decoded string, from 0 to `length`. */
  toFile(offset: number): number {
    if (offset <= 0) return this.start;
    if (offset >= this.length) return this.end;
    if (this.end - this.start === this.length) return this.start + offset;
    this.steps ??= this.findSteps();
    const step = Math.floor(offset / stepLength);
    return this.walk(this.steps[step] ?? this.start, offset - step * stepLength);
  }

  private findSteps(): Uint32Array {
    const steps = new Uint32Array(Math.floor(this.length / stepLength) + 1);
    let at = this.start;
    for (let i = 0; i < steps.length; i++) {
      steps[i] = at;
      if (i + 1 < steps.length) at = this.walk(at, stepLength);
    }
    return steps;
  }

  private walk(from: number, units: number): number {
    let at = from;
    for (let left = units; left > 0; left--) {
      if (this.file.charCodeAt(at) !== backslash) at += 1;
      else at += this.file.charCodeAt(at + 1) === 117 ? 6 : 2;
    }
    return at;
  }
}

function decode(file: string, start: number, end: number): string {
  const raw = file.slice(start, end);
  if (!raw.includes('\\')) return raw;
  const decoded: string = JSON.parse(`"${raw}"`);
  return decoded;
}
