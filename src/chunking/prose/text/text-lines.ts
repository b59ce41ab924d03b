/** The lines of a text, as readers that go line by line need them. Lines are counted from 0, offsets are UTF-16. */
export class Lines {
  private readonly starts: number[] = [];
  /** Of each line: its first character that is not white space, and the end of its last one. */
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

  /** For the line behind the last one: the end of the text. */
  start(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  /** Where the text of a line begins, its indentation left out. */
  first(line: number): number {
    return this.firsts[line] ?? this.text.length;
  }

  /** Where the text of a line ends, white space left out. */
  last(line: number): number {
    return this.lasts[line] ?? this.text.length;
  }

  /** Columns, with tabs to the next multiple of 8. */
  indent(line: number): number {
    return this.indents[line] ?? 0;
  }

  isBlank(line: number): boolean {
    return this.first(line) >= this.last(line);
  }

  /** What is written on a line, without white space around it. */
  at(line: number): string {
    return this.text.slice(this.first(line), this.last(line));
  }

  /** The first line from `line` on, before `end`, that is not blank. */
  skipBlank(line: number, end: number): number {
    let at = line;
    while (at < end && this.isBlank(at)) at++;
    return at;
  }

  /** The line behind the last one in `[line, end)` that is not blank. */
  trimBlank(line: number, end: number): number {
    let at = end;
    while (at > line && this.isBlank(at - 1)) at--;
    return at;
  }

  /** The line behind the block whose lines, blank ones aside, are indented by at least `indent`. */
  indentedEnd(line: number, end: number, indent: number): number {
    let at = line;
    while (at < end && (this.isBlank(at) || this.indent(at) >= indent)) at++;
    return this.trimBlank(line, at);
  }

  /** The smallest indentation in `[line, end)`. */
  leastIndent(line: number, end: number): number {
    let least = Infinity;
    for (let at = line; at < end; at++) if (!this.isBlank(at)) least = Math.min(least, this.indent(at));
    return least;
  }

  /** From here on a line begins behind a marker (of a list item, say): the caller is done with what stands before. */
  enter(line: number, first: number): void {
    let indent = this.indent(line);
    for (let at = this.first(line); at < first; at++) {
      indent += this.text.charCodeAt(at) === 9 ? 8 - (indent % 8) : 1;
    }
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

/** As `trim` sees it, but faster for what most texts have. */
const isWhite = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)));
