/**
 * Reads reStructuredText line by line. The first line of a block decides its kind, and the block ends with its indentation. Only the
 * top level of the document has sections; their levels follow from the order in which adornments first appear.
 */
import { type Block, nestSections, type ProseDocument } from '../block';
import {
  directiveBlock,
  gridRule,
  gridTable,
  isAdornment,
  isEnumerated,
  plainRst,
  type RstTitle,
  rstBullet,
  rstEnumerator,
  rstField,
  rstNote,
  rstOption,
  rstTarget,
  rstTitleAt,
  simpleRule,
  simpleTable,
} from './rst-tables';
import { innerBlocks, LineReader, maxBlockDepth, TextLines } from './text-lines';

export function readRst(text: string): ProseDocument {
  return { text, blocks: nestSections(new RstReader(new TextLines(text)).document()) };
}

/** The lines being read: up to `end`, with text indented by `base`, inside `depth` other blocks. */
type Stretch = { readonly end: number; readonly base: number; readonly depth: number };

class RstReader extends LineReader {
  private readonly styles: string[] = [];
  private readonly flat: Block[] = [];
  private hasText = false;
  /** The language of the literal blocks from here on. */
  private language: string | undefined;

  document(): readonly Block[] {
    const { lines } = this;
    const top = { end: lines.count, base: 0, depth: 0 };
    while (this.hasMore(top.end)) {
      const title = this.isPlainLine(this.line, top) ? rstTitleAt(lines, this.line, top.end) : undefined;
      if (title) this.addHeading(title);
      else for (const block of this.next(top)) this.add(block);
    }
    return this.flat;
  }

  private addHeading({ name, style, lines }: RstTitle): void {
    if (!this.styles.includes(style)) this.styles.push(style);
    const level = this.styles.indexOf(style);
    this.flat.push({ ...this.takeTo('heading', this.line + lines), ...(name && { name }), level });
  }

  private add(block: Block): void {
    this.flat.push(block);
    this.hasText ||= !/^(?:markup|metadata|definition)$/.test(block.kind);
  }

  /** A title looks like text: a line that begins with a mark is not a title. */
  private isPlainLine(line: number, { end }: Stretch): boolean {
    const text = this.lines.at(line);
    return !(/^\.\. /.test(text) || rstBullet.test(text) || isEnumerated(this.lines, line, end) || rstField.test(text));
  }

  private body(from: number, stretch: Stretch): Block[] {
    const blocks: Block[] = [];
    this.line = from;
    while (this.hasMore(stretch.end)) blocks.push(...this.next(stretch));
    this.line = stretch.end;
    return blocks;
  }

  /** Reads the blocks that begin on the current line, which is not blank, and moves past them. */
  private next(stretch: Stretch): Block[] {
    const { lines, line } = this;
    const { end, base, depth } = stretch;
    const text = lines.at(line);
    if (depth >= maxBlockDepth) return [this.paragraph(stretch)];
    if (lines.indent(line) > base) return [this.quote(stretch)];
    if (text === '..' || text.startsWith('.. ')) return [this.explicit(stretch)];
    if (text.startsWith('__ ')) return [this.takeTo('definition', line + 1)];
    if (rstField.test(text)) return [this.field(stretch)];
    if (gridRule.test(text)) return [this.found(gridTable(lines, line, end))];
    if (simpleRule.test(text)) return [this.found(simpleTable(lines, line, end))];
    if (rstBullet.test(text)) return [this.list(rstBullet, stretch)];
    if (isEnumerated(lines, line, end)) return [this.list(rstEnumerator, stretch)];
    if (rstOption.test(text)) return [this.list(rstOption, stretch)];
    if (text.startsWith('>>> ')) return [this.doctest(end)];
    if (text.length >= 4 && isAdornment(text)) return [this.takeTo('markup', line + 1)];
    if (
      line + 1 < end &&
      lines.indent(line + 1) > lines.indent(line) &&
      !lines.isBlank(line + 1) &&
      !text.endsWith('::')
    ) {
      return [this.definition(stretch)];
    }
    return this.text(stretch);
  }

  private found({ block, end }: { readonly block: Block; readonly end: number }): Block {
    this.line = end;
    return block;
  }

  private quote({ end, base, depth }: Stretch): Block {
    const from = this.line;
    const to = this.lines.indentedEnd(from, end, base + 1);
    const whole = this.block('quote', from, to);
    return {
      ...whole,
      ...innerBlocks(this.body(from, { end: to, base: this.lines.minIndent(from, to), depth: depth + 1 })),
    };
  }

  /** Reads a block that begins with `..`: a directive, a footnote, a target or a comment. */
  private explicit({ end, base, depth }: Stretch): Block {
    const { lines, line } = this;
    const text = lines.at(line);
    // An empty comment ends the block before it and contains nothing.
    const isEmpty = text === '..' && (line + 1 >= end || lines.isBlank(line + 1));
    const to = isEmpty ? line + 1 : lines.indentedEnd(line + 1, end, base + 1);
    const readBody = (from: number, until: number): readonly Block[] =>
      this.body(from, { end: until, base: lines.minIndent(from, until), depth: depth + 1 });
    const note = rstNote.exec(text);
    if (note) return { ...this.takeTo('definition', to), ...(note[1] ? { name: note[1] } : {}) };
    if (rstTarget.test(text)) return this.takeTo('definition', to);
    const highlight = /^\.\. highlight:: *([\w+#-]+)$/.exec(text);
    if (highlight) this.language = highlight[1] === 'none' ? undefined : highlight[1];
    const block = directiveBlock(lines, line, to, readBody) ?? this.block('markup', line, to);
    this.line = to;
    return block;
  }

  /** Fields at the beginning of the document are metadata. */
  private field({ end, base, depth }: Stretch): Block {
    const { lines } = this;
    const isAbout = depth === 0 && !this.hasText;
    let to = this.line;
    do {
      to = lines.indentedEnd(to + 1, end, base + 1);
    } while (to < end && lines.indent(to) <= base && rstField.test(lines.at(to)));
    return this.takeTo(isAbout ? 'metadata' : 'definition', to);
  }

  private list(marker: RegExp, { end, base, depth }: Stretch): Block {
    const { lines } = this;
    const first = this.line;
    const start = lines.start(first);
    const items: Block[] = [];
    for (let at = first, next = first; next < end && this.isNextItem(next, marker, first, end); at = next) {
      at = next;
      const itemStart = lines.start(at);
      const to = lines.indentedEnd(at + 1, end, base + 1);
      lines.enter(at, lines.first(at) + (marker.exec(lines.at(at))?.[0].length ?? 0));
      const body = this.body(at, { end: to, base: lines.indent(at), depth: depth + 1 });
      items.push({ kind: 'item', start: itemStart, end: lines.start(to), ...innerBlocks(body) });
      this.line = to;
      next = lines.skipBlank(to, end);
    }
    return { kind: 'list', start, end: items.at(-1)?.end ?? start, blocks: items };
  }

  private isNextItem(line: number, marker: RegExp, first: number, end: number): boolean {
    if (line === first) return true;
    if (marker === rstEnumerator) return isEnumerated(this.lines, line, end);
    return marker.test(this.lines.at(line));
  }

  private doctest(end: number): Block {
    let to = this.line;
    while (to < end && !this.lines.isBlank(to)) to++;
    return this.takeCode(to, 'pycon');
  }

  private definition({ end, base, depth }: Stretch): Block {
    const { lines, line } = this;
    const name = plainRst(lines.at(line).replace(/ : .*/, ''));
    const to = lines.indentedEnd(line + 1, end, base + 1);
    const term = this.block('paragraph', line, line + 1);
    const whole = this.block('definition', line, to);
    const body = this.body(line + 1, { end: to, base: lines.minIndent(line + 1, to), depth: depth + 1 });
    return { ...whole, ...(name ? { name } : {}), blocks: [term, ...body] };
  }

  private paragraph({ end, base, depth }: Stretch): Block {
    let to = this.line + 1;
    const isOver = (line: number): boolean => depth < maxBlockDepth && this.lines.indent(line) > base;
    while (to < end && !this.lines.isBlank(to) && !isOver(to)) to++;
    return this.takeTo('paragraph', to);
  }

  /** Reads a paragraph, and the literal block after it if it ends with `::`. */
  private text(stretch: Stretch): Block[] {
    const { lines } = this;
    const { end, base } = stretch;
    const paragraph = this.paragraph(stretch);
    if (!lines.at(this.line - 1).endsWith('::')) return [paragraph];
    const from = lines.skipBlank(this.line, end);
    const quote = lines.at(from).charAt(0);
    let to = lines.indentedEnd(from, end, base + 1);
    if (to <= from && /[!-/:-@[-`{-~]/.test(quote)) while (to < end && lines.at(to).startsWith(quote)) to++;
    if (from >= end || to <= from) return [paragraph];
    const isBare = lines.text.slice(paragraph.start, paragraph.end).trim() === '::';
    this.line = from;
    const code = this.takeCode(to, this.language);
    return isBare ? [{ ...code, start: paragraph.start }] : [paragraph, code];
  }
}
