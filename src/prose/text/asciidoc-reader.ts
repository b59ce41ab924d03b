/**
 * Reads AsciiDoc line by line. Attributes and a title in the lines before a block belong to it. A delimited block ends at the next
 * line equal to its first one; the character of the delimiter decides whether it contains text or blocks.
 */

import { addToList } from '../../shared/maps';
import { firstIndex } from '../../shared/range-of';
import { type Block, type BlockKind, nestSections, type ProseDocument } from '../block';
import {
  AsciidocLists,
  asciidocListKey,
  asciidocTable,
  asciidocTitleAt,
  attributeEntry,
  blockAttributes,
  blockDelimiter,
  blockMacro,
  blockTitle,
  conditionOrComment,
  plainAsciidoc,
} from './asciidoc-lists';
import { innerBlocks, maxBlockDepth, TextLines } from './text-lines';

export function readAsciidoc(text: string): ProseDocument {
  return { text, blocks: nestSections(new AsciidocReader(new TextLines(text)).document()) };
}

/** The attributes and title before a block. */
interface Prelude {
  readonly start: number;
  readonly attributes: string;
  readonly title: string;
}

class AsciidocReader {
  private line = 0;
  /** The lines of each delimiter, so that the end of a block is found without searching the text. */
  private readonly delimiters = new Map<string, number[]>();

  private readonly lists: AsciidocLists;

  constructor(private readonly lines: TextLines) {
    this.lists = new AsciidocLists(lines, (line, end, depth) => {
      this.line = line;
      const blocks = this.next(this.prelude(end), end, depth);
      return { blocks, end: this.line };
    });
    for (let line = 0; line < lines.count; line++) {
      const text = lines.at(line);
      if (blockDelimiter.test(text)) addToList(this.delimiters, text, line);
    }
  }

  document(): Block[] {
    const { lines } = this;
    const flat: Block[] = [];
    const end = lines.count;
    for (this.line = lines.skipBlank(0, end); this.line < end; this.line = lines.skipBlank(this.line, end)) {
      const prelude = this.prelude(end);
      const title = this.line < end ? asciidocTitleAt(lines, this.line, end) : undefined;
      if (title) {
        const block = this.block('heading', prelude.start, this.line + title.lines);
        this.line += title.lines;
        flat.push({ ...block, ...(title.name ? { name: title.name } : {}), level: title.level });
        if (title.level === 0 && flat.length <= 2) flat.push(...this.header(end));
      } else for (const block of this.next(prelude, end, 0)) flat.push(block);
    }
    return flat;
  }

  /** Author, revision and attributes, directly after the title of the document. */
  private header(end: number): Block[] {
    const from = this.line;
    while (this.line < end && !this.lines.isBlank(this.line)) this.line++;
    return this.line > from ? [this.block('metadata', this.lines.start(from), this.line)] : [];
  }

  private block(kind: BlockKind, start: number, to: number): Block {
    return { kind, start, end: this.lines.start(to) };
  }

  private prelude(end: number): Prelude {
    const { lines } = this;
    const start = lines.start(this.line);
    let attributes = '';
    let title = '';
    for (let at = this.line; at < end; at = lines.skipBlank(at + 1, end)) {
      const text = lines.at(at);
      const isTitle = blockTitle.test(text) && !blockDelimiter.test(text) && at + 1 < end && !lines.isBlank(at + 1);
      if (!isTitle && !blockAttributes.test(text)) break;
      if (isTitle) title = plainAsciidoc(text.slice(1));
      else attributes += text;
      // Blank lines may follow attributes. Attributes at the end of the text are a block themselves.
      const next = lines.skipBlank(at + 1, end);
      if (next >= end) break;
      this.line = next;
    }
    return { start, attributes, title };
  }

  /** Reads the block that begins on the current line, which is not blank, and moves past it. */
  private next(prelude: Prelude, end: number, depth: number): readonly Block[] {
    const { lines, line } = this;
    const text = lines.at(line);
    if (depth >= maxBlockDepth) return [this.paragraph(prelude, end)];
    if (blockDelimiter.test(text)) return [this.delimited(prelude, end, depth)];
    if (blockMacro.test(text) || conditionOrComment.test(text) || text === '+')
      return [this.takeTo('markup', prelude.start, line + 1)];
    if (attributeEntry.test(text)) return [this.takeTo('metadata', prelude.start, this.entriesEnd(end))];
    if (asciidocListKey(lines, line) !== undefined) {
      const found = this.lists.read(line, { end, depth, open: [] });
      this.line = found.end;
      const [first, ...rest] = found.blocks;
      return first ? [{ ...first, start: prelude.start }, ...rest] : [];
    }
    return [this.paragraph(prelude, end)];
  }

  private takeTo(kind: BlockKind, start: number, to: number): Block {
    this.line = to;
    return this.block(kind, start, to);
  }

  private entriesEnd(end: number): number {
    let to = this.line;
    while (to < end && attributeEntry.test(this.lines.at(to))) to++;
    return to;
  }

  private closing(line: number, end: number): number | undefined {
    const text = this.lines.at(line).replace(/^(`{3,}).*/, '$1');
    const known = this.delimiters.get(text) ?? [];
    const found = known[firstIndex(known.length, (i) => (known[i] ?? 0) > line)];
    return found !== undefined && found < end ? found : undefined;
  }

  private delimited(prelude: Prelude, end: number, depth: number): Block {
    const { lines, line } = this;
    const text = lines.at(line);
    const close = this.closing(line, end);
    // A delimiter that is never closed is a rule, or the dashes of a signature.
    if (close === undefined) return this.takeTo('markup', prelude.start, line + 1);
    const { start, attributes, title } = prelude;
    const named = title ? { name: title } : {};
    this.line = close + 1;
    if (/^[|,:!]=/.test(text)) return { ...asciidocTable(lines, line, close, close + 1, attributes), start, ...named };
    const whole = this.block('markup', start, close + 1);
    if (text.startsWith('/')) return whole;
    if (text.startsWith('+')) return { ...whole, kind: /stem|math/.test(attributes) ? 'formula' : 'markup' };
    const isCode = /^[-.`]/.test(text) && (text !== '--' || /^\[(?:source|listing|literal)/.test(attributes));
    if (isCode) return { ...whole, kind: 'code', ...this.codeParts(line, close, attributes) };
    return { ...whole, kind: 'quote', ...innerBlocks(this.inside(line + 1, close, depth)) };
  }

  private inside(from: number, to: number, depth: number): Block[] {
    const blocks: Block[] = [];
    for (this.line = this.lines.skipBlank(from, to); this.line < to; this.line = this.lines.skipBlank(this.line, to)) {
      blocks.push(...this.next(this.prelude(to), to, depth + 1));
    }
    this.line = to + 1;
    return blocks;
  }

  private codeParts(open: number, close: number, attributes: string): Pick<Block, 'language' | 'content'> {
    const fenced = /^`{3,}([\w+#-]+)/.exec(this.lines.at(open))?.[1];
    const language = fenced ?? sourceLanguage(attributes);
    const content = { start: this.lines.start(open + 1), end: this.lines.start(close) };
    return { ...(language ? { language } : {}), content };
  }

  /** Text up to a blank line; it is code if it is indented or marked as source. */
  private paragraph({ start, attributes }: Prelude, end: number): Block {
    const { lines, line } = this;
    const isLiteral = lines.indent(line) > 0;
    let to = line + 1;
    while (to < end && !lines.isBlank(to) && !this.interrupts(to)) to++;
    const content = { start: lines.start(line), end: lines.start(to) };
    if (isLiteral || /^\[(?:source|listing|literal)\b/.test(attributes)) {
      const language = sourceLanguage(attributes);
      return { ...this.takeTo('code', start, to), ...(language ? { language } : {}), content };
    }
    const isQuote = /\[(?:quote|verse|NOTE|TIP|IMPORTANT|WARNING|CAUTION)\b/.test(attributes);
    return this.takeTo(
      /\[(?:stem|latexmath|asciimath)\b/.test(attributes) ? 'formula' : isQuote ? 'quote' : 'paragraph',
      start,
      to,
    );
  }

  private interrupts(line: number): boolean {
    const text = this.lines.at(line);
    return (
      conditionOrComment.test(text) || blockAttributes.test(text) || (blockDelimiter.test(text) && text.length > 3)
    );
  }
}

/** `[source,java]`, `[,java]`, `[source%linenums, language=java]`. */
function sourceLanguage(attributes: string): string | undefined {
  const named = /\blanguage\s*=\s*"?([\w+#-]+)/.exec(attributes)?.[1];
  return named ?? /\[(?:source|listing)?(?:[%#.][\w.%#-]*)?\s*,\s*([\w+#-]+)\s*[,\]]/.exec(attributes)?.[1];
}
