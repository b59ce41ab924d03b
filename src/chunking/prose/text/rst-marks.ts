/** How reStructuredText marks what: the patterns of its blocks, and titles without inline marks. */
import type { Lines } from './text-lines';

export const bullet = /^[-*+•‣⁃](?:\s+|$)/;
export const enumerator =
  /^(?:\((?:\d+|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+|#)\)|(?:\d+|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+|#)[.)])(?:\s+|$)/;
export const option =
  /^(?:-\w|--[\w-]+|\/\w)(?:[ =]?[\w<>[\]-]+)?(?:, (?:-\w|--[\w-]+)(?:[ =][\w<>[\]-]+)?)*(?: {2,}|$)/;
export const field = /^:(?![: ])(?:[^:\\]|\\.|:(?! |$|`))+:(?: |$)/;
export const directive = /^\.\. +([a-zA-Z0-9][\w:.+-]*?) ?::(?:\s+(.*))?$/;
export const note = /^\.\. +\[(\d+|#[\w.-]*|\*|[\p{L}\p{N}][\w.:-]*)\](?:\s|$)/u;
export const target = /^\.\. +(?:_|__:|\|[^|]+\|\s)/;
export const gridRule = /^\+(?:[-=]+\+)+$/;
export const simpleRule = /^=+(?:[ \t]+=+)+$/;

const adornment = /^([!-/:-@[-`{-~])\1*$/;
export const isAdornment = (text: string): boolean => adornment.test(text);

export interface Title {
  readonly name: string;
  /** Which adornment: its character, twice where there is an overline. */
  readonly style: string;
  readonly lines: number;
}

/** The title that begins on a line, if one does. Short adornments count only where they are as long as the title. */
export function titleAt(lines: Lines, line: number, end: number): Title | undefined {
  const text = lines.at(line);
  if (lines.indent(line) > 0 || line + 1 >= end) return undefined;
  const next = lines.at(line + 1);
  if (isAdornment(text)) {
    if (line + 2 >= end || next === '' || lines.at(line + 2) !== text || lines.indent(line + 2) > 0) return undefined;
    if (text.length < Math.min(4, next.length)) return undefined;
    return { name: plain(next), style: text.charAt(0).repeat(2), lines: 3 };
  }
  if (!isAdornment(next) || lines.indent(line + 1) > 0 || next.length < Math.min(4, text.length)) return undefined;
  return { name: plain(text), style: next.charAt(0), lines: 2 };
}

/** A list item goes on with a blank, an indented or another marked line; `A. Einstein⏎was…` is text. */
export function isEnumerated(lines: Lines, line: number, end: number): boolean {
  if (!enumerator.test(lines.at(line))) return false;
  if (line + 1 >= end || lines.isBlank(line + 1) || lines.indent(line + 1) > lines.indent(line)) return true;
  return enumerator.test(lines.at(line + 1));
}

/** Text without the marks of links, roles, literals and emphasis. */
export function plain(text: string): string {
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
