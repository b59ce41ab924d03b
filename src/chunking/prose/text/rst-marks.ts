/** The marks of reStructuredText: patterns of blocks, titles, and text without inline marks. */
import type { TextLines } from './text-lines';

export const rstBullet = /^[-*+•‣⁃](?:\s+|$)/;
export const rstEnumerator =
  /^(?:\((?:\d+|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+|#)\)|(?:\d+|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+|#)[.)])(?:\s+|$)/;
export const rstOption =
  /^(?:-\w|--[\w-]+|\/\w)(?:[ =]?[\w<>[\]-]+)?(?:, (?:-\w|--[\w-]+)(?:[ =][\w<>[\]-]+)?)*(?: {2,}|$)/;
export const rstField = /^:(?![: ])(?:[^:\\]|\\.|:(?! |$|`))+:(?: |$)/;
export const rstDirective = /^\.\. +([a-zA-Z0-9][\w:.+-]*?) ?::(?:\s+(.*))?$/;
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
