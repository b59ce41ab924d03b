/**
 * Reads plain text by the conventions that people use: blank lines between paragraphs, underlined or numbered titles, dashes before
 * items, indentation of literal text, `>` before quotes. In doubt, text is a paragraph.
 */
import { type Block, nestSections, type ProseDocument } from '../block';
import { innerBlocks, LineReader, maxBlockDepth, TextLines } from './text-lines';

/** Recognises lines of plain text: headings, list items, rules, code, drawings. */
const plainListMarker = /^(?:[-*+•‣◦▪–]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])\s+(?=\S)/;
const underline = /^([=\-~^*#_+])\1{2,}$/;
const plainRule = /^(?:([=\-~*_#+.])\1{4,}|(?:[-*_] ){2,}[-*_])$/;
/** `1.2 Title`, `3. Title`, `IV. Title`, `A.1 Title`, `Chapter 3`, `§ 4`. */
const numbered =
  /^(?:\d{1,2}(?:\.\d{1,3})*\.?|[A-Z](?:\.\d{1,3})+\.?|[IVX]{1,5}\.|(?:Chapter|Section|Appendix|Part|Article) [\dIVXA-Z.]+[.:]?|§ ?\d+)\s+(?=\p{Lu})/u;
const sentenceEnd = /[.,;:!?]$/;
/** A line of code: it begins or ends in a way that text does not. */
const codeLine =
  /[;{}]$|^(?:[$%>#] |#include|import |from \w+ import|def |class |function |const |let |var |return |if \(|for \(|<\/?\w|[\w.]+\(.*\)$|[\w.-]+\s*[:=]{1,2}=?\s*\S+$)/;

type PlainTitle = { readonly name: string; readonly level: number; readonly lines: number };

/** The title on a line after a blank one. Levels: underlined by `=`, `#` or `*` 0, by others 1, capitals 2, numbered titles by their numbers. */
function plainTitleAt(lines: TextLines, line: number, end: number): PlainTitle | undefined {
  const text = lines.at(line);
  if (text.length > 100 || !/\p{L}/u.test(text) || plainListMarker.test(text))
    return numbered.test(text) ? numberedTitle(lines, line, end) : undefined;
  const next = line + 1 < end ? lines.at(line + 1) : '';
  if (underline.test(next) && Math.abs(next.length - text.length) <= 4 + text.length / 4)
    return { name: text, level: /^[=#*]/.test(next) ? 0 : 1, lines: 2 };
  return numberedTitle(lines, line, end) ?? capitals(lines, line, end) ?? centered(lines, line, end);
}

/** True if the line is short, not a sentence, and followed by a blank line. */
function isAlone(lines: TextLines, line: number, end: number): boolean {
  const text = lines.at(line);
  return text.length <= 80 && !sentenceEnd.test(text) && (line + 1 >= end || lines.isBlank(line + 1));
}

function numberedTitle(lines: TextLines, line: number, end: number): PlainTitle | undefined {
  const text = lines.at(line);
  const match = numbered.exec(text);
  // A short line such as `4. Terms.` is a title too.
  const isShort = text.length <= 50 && text.split(' ').length <= 7 && text.endsWith('.') && lines.isBlank(line + 1);
  if (!match || !(isShort || isAlone(lines, line, end))) return undefined;
  // One of several numbered items in a row is not a title.
  const after = lines.skipBlank(line + 1, end);
  if (/^\d+\.?\s$/.test(match[0]) && after < end && numbered.test(lines.at(after)) && !/^\d+\.\d/.test(lines.at(after)))
    return undefined;
  const isNamed = /^(?:\p{L}{4}|§)/u.test(match[0]);
  return { name: text, level: isNamed ? 2 : 2 + (match[0].match(/\w+/g)?.length ?? 1), lines: 1 };
}

function capitals(lines: TextLines, line: number, end: number): PlainTitle | undefined {
  const text = lines.at(line);
  if (text.length > 60 || text !== text.toUpperCase() || !/\p{Lu}{3}/u.test(text) || /[=<>{}|$;]/.test(text))
    return undefined;
  const isFollowed = line + 1 < end && !lines.isBlank(line + 1) && lines.indent(line + 1) > lines.indent(line);
  return isFollowed || isAlone(lines, line, end) ? { name: text.replace(/:$/, ''), level: 2, lines: 1 } : undefined;
}

/** A line that is alone and far to the right of the text that follows. */
function centered(lines: TextLines, line: number, end: number): PlainTitle | undefined {
  const next = lines.skipBlank(line + 1, end);
  if (next >= end || lines.indent(line) < lines.indent(next) + 12 || !/^\p{Lu}\D*$/u.test(lines.at(line)))
    return undefined;
  return isAlone(lines, line, end) && !codeLine.test(lines.at(line))
    ? { name: lines.at(line), level: 2, lines: 1 }
    : undefined;
}

/** True if at least half of the lines look like code. */
function looksLikeCode(lines: TextLines, from: number, to: number): boolean {
  let code = 0;
  let all = 0;
  for (let line = from; line < to; line++) {
    if (lines.isBlank(line)) continue;
    all++;
    if (codeLine.test(lines.at(line))) code++;
  }
  return code * 2 >= all;
}

/** True for commands typed at a prompt, with their output. */
function isShellSession(lines: TextLines, from: number, to: number): boolean {
  for (let line = from; line < to; line++) if (/^[$#] \S/.test(lines.at(line))) return /^\$ /.test(lines.at(from));
  return false;
}

/** True if the lines are a drawing or columns: boxes, arrows, or wide gaps. */
function isDrawing(lines: TextLines, from: number, to: number): boolean {
  if (to - from < 2) return false;
  let drawn = 0;
  let gaps = 0;
  for (let line = from; line < to; line++) {
    const text = lines.at(line);
    if (/^[+|].*[+|]$|[-=]{3,}[+>|]|[+<|][-=]{3,}|[│┌└├─]|^[-=]+(?: +[-=]+)+$/.test(text)) drawn++;
    if (/\S(?: {3,}|\t+)\S/.test(text)) gaps++;
  }
  return drawn * 2 > to - from || gaps * 4 >= (to - from) * 3;
}

export function readPlain(text: string): ProseDocument {
  return { text, blocks: nestSections(new PlainReader(new TextLines(text)).document()) };
}

class PlainReader extends LineReader {
  document(): Block[] {
    const { lines } = this;
    const flat: Block[] = [];
    const end = lines.count;
    let base = 0;
    while (this.hasMore(end)) {
      const title = plainTitleAt(lines, this.line, end);
      if (title) {
        const { name, level } = title;
        flat.push({ ...this.takeTo('heading', this.line + title.lines), name, level });
      } else {
        // Text under a heading is often indented as a whole: code is indented deeper than the text before it.
        const indent = lines.indent(this.line);
        const block = this.next(end, base, 0, this.announces(flat.at(-1)));
        if (block.kind === 'paragraph') base = indent;
        flat.push(block);
      }
    }
    return flat;
  }

  private announces(block: Block | undefined): boolean {
    return block?.kind === 'paragraph' && this.lines.text.slice(block.start, block.end).trimEnd().endsWith('::');
  }

  /** Reads the block that begins on the current line, which is not blank, and moves past it. */
  private next(end: number, base: number, depth: number, announced: boolean): Block {
    const { lines, line } = this;
    const text = lines.at(line);
    if (depth < maxBlockDepth) {
      if (announced && lines.indent(line) > base) return this.takeCode(lines.indentedEnd(line, end, base + 1));
      if (plainRule.test(text)) return this.takeTo('markup', line + 1);
      if (text.startsWith('>')) return this.quote(end);
      if (plainListMarker.test(text)) return this.list(end, depth);
    }
    const to = this.textEnd(line, end);
    if (isShellSession(lines, line, to)) return this.takeCode(to);
    if (isDrawing(lines, line, to)) return this.takeTo('markup', to);
    const literal = lines.indent(line) >= base + 4 ? this.literalEnd(line, end, base + 4) : line;
    if (literal > line && looksLikeCode(lines, line, literal)) return this.takeCode(literal);
    return this.takeTo('paragraph', to);
  }

  /** The end of the lines that are indented at least as deep. */
  private literalEnd(from: number, end: number, indent: number): number {
    let line = from;
    while (line < end && !this.lines.isBlank(line) && this.lines.indent(line) >= indent) line++;
    return line;
  }

  private quote(end: number): Block {
    let to = this.line;
    while (to < end && this.lines.at(to).startsWith('>')) to++;
    return this.takeTo('quote', to);
  }

  /** A paragraph ends at a blank line, a quote, a rule, or items after a colon. */
  private textEnd(from: number, end: number): number {
    const { lines } = this;
    let line = from + 1;
    while (line < end && !lines.isBlank(line) && !lines.at(line).startsWith('>')) {
      const isItem =
        plainListMarker.test(lines.at(line)) && (lines.at(line - 1).endsWith(':') || /^[-*•+]\s/.test(lines.at(line)));
      if (isItem || plainRule.test(lines.at(line))) break;
      line++;
    }
    return line;
  }

  /** All items have the same indentation; lines indented deeper belong to the item before. */
  private list(end: number, depth: number): Block {
    const { lines } = this;
    const first = this.line;
    const start = lines.start(first);
    const indent = lines.indent(first);
    const items: Block[] = [];
    let line = first;
    while (
      line < end &&
      plainListMarker.test(lines.at(line)) &&
      lines.indent(line) === indent &&
      (line === first || !plainTitleAt(lines, line, end))
    ) {
      const itemStart = lines.start(line);
      const to = this.itemEnd(line, end, indent);
      lines.enter(line, lines.first(line) + (plainListMarker.exec(lines.at(line))?.[0].length ?? 0));
      items.push({
        kind: 'item',
        start: itemStart,
        end: lines.start(to),
        ...innerBlocks(this.inside(line, to, lines.indent(line), depth)),
      });
      this.line = to;
      line = lines.skipBlank(to, end);
    }
    return { kind: 'list', start, end: items.at(-1)?.end ?? start, blocks: items };
  }

  /** Lines without indentation belong to an item up to a blank line; after that, only lines indented like its text. */
  private itemEnd(line: number, end: number, indent: number): number {
    const { lines } = this;
    let to = line + 1;
    while (to < end && !lines.isBlank(to) && !(lines.indent(to) <= indent && plainListMarker.test(lines.at(to)))) to++;
    const marker = plainListMarker.exec(lines.at(line))?.[0].length ?? 1;
    return Math.max(to, lines.indentedEnd(to, end, indent + Math.min(marker, 3)));
  }

  private inside(from: number, to: number, base: number, depth: number): Block[] {
    const blocks: Block[] = [];
    this.line = from;
    while (this.hasMore(to)) blocks.push(this.next(to, base, depth + 1, this.announces(blocks.at(-1))));
    return blocks;
  }
}
