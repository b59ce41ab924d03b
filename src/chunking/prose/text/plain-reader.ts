/**
 * Reads plain text by what people do to make it readable: blank lines between paragraphs, underlined or numbered titles, dashes
 * before items, indentation of what is literal, `>` before what is quoted. In doubt a stretch is a paragraph.
 */
import type { Block, BlockKind, Segmented } from '../block';
import { bullet, isCode, isDrawn, isSession, rule, titleAt } from './plain-marks';
import { Lines } from './text-lines';
import { deepest, type Flat, inner, nestSections } from './text-sections';

export function readPlain(text: string): Segmented {
  return { text, blocks: nestSections(new PlainReader(new Lines(text)).document()) };
}

class PlainReader {
  private line = 0;

  constructor(private readonly lines: Lines) {}

  document(): Flat[] {
    const { lines } = this;
    const flat: Flat[] = [];
    const end = lines.count;
    let base = 0;
    for (this.line = lines.skipBlank(0, end); this.line < end; this.line = lines.skipBlank(this.line, end)) {
      const title = titleAt(lines, this.line, end);
      if (title) {
        const block = { ...this.block('heading', this.line, this.line + title.lines), name: title.name };
        flat.push({ block, level: title.level });
        this.line += title.lines;
      } else {
        // Text under a heading is often indented as a whole: code is what stands further in than the text before.
        const indent = lines.indent(this.line);
        const block = this.next(end, base, 0, this.announces(flat.at(-1)?.block));
        if (block.kind === 'paragraph') base = indent;
        flat.push({ block });
      }
    }
    return flat;
  }

  private block(kind: BlockKind, from: number, to: number): Block {
    return { kind, start: this.lines.start(from), end: this.lines.start(to) };
  }

  private announces(block: Block | undefined): boolean {
    return block?.kind === 'paragraph' && this.lines.text.slice(block.start, block.end).trimEnd().endsWith('::');
  }

  /** Reads what begins on the line, which is not blank, and goes behind it. */
  private next(end: number, base: number, depth: number, announced: boolean): Block {
    const { lines, line } = this;
    const text = lines.at(line);
    if (depth < deepest) {
      if (announced && lines.indent(line) > base) return this.code(lines.indentedEnd(line, end, base + 1));
      if (rule.test(text)) return this.taking('markup', line + 1);
      if (text.startsWith('>')) return this.quote(end);
      if (bullet.test(text) && !rule.test(text)) return this.list(end, depth);
    }
    const to = this.textEnd(line, end);
    if (isSession(lines, line, to)) return this.code(to);
    if (isDrawn(lines, line, to)) return this.taking('markup', to);
    const literal = lines.indent(line) >= base + 4 ? this.literalEnd(line, end, base + 4) : line;
    if (literal > line && isCode(lines, line, literal)) return this.code(literal);
    return this.taking('paragraph', to);
  }

  private taking(kind: BlockKind, to: number): Block {
    const block = this.block(kind, this.line, to);
    this.line = to;
    return block;
  }

  private code(to: number): Block {
    const block = this.taking('code', to);
    return { ...block, content: { start: block.start, end: block.end } };
  }

  /** A line after blank ones that is indented as much goes on with the same code. */
  private literalEnd(from: number, end: number, indent: number): number {
    let line = from;
    while (line < end && !this.lines.isBlank(line) && this.lines.indent(line) >= indent) line++;
    return line;
  }

  private quote(end: number): Block {
    let to = this.line;
    while (to < end && this.lines.at(to).startsWith('>')) to++;
    return this.taking('quote', to);
  }

  /** A paragraph ends at a blank line, a quote, a rule, and where items begin under a colon. */
  private textEnd(from: number, end: number): number {
    const { lines } = this;
    let line = from + 1;
    while (line < end && !lines.isBlank(line) && !lines.at(line).startsWith('>')) {
      const isItem =
        bullet.test(lines.at(line)) && (lines.at(line - 1).endsWith(':') || /^[-*•+]\s/.test(lines.at(line)));
      if (isItem || rule.test(lines.at(line))) break;
      line++;
    }
    return line;
  }

  /** Items are indented alike; what is indented more belongs to them. */
  private list(end: number, depth: number): Block {
    const { lines } = this;
    const first = this.line;
    const start = lines.start(first);
    const indent = lines.indent(first);
    const items: Block[] = [];
    let line = first;
    while (
      line < end &&
      bullet.test(lines.at(line)) &&
      lines.indent(line) === indent &&
      (line === first || !titleAt(lines, line, end))
    ) {
      const itemStart = lines.start(line);
      const to = this.itemEnd(line, end, indent);
      lines.enter(line, lines.first(line) + (bullet.exec(lines.at(line))?.[0].length ?? 0));
      items.push({
        kind: 'item',
        start: itemStart,
        end: lines.start(to),
        ...inner(this.inside(line, to, lines.indent(line), depth)),
      });
      this.line = to;
      line = lines.skipBlank(to, end);
    }
    return { kind: 'list', start, end: items.at(-1)?.end ?? start, blocks: items };
  }

  /** Lines that go on without indentation belong to an item too, until a blank one; then only those under its text. */
  private itemEnd(line: number, end: number, indent: number): number {
    const { lines } = this;
    let to = line + 1;
    while (to < end && !lines.isBlank(to) && !(lines.indent(to) <= indent && bullet.test(lines.at(to)))) to++;
    const marker = bullet.exec(lines.at(line))?.[0].length ?? 1;
    return Math.max(to, lines.indentedEnd(to, end, indent + Math.min(marker, 3)));
  }

  private inside(from: number, to: number, base: number, depth: number): Block[] {
    const blocks: Block[] = [];
    for (this.line = from; this.line < to; this.line = this.lines.skipBlank(this.line, to)) {
      blocks.push(this.next(to, base, depth + 1, this.announces(blocks.at(-1))));
    }
    return blocks;
  }
}
