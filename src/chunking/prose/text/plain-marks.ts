/** Recognises lines of plain text: headings, list items, rules, code, drawings. */
import type { TextLines } from './text-lines';

export const plainListMarker = /^(?:[-*+•‣◦▪–]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])\s+(?=\S)/;
const underline = /^([=\-~^*#_+])\1{2,}$/;
export const plainRule = /^(?:([=\-~*_#+.])\1{4,}|(?:[-*_] ){2,}[-*_])$/;
/** `1.2 Title`, `3. Title`, `IV. Title`, `A.1 Title`, `Chapter 3`, `§ 4`. */
const numbered =
  /^(?:\d{1,2}(?:\.\d{1,3})*\.?|[A-Z](?:\.\d{1,3})+\.?|[IVX]{1,5}\.|(?:Chapter|Section|Appendix|Part|Article) [\dIVXA-Z.]+[.:]?|§ ?\d+)\s+(?=\p{Lu})/u;
const sentenceEnd = /[.,;:!?]$/;
/** A line of code: it begins or ends in a way that text does not. */
const codeLine =
  /[;{}]$|^(?:[$%>#] |#include|import |from \w+ import|def |class |function |const |let |var |return |if \(|for \(|<\/?\w|[\w.]+\(.*\)$|[\w.-]+\s*[:=]{1,2}=?\s*\S+$)/;

interface PlainTitle {
  readonly name: string;
  readonly level: number;
  readonly lines: number;
}

/** The title on a line after a blank one. Levels: underlined by `=`, `#` or `*` 0, by others 1, capitals 2, numbered titles by their numbers. */
export function plainTitleAt(lines: TextLines, line: number, end: number): PlainTitle | undefined {
  const text = lines.at(line);
  if (text.length > 100 || !/\p{L}/u.test(text) || plainListMarker.test(text)) {
    return numbered.test(text) ? numberedTitle(lines, line, end) : undefined;
  }
  const next = line + 1 < end ? lines.at(line + 1) : '';
  if (underline.test(next) && Math.abs(next.length - text.length) <= 4 + text.length / 4) {
    return { name: text, level: /^[=#*]/.test(next) ? 0 : 1, lines: 2 };
  }
  return numberedTitle(lines, line, end) ?? capitals(lines, line, end) ?? centered(lines, line, end);
}

/** True if the line is short, not a sentence, and followed by a blank line. */
function isAlone(lines: TextLines, line: number, end: number): boolean {
  const text = lines.at(line);
  return text.length <= 80 && !sentenceEnd.test(text) && (line + 1 >= end || lines.isBlank(line + 1));
}

function numberedTitle(lines: TextLines, line: number, end: number): PlainTitle | undefined {
  const text = lines.at(line);
  const match = numbered.exec(text);
  // A short line such as `4. Terms.` is a title too.
  const isShort = text.length <= 50 && text.split(' ').length <= 7 && text.endsWith('.') && lines.isBlank(line + 1);
  if (!match || !(isShort || isAlone(lines, line, end))) return undefined;
  // One of several numbered items in a row is not a title.
  const after = lines.skipBlank(line + 1, end);
  if (/^\d+\.?\s$/.test(match[0]) && after < end && numbered.test(lines.at(after)) && !/^\d+\.\d/.test(lines.at(after)))
    return undefined;
  const isNamed = /^(?:\p{L}{4}|§)/u.test(match[0]);
  return { name: text, level: isNamed ? 2 : 2 + (match[0].match(/\w+/g)?.length ?? 1), lines: 1 };
}

function capitals(lines: TextLines, line: number, end: number): PlainTitle | undefined {
  const text = lines.at(line);
  if (text.length > 60 || text !== text.toUpperCase() || !/\p{Lu}{3}/u.test(text) || /[=<>{}|$;]/.test(text))
    return undefined;
  const isFollowed = line + 1 < end && !lines.isBlank(line + 1) && lines.indent(line + 1) > lines.indent(line);
  return isFollowed || isAlone(lines, line, end) ? { name: text.replace(/:$/, ''), level: 2, lines: 1 } : undefined;
}

/** A line that is alone and far to the right of the text that follows. */
function centered(lines: TextLines, line: number, end: number): PlainTitle | undefined {
  const next = lines.skipBlank(line + 1, end);
  if (next >= end || lines.indent(line) < lines.indent(next) + 12 || !/^\p{Lu}\D*$/u.test(lines.at(line)))
    return undefined;
  return isAlone(lines, line, end) && !codeLine.test(lines.at(line))
    ? { name: lines.at(line), level: 2, lines: 1 }
    : undefined;
}

/** True if at least half of the lines look like code. */
export function looksLikeCode(lines: TextLines, from: number, to: number): boolean {
  let code = 0;
  let all = 0;
  for (let line = from; line < to; line++) {
    if (lines.isBlank(line)) continue;
    all++;
    if (codeLine.test(lines.at(line))) code++;
  }
  return code * 2 >= all;
}

/** True for commands typed at a prompt, with their output. */
export function isShellSession(lines: TextLines, from: number, to: number): boolean {
  for (let line = from; line < to; line++) if (/^[$#] \S/.test(lines.at(line))) return /^\$ /.test(lines.at(from));
  return false;
}

/** True if the lines are a drawing or columns: boxes, arrows, or wide gaps. */
export function isDrawing(lines: TextLines, from: number, to: number): boolean {
  if (to - from < 2) return false;
  let drawn = 0;
  let gaps = 0;
  for (let line = from; line < to; line++) {
    const text = lines.at(line);
    if (/^[+|].*[+|]$|[-=]{3,}[+>|]|[+<|][-=]{3,}|[│┌└├─]|^[-=]+(?: +[-=]+)+$/.test(text)) drawn++;
    if (/\S(?: {3,}|\t+)\S/.test(text)) gaps++;
  }
  return drawn * 2 > to - from || gaps * 4 >= (to - from) * 3;
}
