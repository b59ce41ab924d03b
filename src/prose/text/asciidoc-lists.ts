/** AsciiDoc lists: the marker of an item decides which list it belongs to, and `+` attaches blocks to an item. */
import type { Block } from '../block';
import { innerBlocks, maxBlockDepth, type TextLines } from './text-lines';

/** A title on one line: `== Title`; `##` is accepted too. */
const title = /^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+\1)?$/;
/** The characters of underlines, by level of the title. */
const underlines = '=-~^+';

/** The marks of AsciiDoc: patterns of lines, titles, and text without inline marks. */
export const attributeEntry = /^:!?[\w][\w -]*!?:(?:\s|$)/;
/** `[source,java]`, `[[anchor]]`, `[NOTE]`. */
export const blockAttributes = /^\[(?:[^\]]*|\[[^\]]*\])\]$/;
export const blockTitle = /^\.[^\s.].*$/;
/** Single-line blocks: macros, conditions, includes, rules, breaks. */
export const blockMacro = /^(?:[a-zA-Z][\w-]*::\S*\[.*\]|'{3,}|<{3,}|\*{3}|-{3}|\*( )\*\1\*)$/;
/** Conditions and comments may be inside any block. */
export const conditionOrComment = /^(?:(?:ifdef|ifndef|ifeval|endif|include)::|\/\/(?!\/)|\/\/$)/;
export const blockDelimiter = /^(?:-{4,}|={4,}|\.{4,}|\+{4,}|\*{4,}|_{4,}|\/{4,}|--|`{3,}.*|[|,:!]={3,})$/;
const listItemMarker = /^(?:(\*{1,6}|-)|(\.{1,6}|\d+[.)]|[a-zA-Z]\.)|(<(?:\d+|\.)>))\s+(?=\S)/;
/** `term::`; the definition may follow on the same line. */
const definitionTerm = /^(?!\/\/)(\S.*?)(:{2,4}|;;)(?:\s+(?=\S)|$)/;

type AsciidocTitle = { readonly name: string; readonly level: number; readonly lines: number };

export function asciidocTitleAt(lines: TextLines, line: number, end: number): AsciidocTitle | undefined {
  const text = lines.at(line);
  if (lines.start(line) !== lines.first(line)) return undefined;
  const match = title.exec(text);
  if (match) return { name: plainAsciidoc(match[2] ?? ''), level: (match[1]?.length ?? 1) - 1, lines: 1 };
  if (line + 1 >= end || !/[\p{L}\p{N}]/u.test(text) || blockDelimiter.test(text) || blockAttributes.test(text))
    return undefined;
  return underlined(text, lines.at(line + 1));
}

/** An underline is about as long as its title; a block delimiter has that length only by chance. */
function underlined(text: string, next: string): AsciidocTitle | undefined {
  const level = underlines.indexOf(next.charAt(0));
  if (level < 0 || next.length < 2 || Math.abs(next.length - text.length) > 2) return undefined;
  if (next !== next.charAt(0).repeat(next.length) || blockTitle.test(text) || listItemMarker.test(text))
    return undefined;
  return { name: plainAsciidoc(text), level, lines: 2 };
}

/** Text without the marks of links, anchors, literals and emphasis. */
export function plainAsciidoc(text: string): string {
  return text
    .replace(/\[\[[^\]]*\]\]|\(\(\(?[^)]*\)?\)\)/g, '')
    .replace(/<<[^,>]*,\s*([^>]*)>>|<<([^>]*)>>/g, (_, shown?: string, id?: string) => shown ?? id ?? '')
    .replace(
      /\b(?:link|xref|mailto|https?):\S*?\[([^\]]*)\]/g,
      (all, shown: string) => shown || all.replace(/\[.*/, ''),
    )
    .replace(/\[[^\]\s]*\](?=[#*_`])/g, '')
    .replace(/(?<![\w])([*_`+#]{1,2})(?=\S)(.+?)(?<=\S)\1(?![\w])/g, '$2')
    .trim();
}

type FoundBlocks = { readonly blocks: readonly Block[]; readonly end: number };

/** Reads the block that begins on a line; `end` is the line after it. */
type ReadAsciidocBlock = (line: number, end: number, depth: number) => FoundBlocks;

/** Identifies the list that a line's marker belongs to; undefined if the line does not begin an item. */
export function asciidocListKey(lines: TextLines, line: number): string | undefined {
  const text = lines.at(line);
  const item = listItemMarker.exec(text);
  if (item) return item[1] ?? (item[3] ? '<>' : (item[2]?.replace(/^(?:\d+|[a-zA-Z])/, '1') ?? ''));
  return definitionTerm.exec(text)?.[2];
}

/** The lines that are read: up to `end`, inside `depth` other blocks and the lists with the keys of `open`. */
type ListPlace = { readonly end: number; readonly depth: number; readonly open: readonly string[] };

export class AsciidocLists {
  constructor(
    private readonly lines: TextLines,
    private readonly readBlock: ReadAsciidocBlock,
  ) {}

  /** Reads a list of items, or the definitions of a list of terms. */
  read(from: number, { end, depth, open: outer }: ListPlace): FoundBlocks {
    const { lines } = this;
    const start = lines.start(from);
    const key = asciidocListKey(lines, from) ?? '';
    const items: Block[] = [];
    let line = from;
    while (line < end && asciidocListKey(lines, line) === key) {
      const item = this.item(line, { end, depth, open: [...outer, key] });
      items.push(item.block);
      line = lines.skipBlank(item.end, end);
    }
    const last = items.at(-1)?.end ?? start;
    const blocks: Block[] = /^[:;]/.test(key) ? items : [{ kind: 'list', start, end: last, blocks: items }];
    return { blocks, end: line };
  }

  private item(from: number, place: ListPlace): { readonly block: Block; readonly end: number } {
    const { lines } = this;
    const start = lines.start(from);
    const text = lines.at(from);
    const term = listItemMarker.test(text) ? undefined : definitionTerm.exec(text);
    const marker = (term ?? listItemMarker.exec(text))?.[0].length ?? 0;
    const blocks: Block[] = [];
    const name = term ? plainAsciidoc(term[1] ?? '') : '';
    if (term) blocks.push({ kind: 'paragraph', start, end: lines.first(from) + marker });
    let line = from;
    lines.enter(from, lines.first(from) + marker);
    const isBare = term != null && lines.isBlank(from);
    if (lines.isBlank(from)) line++;
    else {
      line = textEnd(lines, from, place.end);
      blocks.push({ kind: 'paragraph', start: lines.start(from), end: lines.start(line) });
    }
    const body = this.attached(line, place, blocks, isBare);
    const last = Math.max(blocks.at(-1)?.end ?? 0, lines.start(Math.max(line, from + 1)));
    const inner = !term || blocks.length > 1 ? innerBlocks(blocks) : {};
    const kind = term ? 'definition' : 'item';
    return { block: { kind, start, end: last, ...(name ? { name } : {}), ...inner }, end: body };
  }

  /** Reads what follows the first text of an item (or a term without text) and still belongs to it. Returns the line after it. */
  private attached(from: number, place: ListPlace, blocks: Block[], isBare: boolean): number {
    const { lines } = this;
    const { end, depth, open } = place;
    let line = from;
    const take = (found: FoundBlocks): void => {
      blocks.push(...found.blocks);
      line = Math.max(found.end, line + 1);
    };
    while (line < end) {
      const next = lines.skipBlank(line, end);
      if (next >= end) return line;
      const text = lines.at(next);
      const key = asciidocListKey(lines, next);
      if (text === '+') {
        const attached = lines.skipBlank(next + 1, end);
        line = attached;
        if (attached < end && depth < maxBlockDepth) take(this.readBlock(attached, end, depth + 1));
      } else if (key !== undefined) {
        if (open.includes(key) || open.length >= maxBlockDepth) return line;
        take(this.read(next, place));
      } else if (conditionOrComment.test(text)) line = next + 1;
      else if (depth >= maxBlockDepth || asciidocTitleAt(lines, next, end)) return line;
      else if (isBare && blocks.length === 1) {
        // A term without text on its line is explained by the text that follows, indented or not.
        const isBlock = blockDelimiter.test(text) || blockAttributes.test(text);
        take(isBlock ? this.readBlock(next, end, depth + 1) : textAs('paragraph', lines, next, end));
      } else if (lines.indent(next) > 0) take(textAs('code', lines, next, end));
      else return line;
    }
    return line;
  }
}

function textAs(kind: 'paragraph' | 'code', lines: TextLines, line: number, end: number): FoundBlocks {
  const to = textEnd(lines, line, end);
  return { blocks: [{ kind, start: lines.start(line), end: lines.start(to) }], end: to };
}

/** The line after a text: a blank line, an item, a block or `+` ends it. */
function textEnd(lines: TextLines, from: number, end: number): number {
  let line = from + 1;
  while (line < end && !lines.isBlank(line) && asciidocListKey(lines, line) === undefined) {
    const text = lines.at(line);
    if (text === '+' || blockDelimiter.test(text) || blockAttributes.test(text)) break;
    line++;
  }
  return line;
}

/** Counts the cells on a line: each `|` without a backslash before it begins a cell; `2*|` counts as two. */
function cellsOn(text: string, separator: string): number {
  let cells = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
    if (text[at - 1] === '\\') continue;
    cells += Number(/(\d+)[*+]$/.exec(text.slice(Math.max(0, at - 4), at))?.[1] ?? 1);
  }
  return cells;
}

/** `cols="1,2a"`, `cols=3*`. */
function columns(attributes: string): number | undefined {
  const cols = /cols\s*=\s*(?:"([^"]*)"|'([^']*)'|([^,\]]+))/.exec(attributes);
  const list = cols?.[1] ?? cols?.[2] ?? cols?.[3];
  if (!list) return undefined;
  let count = 0;
  for (const column of list.split(/[,;]/)) count += Number(/^\s*(\d+)\*/.exec(column)?.[1] ?? 1);
  return count;
}

/** The first line of each row: a row begins on a line where the cells of the rows before it are complete. */
function rowStarts(
  lines: TextLines,
  from: number,
  to: number,
  separator: string,
  columnCount: number | undefined,
): number[] {
  const starts: number[] = [];
  let width = columnCount;
  let cells = 0;
  for (let line = from; line < to; line++) {
    if (lines.isBlank(line)) continue;
    const found = separator === ',' || separator === ':' ? 1 : cellsOn(lines.at(line), separator);
    if (found > 0 && (width === undefined || cells % width === 0)) starts.push(line);
    cells += found;
    if (width === undefined && found > 0) width = separator === ',' || separator === ':' ? 1 : found;
  }
  return starts;
}

/**
 * @param open the line of the opening delimiter.
 * @param close the line of the closing one, or the end of the text.
 * @param end the line after the table.
 *
 * AsciiDoc tables.
 */
export function asciidocTable(lines: TextLines, open: number, close: number, end: number, attributes: string): Block {
  const separator = /separator\s*=\s*"?([^",\]]+)/.exec(attributes)?.[1] ?? lines.at(open).charAt(0);
  const starts = rowStarts(lines, open + 1, close, separator, columns(attributes));
  const rows = starts.map((line, index): Block => {
    const until = starts[index + 1] ?? close;
    return { kind: 'row', start: lines.start(line), end: lines.start(lines.trimBlank(line, until)) };
  });
  const second = starts[1];
  // A first row followed by a blank line is the header, unless there is a blank line before it.
  const isImplied = starts[0] === open + 1 && second !== undefined && lines.isBlank(second - 1);
  const hasHeader =
    /%header|options\s*=\s*"?[^"\]]*header/.test(attributes) || (isImplied && !/noheader/.test(attributes));
  return {
    kind: 'table',
    start: lines.start(open),
    end: lines.start(end),
    ...(hasHeader && second !== undefined ? { headerEnd: lines.start(second) } : {}),
    ...(rows.length > 0 ? { blocks: rows } : {}),
  };
}
