/** Where a regular expression matched. Columns are UTF-16 units, as in editors. */
export interface RegexMatch {
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** The first column after the match. */
  readonly endColumn: number;
}

/** Lines and columns of ascending offsets in a text. */
class LinePlaces {
  private start = 0;

  constructor(
    private readonly text: string,
    private line: number,
  ) {}

  at(offset: number): { readonly line: number; readonly column: number } {
    for (let next = this.text.indexOf('\n', this.start); next >= 0 && next < offset; ) {
      this.start = next + 1;
      this.line++;
      next = this.text.indexOf('\n', this.start);
    }
    return { line: this.line, column: offset - this.start + 1 };
  }
}

/** @param offsets start and end of each match, in the order of starts; @param startLine the number of the text's first line. */
export function placesOf(text: string, startLine: number, offsets: readonly number[]): RegexMatch[] {
  const places = new LinePlaces(text, startLine);
  const matches: RegexMatch[] = [];
  for (let i = 0; i < offsets.length; i += 2) {
    const { line, column } = places.at(offsets[i] ?? 0);
    const end = places.at(offsets[i + 1] ?? 0);
    matches.push({ line, column, endLine: end.line, endColumn: end.column });
  }
  return matches;
}
