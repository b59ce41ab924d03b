/** Starts the leaf blocks of Markdown, except paragraphs: headings, fences, tables, rules, formulas, HTML, and the blocks of MDX. */

import { openBlock } from '../block';
import { plainMarkdown } from '../heading-text';
import type { LineCursor, MarkdownBlockStack, OpenParagraph } from './block-stack';
import {
  atxStart,
  fenceLanguage,
  fenceStart,
  htmlStart,
  isThematicBreak,
  rulerColumns,
  tableCells,
  underlineLevel,
} from './block-starts';

export interface MarkdownDialect {
  /** MDX: imports, exports, tags and expressions as blocks; no indented code. */
  readonly mdx: boolean;
}

/** True if the line is indented like code, so that no mark counts. */
export function isIndentedAsCode(line: LineCursor, dialect: MarkdownDialect): boolean {
  return line.indent > 3 && !dialect.mdx;
}

export class LeafStarter {
  private readonly spans: BlockLookahead;

  constructor(
    private readonly line: LineCursor,
    private readonly stack: MarkdownBlockStack,
    private readonly dialect: MarkdownDialect,
  ) {
    this.spans = new BlockLookahead(line.text);
  }

  /** Starts a leaf other than a paragraph. Returns true if it took the line. */
  start(depth: number, isWithin: boolean): boolean {
    const { line } = this;
    const { text } = line;
    if (line.blank) return false;
    if (isIndentedAsCode(line, this.dialect)) {
      if (this.stack.leaf?.type === 'paragraph') return false;
      this.stack.leaf = { type: 'indented', block: this.stack.add('code', depth) };
      return true;
    }
    const { rest } = line;
    const paragraph = this.stack.paragraph(isWithin);
    const heading = rest.startsWith('#') ? atxStart(rest) : undefined;
    if (heading) {
      const block = this.stack.add('heading', depth);
      block.level = heading.level;
      block.name = plainMarkdown(heading.title);
      return true;
    }
    const fence = fenceStart(rest);
    if (fence) {
      const block = this.stack.add('code', depth);
      const language = fenceLanguage(fence.info);
      if (language) block.language = language;
      // In a quote each line of code has a mark before it.
      if (!this.stack.isQuoted) block.content = { start: line.next, end: line.next };
      this.stack.leaf = { type: 'fence', block, fence };
      return true;
    }
    if (paragraph && (this.startTable(rest, paragraph) || this.underline(rest, paragraph))) return true;
    if (isThematicBreak(rest)) {
      this.stack.add('markup', depth);
      return true;
    }
    if (isMark(rest, '$\\')) return this.startSpan('formula', depth, this.spans.formula(line.first));
    if (rest.startsWith(':::')) {
      this.stack.add('markup', depth);
      return true;
    }
    if (this.dialect.mdx && !rest.startsWith('<!--')) {
      if (isMark(rest, '<{')) return this.startSpan('markup', depth, this.spans.jsx(line.first));
      if (isMark(rest, 'ie') && this.stack.depth === 1 && !this.stack.leaf && line.first === line.start)
        return this.startSpan('code', depth, this.spans.esm(line.first));
      return false;
    }
    const html = rest.startsWith('<') ? htmlStart(rest) : undefined;
    if (!html || (this.stack.leaf?.type === 'paragraph' && !html.interrupts)) return false;
    const block = this.stack.add('markup', depth);
    this.stack.leaf = html.until?.test(text.slice(line.first + 2, line.end))
      ? undefined
      : { type: 'html', block, until: html.until };
    return true;
  }

  private startSpan(kind: 'formula' | 'markup' | 'code', depth: number, until: number | undefined): boolean {
    if (until === undefined) return false;
    const block = this.stack.add(kind, depth);
    if (kind === 'code') {
      block.language = 'typescriptreact';
      block.content = { start: this.line.start, end: this.line.next };
    }
    this.stack.leaf = { type: 'span', block, until };
    return true;
  }

  /** The ruler under a header starts a table; the paragraph keeps its lines before the header. */
  private startTable(rest: string, paragraph: OpenParagraph): boolean {
    const { line } = this;
    const { text } = line;
    const columns = rulerColumns(rest);
    const header = paragraph.lines.at(-1);
    if (columns === undefined || header === undefined) return false;
    if (tableCells(text.slice(header, line.start)).length !== columns) return false;
    const start = paragraph.lastLine;
    if (paragraph.lines.length === 1) this.stack.siblings.pop();
    else {
      paragraph.lines.pop();
      paragraph.block.end = start;
      this.stack.closeLeaf();
    }
    const block = openBlock('table', start, line.next);
    block.headerEnd = line.next;
    block.blocks.push(openBlock('row', start, line.next));
    this.stack.siblings.push(block);
    this.stack.leaf = { type: 'table', block };
    return true;
  }

  /** A line of `=` or `-` turns the paragraph above into a heading. */
  private underline(rest: string, paragraph: OpenParagraph): boolean {
    const level = isMark(rest, '=-') ? underlineLevel(rest) : undefined;
    if (!level) return false;
    this.stack.closeLeaf();
    const around = this.stack.siblings;
    // The paragraph had only definitions: the underline starts a new paragraph.
    if (around.at(-1) !== paragraph.block) return false;
    around.pop();
    const block = openBlock('heading', paragraph.block.start, this.line.next);
    block.level = level;
    const from = paragraph.lines.find((start) => start >= block.start) ?? block.start;
    block.name = plainMarkdown(this.line.text.slice(from, paragraph.block.end));
    around.push(block);
    return true;
  }
}

function isMark(rest: string, marks: string): boolean {
  return marks.includes(rest.charAt(0));
}

/**
 * Blocks whose end is searched ahead, over several lines: formulas, and the imports and tags of MDX. A failed search is remembered
 * with how far it went, because a later one in the same range would fail too: together they take linear time.
 */

/** Environments of LaTeX that are formulas by themselves. */
const environment = /\\begin\{((?:equation|align|gather|multline|eqnarray|displaymath|math|flalign|alignat)\*?)\}/y;

/** Max length of a tag or an expression in MDX, in UTF-16 units. */
const maxTagLength = 50_000;

class BlockLookahead {
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
