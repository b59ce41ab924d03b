/**
 * Reads AsciiDoc line by line. Attributes and a title in the lines before a block belong to it. A delimited block ends at the next
 * line equal to its first one; the character of the delimiter decides whether it contains text or blocks.
 */

import { addToList } from '../../shared/maps';
import { firstIndex } from '../../shared/range-of';
import { type Block, nestSections, type ProseDocument } from '../block';
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
import { innerBlocks, LineReader, maxBlockDepth, TextLines } from './text-lines';

export function readAsciidoc(text: string): ProseDocument {
  return { text, blocks: nestSections(new AsciidocReader(new TextLines(text)).document()) };
}

/** The attributes and title before a block. */
type Prelude = { readonly start: number; readonly attributes: string; readonly title: string };

class AsciidocReader extends LineReader {
  /** The lines of each delimiter, so that the end of a block is found without searching the text. */
  private readonly delimiters = new Map<string, number[]>();

  private readonly lists: AsciidocLists;

  constructor(lines: TextLines) {
    super(lines);
    this.lists = new AsciidocLists(lines, (line, end, depth) => {
      this.line = line;
      return { blocks: this.next(this.prelude(end), end, depth), end: this.line };
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
    while (this.hasMore(end)) {
      const prelude = this.prelude(end);
      const title = asciidocTitleAt(lines, this.line, end);
      if (title) {
        const { name, level } = title;
        const block = this.takeTo('heading', this.line + title.lines);
        flat.push({ ...block, start: prelude.start, ...(name && { name }), level });
        if (level === 0 && flat.length <= 2) flat.push(...this.header(end));
      } else for (const block of this.next(prelude, end, 0)) flat.push(block);
    }
    return flat;
  }

  /** Author, revision and attributes, directly after the title of the document. */
  private header(end: number): Block[] {
    let to = this.line;
    while (to < end && !this.lines.isBlank(to)) to++;
    return to > this.line ? [this.takeTo('metadata', to)] : [];
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

  /** Reads the blocks that begin on the current line, which is not blank, and moves past them. The first begins with its prelude. */
  private next(prelude: Prelude, end: number, depth: number): readonly Block[] {
    const [first, ...rest] = this.read(prelude, end, depth);
    return first ? [{ ...first, start: prelude.start }, ...rest] : [];
  }

  private read(prelude: Prelude, end: number, depth: number): readonly Block[] {
    const { lines, line } = this;
    const text = lines.at(line);
    if (depth >= maxBlockDepth) return [this.paragraph(prelude, end)];
    if (blockDelimiter.test(text)) return [this.delimited(prelude, end, depth)];
    if (blockMacro.test(text) || conditionOrComment.test(text) || text === '+')
      return [this.takeTo('markup', line + 1)];
    if (attributeEntry.test(text)) return [this.takeTo('metadata', this.entriesEnd(end))];
    if (asciidocListKey(lines, line) === undefined) return [this.paragraph(prelude, end)];
    const found = this.lists.read(line, { end, depth, open: [] });
    this.line = found.end;
    return found.blocks;
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

  private delimited({ attributes, title }: Prelude, end: number, depth: number): Block {
    const { lines, line } = this;
    const text = lines.at(line);
    const close = this.closing(line, end);
    // A delimiter that is never closed is a rule, or the dashes of a signature.
    if (close === undefined) return this.takeTo('markup', line + 1);
    const whole = this.takeTo('markup', close + 1);
    if (/^[|,:!]=/.test(text))
      return { ...asciidocTable(lines, line, close, close + 1, attributes), ...(title && { name: title }) };
    if (text.startsWith('/')) return whole;
    if (text.startsWith('+')) return { ...whole, kind: /stem|math/.test(attributes) ? 'formula' : 'markup' };
    const isCode = /^[-.`]/.test(text) && (text !== '--' || /^\[(?:source|listing|literal)/.test(attributes));
    if (isCode) return { ...whole, kind: 'code', ...this.codeParts(line, close, attributes) };
    return { ...whole, kind: 'quote', ...innerBlocks(this.inside(line + 1, close, depth)) };
  }

  private inside(from: number, to: number, depth: number): Block[] {
    const blocks: Block[] = [];
    this.line = from;
    while (this.hasMore(to)) blocks.push(...this.next(this.prelude(to), to, depth + 1));
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
  private paragraph({ attributes }: Prelude, end: number): Block {
    const { lines, line } = this;
    let to = line + 1;
    while (to < end && !lines.isBlank(to) && !this.interrupts(to)) to++;
    if (lines.indent(line) > 0 || /^\[(?:source|listing|literal)\b/.test(attributes))
      return this.takeCode(to, sourceLanguage(attributes));
    const isQuote = /\[(?:quote|verse|NOTE|TIP|IMPORTANT|WARNING|CAUTION)\b/.test(attributes);
    const isFormula = /\[(?:stem|latexmath|asciimath)\b/.test(attributes);
    return this.takeTo(isFormula ? 'formula' : isQuote ? 'quote' : 'paragraph', to);
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
