/** reStructuredText tables: drawn as a grid, ruled, or written as a list or comma-separated values. */
import type { Block } from '../block';
import { gridRule, rstTitleAt, simpleRule } from './rst-marks';
import type { TextLines } from './text-lines';

interface FoundTable {
  readonly block: Block;
  /** The line after it. */
  readonly end: number;
}

/** A table whose rows begin at the lines `starts`; the first row includes the lines before it, the last one those after it. */
export function rstTable(
  lines: TextLines,
  from: number,
  end: number,
  starts: readonly number[],
  header: number,
): Block {
  const rows = starts.map((start, index): Block => {
    const first = index === 0 ? from : start;
    return { kind: 'row', start: lines.start(first), end: lines.start(starts[index + 1] ?? end) };
  });
  return {
    kind: 'table',
    start: lines.start(from),
    end: lines.start(end),
    ...(header > from ? { headerEnd: lines.start(header) } : {}),
    ...(rows.length > 0 ? { blocks: rows } : {}),
  };
}

export function gridTable(lines: TextLines, from: number, to: number): FoundTable {
  let end = from;
  let header = from;
  const starts: number[] = [];
  for (; end < to && /^[+|]/.test(lines.at(end)); end++) {
    if (!gridRule.test(lines.at(end))) continue;
    if (lines.at(end).startsWith('+=')) header = end + 1;
    starts.push(end + 1);
  }
  // The last rule closes the last row.
  return {
    block: rstTable(
      lines,
      from,
      end,
      starts.filter((start) => start < end),
      header,
    ),
    end,
  };
}

export function simpleTable(lines: TextLines, from: number, to: number): FoundTable {
  const rules = [from];
  let end = from + 1;
  for (; end < to; end++) {
    // An unclosed table ends before the next section at the latest.
    if (lines.isBlank(end - 1) && rstTitleAt(lines, end, to)) break;
    if (!simpleRule.test(lines.at(end))) continue;
    rules.push(end);
    if (rules.length === 3 || end + 1 >= to || lines.isBlank(end + 1)) break;
  }
  if (rules.length === 1) {
    // A table that is never closed: the lines up to a blank one are markup.
    for (end = from + 1; end < to && !lines.isBlank(end); ) end++;
    return { block: { kind: 'markup', start: lines.start(from), end: lines.start(end) }, end };
  }
  const isClosed = end < to && rules.at(-1) === end;
  const behind = isClosed ? end + 1 : lines.trimBlank(from, end);
  const header = rules.length === 3 ? (rules[1] ?? from) + 1 : from;
  const starts: number[] = [];
  const left = lines.indent(from);
  for (let line = from + 1; line < behind; line++) {
    const isRule = /^[-=][-= ]*$/.test(lines.at(line)) && lines.at(line).length > 2;
    if (!lines.isBlank(line) && lines.indent(line) <= left && !isRule) starts.push(line);
  }
  return { block: rstTable(lines, from, behind, starts, header), end: behind };
}

/** `list-table`: each outer item is a row. */
export function listTableRows(lines: TextLines, from: number, end: number): number[] {
  const first = lines.skipBlank(from, end);
  const starts: number[] = [];
  for (let line = first; line < end; line++) {
    if (!lines.isBlank(line) && lines.indent(line) <= lines.indent(first) && /^[*-]\s/.test(lines.at(line)))
      starts.push(line);
  }
  return starts;
}

/** `csv-table`: a quoted value may continue on the next line. */
export function csvTableRows(lines: TextLines, from: number, end: number): number[] {
  const starts: number[] = [];
  let isQuoted = false;
  for (let line = from; line < end; line++) {
    if (!isQuoted && !lines.isBlank(line)) starts.push(line);
    if ((lines.at(line).split('"').length - 1) % 2 === 1) isQuoted = !isQuoted;
  }
  return starts;
}
