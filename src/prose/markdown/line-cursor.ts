/**
 * Walks a text line by line and, inside a line, past the marks of quotes and list items. Markdown measures indentation in
 * columns, with a tab stop every four, and a mark may end in the middle of a tab: so the column is tracked beside the offset.
 */

const tab = 9;
const space = 32;

export class LineCursor {
  /** Offsets: where the line starts, where its text ends, and where the next line starts. */
  start = 0;
  end = 0;
  next = 0;
  /** Where the text of the line starts, after the marks that were read, and the indentation before it, in columns. */
  first = 0;
  indent = 0;

  private position = 0;
  private column = 0;
  /** The next line feed and carriage return, so that a text without one of them is searched for it only once. */
  private feed = -1;
  private carriageReturn = -1;

  constructor(
    readonly text: string,
    from = 0,
  ) {
    this.next = from;
  }

  /** Moves to the next line; false at the end of the text. */
  advance(): boolean {
    const { text } = this;
    if (this.next >= text.length) return false;
    this.start = this.next;
    if (this.feed < this.start) this.feed = indexOrEnd(text, '\n', this.start);
    if (this.carriageReturn < this.start) this.carriageReturn = indexOrEnd(text, '\r', this.start);
    this.end = Math.min(this.feed, this.carriageReturn);
    const isPair = this.carriageReturn + 1 === this.feed && this.end < this.feed;
    this.next = Math.min(text.length, this.end + (isPair ? 2 : 1));
    this.position = this.start;
    this.column = 0;
    this.measure();
    return true;
  }

  get blank(): boolean {
    return this.first === this.end;
  }

  /** The rest of the line. */
  get rest(): string {
    return this.text.slice(this.first, this.end);
  }

  /** Moves past columns of white space. */
  skipColumns(count: number): void {
    let left = count;
    while (left > 0 && this.position < this.first) {
      const width = this.text.charCodeAt(this.position) === tab ? 4 - (this.column % 4) : 1;
      if (width <= left) this.position++;
      this.column += Math.min(width, left);
      left -= width;
    }
    this.measure();
  }

  /** Moves past a mark that starts at `first`. */
  skipMark(length: number): void {
    this.column += this.indent + length;
    this.position = this.first + length;
    this.measure();
  }

  private measure(): void {
    const { text, end } = this;
    let column = this.column;
    let at = this.position;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === space) column++;
      else if (code === tab) column += 4 - (column % 4);
      else break;
    }
    this.first = at;
    this.indent = column - this.column;
  }
}

function indexOrEnd(text: string, char: string, from: number): number {
  const index = text.indexOf(char, from);
  return index < 0 ? text.length : index;
}
