/**
 * The values of a JSON text with their positions. `JSON.parse` checks the text once; then it is read lazily: a value is two offsets,
 * and its contents are scanned only when they are requested. So a notebook of 20 MB, mostly pictures, costs a few passes over its text.
 *
 * A decoded string comes with its place, which maps offsets in the decoded string to offsets in the file. Each decoded
 * UTF-16 unit is one unit, one `\n` or one `\uXXXX` in the file. The file offset of every 512th unit is stored; offsets
 * in between are found by walking.
 */
const quote = 34;
const backslash = 92;

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
    at++;
  }
}

/** Where a value ends. */
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

const plain = /[\w.+-]*/y;

/** The end of a number, `true`, `false` or `null`. */
function plainEnd(text: string, start: number): number {
  plain.lastIndex = start;
  plain.test(text);
  return plain.lastIndex;
}

const bom = 0xfeff;

/** The value of a JSON text (RFC 8259, a byte order mark is skipped); undefined if the text is not JSON. */
export function parseJson(text: string, start = 0, end = text.length): JsonValue | undefined {
  const from = text.charCodeAt(start) === bom ? start + 1 : start;
  try {
    JSON.parse(text.slice(from, end));
  } catch {
    return undefined;
  }
  const first = skipSpace(text, from);
  return new JsonValue(text, first, jsonValueEnd(text, first));
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
    for (let at = skipSpace(this.file, this.start + 1); at < this.end - 1; at = this.next(at))
      yield new JsonValue(this.file, at, jsonValueEnd(this.file, at));
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

export type JsonString = { readonly text: string; readonly place: StringPlace };

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
  return JSON.parse(`"${raw}"`);
}
