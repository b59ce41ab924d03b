/** Lists of AsciiDoc: which list an item belongs to is told by its marker, what belongs to the item by `+`. */

import type { Block } from '../block';
import * as marks from './asciidoc-marks';
import type { Lines } from './text-lines';
import { deepest, inner } from './text-sections';

/** Reads the block that begins on a line; says where it ends. */
export type ReadBlock = (
  line: number,
  end: number,
  depth: number,
) => { readonly blocks: readonly Block[]; readonly end: number };

interface Found {
  readonly blocks: readonly Block[];
  readonly end: number;
}

/** The list a line's marker belongs to; `undefined` where the line begins no item. */
export function listKey(lines: Lines, line: number): string | undefined {
  const text = lines.at(line);
  const item = marks.item.exec(text);
  if (item) return item[1] ?? (item[3] ? '<>' : (item[2]?.replace(/^(?:\d+|[a-zA-Z])/, '1') ?? ''));
  return marks.term.exec(text)?.[2];
}

/** A list of items, or the definitions of a list of terms. */
export function readList(
  lines: Lines,
  from: number,
  end: number,
  outer: readonly string[],
  readBlock: ReadBlock,
  depth: number,
): Found {
  const start = lines.start(from);
  const key = listKey(lines, from) ?? '';
  const open = [...outer, key];
  const items: Block[] = [];
  let line = from;
  while (line < end && listKey(lines, line) === key) {
    const item = readItem(lines, line, end, open, readBlock, depth);
    items.push(item.block);
    line = lines.skipBlank(item.end, end);
  }
  const last = items.at(-1)?.end ?? start;
  const blocks: Block[] = /^[:;]/.test(key) ? items : [{ kind: 'list', start, end: last, blocks: items }];
  return { blocks, end: line };
}

function readItem(
  lines: Lines,
  from: number,
  end: number,
  open: readonly string[],
  readBlock: ReadBlock,
  depth: number,
): { readonly block: Block; readonly end: number } {
  const start = lines.start(from);
  const text = lines.at(from);
  const term = marks.item.test(text) ? undefined : marks.term.exec(text);
  const marker = (term ?? marks.item.exec(text))?.[0].length ?? 0;
  const blocks: Block[] = [];
  const name = term ? marks.plain(term[1] ?? '') : '';
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
      ...(isWhole ? inner(blocks) : {}),
    },
    end: body,
  };
}

/** What follows the first text of an item (of a bare term, if there is none) and still belongs to it; returns the line behind. */
function readAttached(
  lines: Lines,
  from: number,
  end: number,
  open: readonly string[],
  readBlock: ReadBlock,
  depth: number,
  blocks: Block[],
  isBare: boolean,
): number {
  let line = from;
  const take = (found: Found): void => {
    blocks.push(...found.blocks);
    line = Math.max(found.end, line + 1);
  };
  while (line < end) {
    const next = lines.skipBlank(line, end);
    if (next >= end) return line;
    const text = lines.at(next);
    const key = listKey(lines, next);
    if (text === '+') {
      const attached = lines.skipBlank(next + 1, end);
      line = attached;
      if (attached < end && depth < deepest) take(readBlock(attached, end, depth + 1));
    } else if (key !== undefined) {
      if (open.includes(key) || open.length >= deepest) return line;
      take(readList(lines, next, end, open, readBlock, depth));
    } else if (marks.invisible.test(text)) line = next + 1;
    else if (depth >= deepest || marks.titleAt(lines, next, end)) return line;
    else if (isBare && blocks.length === 1) take(underTerm(lines, next, end, readBlock, depth));
    else if (lines.indent(next) > 0) take(textAs('code', lines, next, end));
    else return line;
  }
  return line;
}

/** A term without text on its line is explained by what follows, indented or not. */
function underTerm(lines: Lines, line: number, end: number, readBlock: ReadBlock, depth: number): Found {
  const text = lines.at(line);
  const isBlock = marks.delimiter.test(text) || marks.blockAttributes.test(text);
  return isBlock ? readBlock(line, end, depth + 1) : textAs('paragraph', lines, line, end);
}

function textAs(kind: 'paragraph' | 'code', lines: Lines, line: number, end: number): Found {
  const to = textEnd(lines, line, end);
  return { blocks: [{ kind, start: lines.start(line), end: lines.start(to) }], end: to };
}

/** The line behind a text: a blank one, an item, a block or `+` ends it. */
function textEnd(lines: Lines, from: number, end: number): number {
  let line = from + 1;
  while (line < end && !lines.isBlank(line) && listKey(lines, line) === undefined) {
    const text = lines.at(line);
    if (text === '+' || marks.delimiter.test(text) || marks.blockAttributes.test(text)) break;
    line++;
  }
  return line;
}
