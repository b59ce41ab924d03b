/** AsciiDoc tables. */
import type { Block } from '../block';
import type { TextLines } from './text-lines';

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
