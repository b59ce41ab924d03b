/** AsciiDoc lists: the marker of an item decides which list it belongs to, and `+` attaches blocks to an item. */

import type { Block } from '../block';
import {
  asciidocTitleAt,
  blockAttributes,
  blockDelimiter,
  conditionOrComment,
  definitionTerm,
  listItemMarker,
  plainAsciidoc,
} from './asciidoc-marks';
import { innerBlocks, maxBlockDepth } from './flat-blocks';
import type { TextLines } from './text-lines';

/** Reads the block that begins on a line; `end` is the line after it. */
export type ReadAsciidocBlock = (
  line: number,
  end: number,
  depth: number,
) => { readonly blocks: readonly Block[]; readonly end: number };

interface FoundBlocks {
  readonly blocks: readonly Block[];
  readonly end: number;
}

/** Identifies the list that a line's marker belongs to; undefined if the line does not begin an item. */
export function asciidocListKey(lines: TextLines, line: number): string | undefined {
  const text = lines.at(line);
  const item = listItemMarker.exec(text);
  if (item) return item[1] ?? (item[3] ? '<>' : (item[2]?.replace(/^(?:\d+|[a-zA-Z])/, '1') ?? ''));
  return definitionTerm.exec(text)?.[2];
}

/** Reads a list of items, or the definitions of a list of terms. */
export function readAsciidocList(
  lines: TextLines,
  from: number,
  end: number,
  outer: readonly string[],
  readBlock: ReadAsciidocBlock,
  depth: number,
): FoundBlocks {
  const start = lines.start(from);
  const key = asciidocListKey(lines, from) ?? '';
  const open = [...outer, key];
  const items: Block[] = [];
  let line = from;
  while (line < end && asciidocListKey(lines, line) === key) {
    const item = readItem(lines, line, end, open, readBlock, depth);
    items.push(item.block);
    line = lines.skipBlank(item.end, end);
  }
  const last = items.at(-1)?.end ?? start;
  const blocks: Block[] = /^[:;]/.test(key) ? items : [{ kind: 'list', start, end: last, blocks: items }];
  return { blocks, end: line };
}

function readItem(
  lines: TextLines,
  from: number,
  end: number,
  open: readonly string[],
  readBlock: ReadAsciidocBlock,
  depth: number,
): { readonly block: Block; readonly end: number } {
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
    line = textEnd(lines, from, end);
    blocks.push({ kind: 'paragraph', start: lines.start(from), end: lines.start(line) });
  }
  const body = readAttached(lines, line, end, open, readBlock, depth, blocks, isBare);
  const last = Math.max(blocks.at(-1)?.end ?? 0, lines.start(Math.max(line, from + 1)));
  const isWhole = term ? blocks.length > 1 : true;
  return {
    block: {
      kind: term ? 'definition' : 'item',
      start,
      end: last,
      ...(name ? { name } : {}),
      ...(isWhole ? innerBlocks(blocks) : {}),
    },
    end: body,
  };
}

/** Reads what follows the first text of an item (or a term without text) and still belongs to it. Returns the line after it. */
function readAttached(
  lines: TextLines,
  from: number,
  end: number,
  open: readonly string[],
  readBlock: ReadAsciidocBlock,
  depth: number,
  blocks: Block[],
  isBare: boolean,
): number {
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
      if (attached < end && depth < maxBlockDepth) take(readBlock(attached, end, depth + 1));
    } else if (key !== undefined) {
      if (open.includes(key) || open.length >= maxBlockDepth) return line;
      take(readAsciidocList(lines, next, end, open, readBlock, depth));
    } else if (conditionOrComment.test(text)) line = next + 1;
    else if (depth >= maxBlockDepth || asciidocTitleAt(lines, next, end)) return line;
    else if (isBare && blocks.length === 1) take(underTerm(lines, next, end, readBlock, depth));
    else if (lines.indent(next) > 0) take(textAs('code', lines, next, end));
    else return line;
  }
  return line;
}

/** A term without text on its line is explained by the text that follows, indented or not. */
function underTerm(
  lines: TextLines,
  line: number,
  end: number,
  readBlock: ReadAsciidocBlock,
  depth: number,
): FoundBlocks {
  const text = lines.at(line);
  const isBlock = blockDelimiter.test(text) || blockAttributes.test(text);
  return isBlock ? readBlock(line, end, depth + 1) : textAs('paragraph', lines, line, end);
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
