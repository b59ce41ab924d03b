/** reStructuredText tables: drawn as a grid, ruled, or written as a list or comma-separated values. */
import type { Block } from '../block';
import { innerBlocks, type TextLines } from './text-lines';

/** The marks of reStructuredText: patterns of blocks, titles, and text without inline marks. */
export const rstBullet = /^[-*+•‣⁃](?:\s+|$)/;
export const rstEnumerator =
  /^(?:\((?:\d+|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+|#)\)|(?:\d+|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+|#)[.)])(?:\s+|$)/;
export const rstOption =
  /^(?:-\w|--[\w-]+|\/\w)(?:[ =]?[\w<>[\]-]+)?(?:, (?:-\w|--[\w-]+)(?:[ =][\w<>[\]-]+)?)*(?: {2,}|$)/;
export const rstField = /^:(?![: ])(?:[^:\\]|\\.|:(?! |$|`))+:(?: |$)/;
const rstDirective = /^\.\. +([a-zA-Z0-9][\w:.+-]*?) ?::(?:\s+(.*))?$/;
export const rstNote = /^\.\. +\[(\d+|#[\w.-]*|\*|[\p{L}\p{N}][\w.:-]*)\](?:\s|$)/u;
export const rstTarget = /^\.\. +(?:_|__:|\|[^|]+\|\s)/;
export const gridRule = /^\+(?:[-=]+\+)+$/;
export const simpleRule = /^=+(?:[ \t]+=+)+$/;

const adornment = /^([!-/:-@[-`{-~])\1*$/;
export const isAdornment = (text: string): boolean => adornment.test(text);

export interface RstTitle {
  readonly name: string;
  /** The character of the adornment, twice if there is an overline. */
  readonly style: string;
  readonly lines: number;
}

/** The title that begins on a line, if any. A short adornment counts only if it is as long as the title. */
export function rstTitleAt(lines: TextLines, line: number, end: number): RstTitle | undefined {
  const text = lines.at(line);
  if (lines.indent(line) > 0 || line + 1 >= end) return undefined;
  const next = lines.at(line + 1);
  if (isAdornment(text)) {
    if (line + 2 >= end || next === '' || lines.at(line + 2) !== text || lines.indent(line + 2) > 0) return undefined;
    if (text.length < Math.min(4, next.length)) return undefined;
    return { name: plainRst(next), style: text.charAt(0).repeat(2), lines: 3 };
  }
  if (!isAdornment(next) || lines.indent(line + 1) > 0 || next.length < Math.min(4, text.length)) return undefined;
  return { name: plainRst(text), style: next.charAt(0), lines: 2 };
}

/** A list item is followed by a blank, an indented or another marked line; `A. Einstein⏎was…` is text. */
export function isEnumerated(lines: TextLines, line: number, end: number): boolean {
  if (!rstEnumerator.test(lines.at(line))) return false;
  if (line + 1 >= end || lines.isBlank(line + 1) || lines.indent(line + 1) > lines.indent(line)) return true;
  return rstEnumerator.test(lines.at(line + 1));
}

/** Text without the marks of links, roles, literals and emphasis. */
export function plainRst(text: string): string {
  if (!/[`*|\\]/.test(text)) return text.trim();
  return text
    .replace(/(?::[\w:.+-]+:)?`([^`<]*?)\s*(?:<[^`>]*>)?`(?::[\w:.+-]+:|__?)?/g, (all, shown: string) => shown || all)
    .replace(/`/g, '')
    .replace(/(?<![\w*])(\*{1,2})(?=\S)([^*]+)(?<=\S)\1(?![\w*])/g, '$2')
    .replace(/(?<![\w|])\|([^|\s][^|]*)\|_?(?![\w|])/g, '$1')
    .replace(/\\\s/g, '')
    .replace(/\\(\S)/g, '$1')
    .trim();
}

interface FoundTable {
  readonly block: Block;
  /** The line after it. */
  readonly end: number;
}

/** A table whose rows begin at the lines `starts`; the first row includes the lines before it, the last one those after it. */
function rstTable(lines: TextLines, from: number, end: number, starts: readonly number[], header: number): Block {
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
function listTableRows(lines: TextLines, from: number, end: number): number[] {
  const first = lines.skipBlank(from, end);
  const starts: number[] = [];
  for (let line = first; line < end; line++) {
    if (!lines.isBlank(line) && lines.indent(line) <= lines.indent(first) && /^[*-]\s/.test(lines.at(line)))
      starts.push(line);
  }
  return starts;
}

/** `csv-table`: a quoted value may continue on the next line. */
function csvTableRows(lines: TextLines, from: number, end: number): number[] {
  const starts: number[] = [];
  let isQuoted = false;
  for (let line = from; line < end; line++) {
    if (!isQuoted && !lines.isBlank(line)) starts.push(line);
    if ((lines.at(line).split('"').length - 1) % 2 === 1) isQuoted = !isQuoted;
  }
  return starts;
}

/** Reads the directives of reStructuredText and Sphinx, which contain code, formulas, tables, text, or nothing to read. */

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const code = names(
  'code-block code sourcecode literalinclude parsed-literal prompt doctest testcode testoutput testsetup ipython jupyter-execute ' +
    'productionlist program-output command-output code-cell',
);
const markup = names(
  'image toctree include index contents raw highlight currentmodule module sectionauthor codeauthor meta role default-role title ' +
    'automodule autoclass autofunction automethod autosummary graphviz digraph graph inheritance-diagram plot kernel-doc unicode ' +
    'replace date target-notes sectnum section-numbering header footer tabularcolumns kernel-render tags py:module ' +
    'py:currentmodule c:namespace program testcleanup',
);
const callouts = names(
  'note warning attention caution danger error hint important tip admonition seealso todo topic sidebar container epigraph ' +
    'highlights pull-quote figure kernel-figure compound versionadded versionchanged deprecated deprecated-removed only centered ' +
    'availability impl-detail hlist details tab tabs dropdown rubric glossary versionremoved ifconfig',
);

/** Reads the blocks of `[from, to)`. */
type ReadBody = (from: number, to: number) => readonly Block[];

interface Directive {
  readonly lines: TextLines;
  readonly name: string;
  readonly argument: string;
  readonly line: number;
  /** The first line after the options and the blank line under them. */
  readonly content: number;
  /** The line after the directive. */
  readonly end: number;
}

/** @param end the line after the directive. */
export function directiveBlock(lines: TextLines, line: number, end: number, readBody: ReadBody): Block | undefined {
  const match = rstDirective.exec(lines.at(line));
  if (!match) return undefined;
  const [, name = '', argument = ''] = match;
  const content = contentLine(lines, line, end);
  const directive = { lines, name, argument, line, content, end };
  const whole = { start: lines.start(line), end: lines.start(end) };
  if (code.has(name)) return { kind: 'code', ...whole, ...codeParts(directive) };
  if (name === 'math') return { kind: 'formula', ...whole };
  if (/^(?:list-table|csv-table|table|flat-table)$/.test(name)) return { ...table(directive), ...whole };
  if (markup.has(name) || (content >= end && argument === '')) return { kind: 'markup', ...whole };
  return { ...textBlock(directive, readBody), ...whole };
}

function contentLine(lines: TextLines, line: number, end: number): number {
  let at = line + 1;
  while (at < end && rstField.test(lines.at(at))) {
    const indent = lines.indent(at++);
    while (at < end && !lines.isBlank(at) && lines.indent(at) > indent) at++;
  }
  return lines.skipBlank(at, end);
}

function optionValue({ lines, line, content }: Directive, name: string): string | undefined {
  for (let at = line + 1; at < content; at++) {
    const text = lines.at(at);
    if (text.startsWith(`:${name}:`)) return text.slice(name.length + 2).trim();
  }
  return undefined;
}

function codeParts(directive: Directive): Pick<Block, 'language' | 'content'> {
  const { lines, name, argument, content, end } = directive;
  const isNamed = name === 'code' || name === 'code-block' || name === 'sourcecode';
  const language = isNamed ? argument : optionValue(directive, 'language');
  return {
    ...(language && !/\s/.test(language) && { language }),
    ...(content < end && { content: { start: lines.start(content), end: lines.start(end) } }),
  };
}

function table(directive: Directive): Block {
  const { lines, name, argument, content, end } = directive;
  const caption = plainRst(argument);
  const named = caption ? { name: caption } : {};
  if (name === 'table') {
    const isGrid = gridRule.test(lines.at(content));
    if (!isGrid && !simpleRule.test(lines.at(content)))
      return { kind: 'markup', start: lines.start(content), end: lines.start(end), ...named };
    return { ...(isGrid ? gridTable : simpleTable)(lines, content, end).block, ...named };
  }
  const starts = (name === 'csv-table' ? csvTableRows : listTableRows)(lines, content, end);
  const headers = Number(optionValue(directive, 'header-rows') ?? 0) || 0;
  const header = headers > 0 ? (starts[headers] ?? end) : content;
  return { ...rstTable(lines, content, end, starts, header), ...named };
}

/** A callout is a quote; other directives (`function`, `option`, `describe`…) are definitions. */
function textBlock({ lines, name, argument, line, content, end }: Directive, readBody: ReadBody): Block {
  const start = lines.start(line);
  const shown = plainRst(argument);
  let head = content;
  // Without a blank line, the text of the first line continues.
  if (argument && content === line + 1) while (head < end && !lines.isBlank(head)) head++;
  const first: Block = {
    kind: argument ? 'paragraph' : 'markup',
    start,
    end: lines.start(lines.trimBlank(line, head)),
  };
  // Read last, because reading moves the beginnings of lines.
  const body = head < end ? readBody(head, end) : [];
  const inner = body.length > 0 ? innerBlocks([first, ...body]) : {};
  if (callouts.has(name)) return { kind: 'quote', start, end: lines.start(end), ...inner };
  return { kind: 'definition', start, end: lines.start(end), ...(shown && { name: shown }), ...inner };
}
