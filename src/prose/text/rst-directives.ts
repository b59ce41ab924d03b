/** Reads the directives of reStructuredText and Sphinx, which contain code, formulas, tables, text, or nothing to read. */
import type { Block } from '../block';
import {
  csvTableRows,
  gridRule,
  gridTable,
  listTableRows,
  plainRst,
  rstDirective,
  rstField,
  rstTable,
  simpleRule,
  simpleTable,
} from './rst-tables';
import { innerBlocks, type TextLines } from './text-lines';

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

/** @param end the line after the directive. */
export function directiveBlock(lines: TextLines, line: number, end: number, readBody: ReadBody): Block | undefined {
  const match = rstDirective.exec(lines.at(line));
  if (!match) return undefined;
  const [, name = '', argument = ''] = match;
  const whole = { start: lines.start(line), end: lines.start(end) };
  const content = contentLine(lines, line, end);
  if (code.has(name)) return { kind: 'code', ...whole, ...codeParts(lines, argument, line, content, end, name) };
  if (name === 'math') return { kind: 'formula', ...whole };
  if (/^(?:list-table|csv-table|table|flat-table)$/.test(name)) return table(lines, name, argument, line, content, end);
  if (markup.has(name) || (content >= end && argument === '')) return { kind: 'markup', ...whole };
  return textBlock(lines, callouts.has(name), argument, { line, content, end }, readBody);
}

/** The first line after the options and the blank line under them. */
function contentLine(lines: TextLines, line: number, end: number): number {
  let at = line + 1;
  while (at < end && rstField.test(lines.at(at))) {
    const indent = lines.indent(at++);
    while (at < end && !lines.isBlank(at) && lines.indent(at) > indent) at++;
  }
  return lines.skipBlank(at, end);
}

function optionValue(lines: TextLines, line: number, content: number, name: string): string | undefined {
  for (let at = line + 1; at < content; at++) {
    const text = lines.at(at);
    if (text.startsWith(`:${name}:`)) return text.slice(name.length + 2).trim();
  }
  return undefined;
}

function codeParts(
  lines: TextLines,
  argument: string,
  line: number,
  content: number,
  end: number,
  name: string,
): Pick<Block, 'language' | 'content'> {
  const isNamed = name === 'code' || name === 'code-block' || name === 'sourcecode';
  const language = isNamed ? argument : optionValue(lines, line, content, 'language');
  return {
    ...(language && !/\s/.test(language) ? { language } : {}),
    ...(content < end ? { content: { start: lines.start(content), end: lines.start(end) } } : {}),
  };
}

function table(lines: TextLines, name: string, argument: string, line: number, content: number, end: number): Block {
  const caption = plainRst(argument);
  const named = { ...(caption ? { name: caption } : {}), start: lines.start(line), end: lines.start(end) };
  if (name === 'table') {
    const isGrid = gridRule.test(lines.at(content));
    if (!isGrid && !simpleRule.test(lines.at(content))) return { kind: 'markup', ...named };
    return { ...(isGrid ? gridTable : simpleTable)(lines, content, end).block, ...named };
  }
  const starts = (name === 'csv-table' ? csvTableRows : listTableRows)(lines, content, end);
  const headers = Number(optionValue(lines, line, content, 'header-rows') ?? 0) || 0;
  const header = headers > 0 ? (starts[headers] ?? end) : content;
  return { ...rstTable(lines, content, end, starts, header), ...named };
}

/** A callout is a quote; other directives (`function`, `option`, `describe`…) are definitions. */
function textBlock(
  lines: TextLines,
  isCallout: boolean,
  argument: string,
  at: { readonly line: number; readonly content: number; readonly end: number },
  readBody: ReadBody,
): Block {
  const { line, content, end } = at;
  const start = lines.start(line);
  const name = plainRst(argument);
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
  return {
    kind: isCallout ? 'quote' : 'definition',
    start,
    end: lines.start(end),
    ...(!isCallout && name ? { name } : {}),
    ...(body.length > 0 ? innerBlocks([first, ...body]) : {}),
  };
}
