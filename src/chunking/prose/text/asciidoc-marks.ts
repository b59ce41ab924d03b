/** How AsciiDoc marks what: the patterns of its lines, and titles without inline marks. */
import type { Lines } from './text-lines';

/** Of one line: `== Title`; `##` is read too. */
const title = /^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+\1)?$/;
/** Under a title, by level. */
const underlines = '=-~^+';

export const attributeEntry = /^:!?[\w][\w -]*!?:(?:\s|$)/;
/** `[source,java]`, `[[anchor]]`, `[NOTE]`. */
export const blockAttributes = /^\[(?:[^\]]*|\[[^\]]*\])\]$/;
export const blockTitle = /^\.[^\s.].*$/;
/** Lines that stand alone: macros, conditions, includes, rules, breaks. */
export const macro = /^(?:[a-zA-Z][\w-]*::\S*\[.*\]|'{3,}|<{3,}|\*{3}|-{3}|\*( )\*\1\*)$/;
/** Conditions and comments may stand within anything. */
export const invisible = /^(?:(?:ifdef|ifndef|ifeval|endif|include)::|\/\/(?!\/)|\/\/$)/;
export const delimiter = /^(?:-{4,}|={4,}|\.{4,}|\+{4,}|\*{4,}|_{4,}|\/{4,}|--|`{3,}.*|[|,:!]={3,})$/;
export const item = /^(?:(\*{1,6}|-)|(\.{1,6}|\d+[.)]|[a-zA-Z]\.)|(<(?:\d+|\.)>))\s+(?=\S)/;
/** `term::`, where the definition may follow on the line. */
export const term = /^(?!\/\/)(\S.*?)(:{2,4}|;;)(?:\s+(?=\S)|$)/;
export const callout = /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)$/;

export interface Title {
  readonly name: string;
  readonly level: number;
  readonly lines: number;
}

export function titleAt(lines: Lines, line: number, end: number): Title | undefined {
  const text = lines.at(line);
  if (lines.start(line) !== lines.first(line)) return undefined;
  const match = title.exec(text);
  if (match) return { name: plain(match[2] ?? ''), level: (match[1]?.length ?? 1) - 1, lines: 1 };
  if (line + 1 >= end || !/[\p{L}\p{N}]/u.test(text) || delimiter.test(text) || blockAttributes.test(text))
    return undefined;
  return underlined(text, lines.at(line + 1));
}

/** An underline is about as long as its title; a block's delimiter is only by chance. */
function underlined(text: string, next: string): Title | undefined {
  const level = underlines.indexOf(next.charAt(0));
  if (level < 0 || next.length < 2 || Math.abs(next.length - text.length) > 2) return undefined;
  if (next !== next.charAt(0).repeat(next.length) || blockTitle.test(text) || item.test(text)) return undefined;
  return { name: plain(text), level, lines: 2 };
}

/** Text without the marks of links, anchors, literals and emphasis. */
export function plain(text: string): string {
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
