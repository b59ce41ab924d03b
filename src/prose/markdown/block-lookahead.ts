/**
 * Blocks whose end is searched ahead, over several lines: formulas, and the imports and tags of MDX. A failed search is remembered
 * with how far it went, because a later one in the same range would fail too: together they take linear time.
 */

/** Environments of LaTeX that are formulas by themselves. */
const environment = /\\begin\{((?:equation|align|gather|multline|eqnarray|displaymath|math|flalign|alignat)\*?)\}/y;

/** Max length of a tag or an expression in MDX, in UTF-16 units. */
const maxTagLength = 50_000;

export class BlockLookahead {
  private readonly failedUntil = new Map<string, number>();

  constructor(private readonly text: string) {}

  /** The end of the formula that starts at an offset: `$$…$$`, `\[…\]`, `\begin{align}…`. It has no blank lines. */
  formula(start: number): number | undefined {
    const { text } = this;
    if (text.startsWith('$$', start)) return this.toLineEnding('$$', start + 2);
    if (text.startsWith('\\[', start)) return this.toLineEnding('\\]', start + 2);
    environment.lastIndex = start;
    const name = environment.exec(text)?.[1];
    return name ? this.toLineEnding(`\\end{${name}}`, start + 8 + name.length) : undefined;
  }

  /** The end of the `import` or `export` that starts at an offset: a blank line outside all brackets. */
  esm(start: number): number | undefined {
    const { text } = this;
    const word = /(?:import|export)(?=[ \t{*"'])/y;
    word.lastIndex = start;
    if (!word.test(text)) return undefined;
    const isOpen = start < (this.failedUntil.get('esm') ?? 0);
    let depth = 0;
    let firstBlank: number | undefined;
    for (let line = start; line < text.length; ) {
      const end = lineEnd(text, line);
      if (text.slice(line, end).trim() === '') {
        firstBlank ??= line;
        if (depth <= 0 || isOpen) return line;
      }
      for (let at = line; at < end; at++) {
        const char = text[at];
        if (char === '{' || char === '(' || char === '[') depth++;
        else if (char === '}' || char === ')' || char === ']') depth--;
      }
      line = end + 1;
    }
    if (firstBlank === undefined || depth <= 0) return text.length;
    this.failedUntil.set('esm', text.length);
    return firstBlank;
  }

  /** The end of tags and expressions that fill whole lines, starting at an offset: `<Tabs items={[…]}>`, `{/* … *\/}`. */
  jsx(start: number): number | undefined {
    const { text } = this;
    if (start < (this.failedUntil.get('jsx') ?? 0)) return undefined;
    const limit = Math.min(text.length, start + maxTagLength);
    let at = start;
    while (at < limit) {
      const char = text[at];
      if (char === '\n' || char === '\r') return at;
      if (char === ' ' || char === '\t') at++;
      else if (char === '{') at = this.bracesEnd(at, limit);
      else if (char === '<' && /[a-z_$/>]/i.test(text[at + 1] ?? '')) at = this.tagEnd(at + 1, limit);
      else return undefined;
    }
    if (at === text.length) return at;
    this.failedUntil.set('jsx', limit);
    return undefined;
  }

  private tagEnd(start: number, limit: number): number {
    let quote = '';
    for (let at = start; at < limit; at++) {
      const char = this.text[at] ?? '';
      if (quote) {
        if (char === quote) quote = '';
      } else if (char === '"' || char === "'") quote = char;
      else if (char === '{') at = this.bracesEnd(at, limit) - 1;
      else if (char === '>') return at + 1;
    }
    return limit + 1;
  }

  private bracesEnd(start: number, limit: number): number {
    let depth = 0;
    for (let at = start; at < limit; at++) {
      const char = this.text[at];
      if (char === '{') depth++;
      else if (char === '}' && --depth === 0) return at + 1;
    }
    return limit + 1;
  }

  /** The end of the first line that ends with a mark, before a blank line. */
  private toLineEnding(mark: string, start: number): number | undefined {
    const { text } = this;
    if (start < (this.failedUntil.get(mark) ?? 0)) return undefined;
    let isFirst = true;
    for (let line = start; line < text.length; isFirst = false) {
      const end = lineEnd(text, line);
      const rest = withoutLabel(text.slice(line, end).trimEnd());
      if (rest.endsWith(mark) || (/[.,;]$/.test(rest) && rest.endsWith(mark, rest.length - 1))) return end;
      // `$$5 and $$6` is text.
      if (isFirst && rest.includes(mark)) return undefined;
      if (!isFirst && rest === '') {
        this.failedUntil.set(mark, line);
        return undefined;
      }
      line = end + 1;
    }
    this.failedUntil.set(mark, text.length);
    return undefined;
  }
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

/** `$$ {#eq:one}` ends with `$$`. */
function withoutLabel(line: string): string {
  const label = line.endsWith('}') ? line.lastIndexOf('{#') : -1;
  return label < 0 ? line : line.slice(0, label).trimEnd();
}
