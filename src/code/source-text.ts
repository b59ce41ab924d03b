import { rangeOf } from '../shared/range-of';
import { unitsOf } from '../tokens/utf16-units';

/** A part of a text; offsets are UTF-16 code units, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

interface TextPosition {
  readonly row: number;
  readonly column: number;
}

/** A part of a text with its positions. */
export interface PlacedRange {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: TextPosition;
  readonly endPosition: TextPosition;
}

/** A text with its lines. Offsets are UTF-16 code units; lines are 1-based and end at `\n`, `\r\n` or a lone `\r`, as in VS Code. */
export class SourceText {
  /** The UTF-16 units of the text: faster to read than the string. */
  readonly units: Uint16Array;
  /** Offset of the first character of each line. */
  private readonly starts: Uint32Array;

  constructor(readonly text: string) {
    this.units = unitsOf(text);
    const starts = [0];
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
    let lone = false;
    for (let i = text.indexOf('\r'); i >= 0; i = text.indexOf('\r', i + 1)) {
      if (text.charCodeAt(i + 1) === 10) continue;
      starts.push(i + 1);
      lone = true;
    }
    if (lone) starts.sort((a, b) => a - b);
    this.starts = new Uint32Array(starts);
  }

  get lineCount(): number {
    return this.starts.length;
  }

  /** 1-based line of an offset; a line break belongs to the line it ends. */
  lineAt(offset: number): number {
    return rangeOf(this.starts, offset) + 1;
  }

  /** Offset where a 1-based line starts; the end of the text for lines beyond the last. */
  lineStart(line: number): number {
    return this.starts[line - 1] ?? this.text.length;
  }

  /** The start of the line, if there is only white space between it and the offset; otherwise undefined. */
  indentStart(offset: number): number | undefined {
    let at = offset;
    while (at > 0) {
      const code = this.units[at - 1] ?? 0;
      if (code === 10 || code === 13) return at;
      if (code !== 32 && code !== 9 && code !== 12 && code !== 0xfeff) return undefined;
      at--;
    }
    return 0;
  }

  /** Moves `end` back over white space, but not before `start`. */
  trimEnd(start: number, end: number): number {
    let at = end;
    while (at > start && isSpace(this.units[at - 1] ?? 0)) at--;
    return at;
  }

  /** Moves `start` forward over white space, but not beyond `end`. */
  trimStart(start: number, end: number): number {
    let at = start;
    while (at < end && isSpace(this.units[at] ?? 0)) at++;
    return at;
  }

  isBlank(start: number, end: number): boolean {
    return this.trimStart(start, end) === end;
  }

  /** A part of the text with the positions that parsers want: 0-based rows, and columns in UTF-16 units. */
  placed(start: number, end: number): PlacedRange {
    return {
      startIndex: start,
      endIndex: end,
      startPosition: this.position(start),
      endPosition: this.position(end),
    };
  }

  private position(offset: number): TextPosition {
    const line = this.lineAt(offset);
    return { row: line - 1, column: offset - this.lineStart(line) };
  }

  /** Blank lines between the content that ends before `end` and the content at `start`. */
  blankLines(end: number, start: number): number {
    return Math.max(0, this.lineAt(start) - this.lineAt(Math.max(0, this.trimEnd(0, end) - 1)) - 1);
  }
}

/** 1 for each UTF-16 unit that `String.prototype.trim` removes. A table has no rare branch that V8 would have to recompile for. */
const spaces = new Uint8Array(0x10000);
for (const space of '\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff') spaces[space.charCodeAt(0)] = 1;
spaces.fill(1, 0x2000, 0x200b);

function isSpace(code: number): boolean {
  return spaces[code] === 1;
}
