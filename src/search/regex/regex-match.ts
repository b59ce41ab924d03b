/** Where a regular expression matched. Columns are UTF-16 units, as in editors. */
export interface RegexMatch {
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** The first column after the match. */
  readonly endColumn: number;
}

/** Lines and columns of offsets in a text, which are asked for in ascending order. */
export class LinePlaces {
  private start = 0;

  /** @param line the number of the text's first line. */
  constructor(
    private readonly text: string,
    private line: number,
  ) {}

  /** Says which line an offset is on, so that the lines before it need not be counted. */
  skipTo(offset: number, line: number): void {
    if (offset <= this.start) return;
    this.start = this.text.lastIndexOf('\n', offset - 1) + 1;
    this.line = line;
  }

  /** The place of a match; only its start is counted from the next time. */
  match(start: number, end: number): RegexMatch {
    const first = this.at(start);
    const before = { start: this.start, line: this.line };
    const last = this.at(end);
    this.start = before.start;
    this.line = before.line;
    return { ...first, endLine: last.line, endColumn: last.column };
  }

  private at(offset: number): { readonly line: number; readonly column: number } {
    for (let next = this.text.indexOf('\n', this.start); next >= 0 && next < offset; ) {
      this.start = next + 1;
      this.line++;
      next = this.text.indexOf('\n', this.start);
    }
    return { line: this.line, column: offset - this.start + 1 };
  }
}
