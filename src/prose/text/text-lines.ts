import type { Block, BlockKind } from '../block';

/** The inner blocks of a block; left out if there is only a paragraph, which adds nothing. */
export function innerBlocks(blocks: readonly Block[]): { blocks?: readonly Block[] } {
  return blocks.length > 1 || (blocks.length === 1 && blocks[0]?.kind !== 'paragraph') ? { blocks } : {};
}

/** Max nesting of blocks. Deeper ones are read as paragraphs, which bounds time and stack. */
export const maxBlockDepth = 12;

/** The lines of a text, for readers that go line by line. Line numbers are 0-based, offsets are UTF-16. */
export class TextLines {
  private readonly starts: number[] = [];
  /** By line: the first character that is not white space, and the end of the last one. */
  private readonly firsts: number[] = [];
  private readonly lasts: number[] = [];
  private readonly indents: number[] = [];

  constructor(readonly text: string) {
    let start = 0;
    while (start < text.length) {
      const lineBreak = text.indexOf('\n', start);
      const next = lineBreak < 0 ? text.length : lineBreak + 1;
      this.add(start, next);
      start = next;
    }
  }

  get count(): number {
    return this.starts.length;
  }

  /** The start of a line; for the line after the last one, the end of the text. */
  start(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  /** Where the text of a line begins, after its indentation. */
  first(line: number): number {
    return this.firsts[line] ?? this.text.length;
  }

  /** Where the text of a line ends, before trailing white space. */
  last(line: number): number {
    return this.lasts[line] ?? this.text.length;
  }

  /** Indentation in columns; a tab goes to the next multiple of 8. */
  indent(line: number): number {
    return this.indents[line] ?? 0;
  }

  isBlank(line: number): boolean {
    return this.first(line) >= this.last(line);
  }

  /** The text of a line, without white space around it. */
  at(line: number): string {
    return this.text.slice(this.first(line), this.last(line));
  }

  /** The first line from `line` on, before `end`, that is not blank. */
  skipBlank(line: number, end: number): number {
    let at = line;
    while (at < end && this.isBlank(at)) at++;
    return at;
  }

  /** The line after the last one in `[line, end)` that is not blank. */
  trimBlank(line: number, end: number): number {
    let at = end;
    while (at > line && this.isBlank(at - 1)) at--;
    return at;
  }

  /** The line after the block whose lines, except blank ones, are indented by at least `indent`. */
  indentedEnd(line: number, end: number, indent: number): number {
    let at = line;
    while (at < end && (this.isBlank(at) || this.indent(at) >= indent)) at++;
    return this.trimBlank(line, at);
  }

  /** The smallest indentation in `[line, end)`. */
  minIndent(line: number, end: number): number {
    let min = Infinity;
    for (let at = line; at < end; at++) if (!this.isBlank(at)) min = Math.min(min, this.indent(at));
    return min;
  }

  /** Makes a line begin after a marker (of a list item, say): the caller is done with the text before it. */
  enter(line: number, first: number): void {
    let indent = this.indent(line);
    for (let at = this.first(line); at < first; at++) indent += this.text.charCodeAt(at) === 9 ? 8 - (indent % 8) : 1;
    this.starts[line] = first;
    this.firsts[line] = Math.min(first, this.last(line));
    this.indents[line] = indent;
  }

  private add(start: number, next: number): void {
    const { text } = this;
    let first = start;
    let indent = 0;
    for (; first < next; first++) {
      const code = text.charCodeAt(first);
      if (code === 32) indent++;
      else if (code === 9) indent += 8 - (indent % 8);
      else if (!isWhite(code)) break;
      else if (code >= 0xa0 && code !== 0xfeff) indent++;
    }
    let last = next;
    while (last > first && isWhite(text.charCodeAt(last - 1))) last--;
    this.starts.push(start);
    this.firsts.push(first);
    this.lasts.push(last);
    this.indents.push(indent);
  }
}

/** White space as in `trim`, but faster for common characters. */
const isWhite = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)));

/** What the readers that go line by line share: the current line, and blocks of whole lines. */
export abstract class LineReader {
  protected line = 0;

  constructor(protected readonly lines: TextLines) {}

  /** Moves to the next line before `end` that is not blank; false if there is none. */
  protected hasMore(end: number): boolean {
    this.line = this.lines.skipBlank(this.line, end);
    return this.line < end;
  }

  protected block(kind: BlockKind, from: number, to: number): Block {
    return { kind, start: this.lines.start(from), end: this.lines.start(to) };
  }

  /** The block from the current line to another one, which becomes the current line. */
  protected takeTo(kind: BlockKind, to: number): Block {
    const block = this.block(kind, this.line, to);
    this.line = to;
    return block;
  }

  /** The same for code without fences. */
  protected takeCode(to: number, language?: string): Block {
    const { start, end } = this.takeTo('code', to);
    return { kind: 'code', start, end, ...(language && { language }), content: { start, end } };
  }
}
