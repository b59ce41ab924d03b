/** Starts the leaf blocks of Markdown, except paragraphs: headings, fences, tables, rules, formulas, HTML, and the blocks of MDX. */

import { plainMarkdown } from '../heading-text';
import { openBlock } from '../nest-sections';
import { BlockLookahead } from './block-lookahead';
import type { MarkdownBlockStack, OpenParagraph } from './block-stack';
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
import type { LineCursor } from './line-cursor';

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
      if (isMark(rest, 'ie') && this.stack.depth === 1 && !this.stack.leaf && line.first === line.start) {
        return this.startSpan('code', depth, this.spans.esm(line.first));
      }
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
