/** The marks of AsciiDoc: patterns of lines, titles, and text without inline marks. */
import type { TextLines } from './text-lines';

/** A title on one line: `== Title`; `##` is accepted too. */
const title = /^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+\1)?$/;
/** The characters of underlines, by level of the title. */
const underlines = '=-~^+';

export const attributeEntry = /^:!?[\w][\w -]*!?:(?:\s|$)/;
/** `[source,java]`, `[[anchor]]`, `[NOTE]`. */
export const blockAttributes = /^\[(?:[^\]]*|\[[^\]]*\])\]$/;
export const blockTitle = /^\.[^\s.].*$/;
/** Single-line blocks: macros, conditions, includes, rules, breaks. */
export const blockMacro = /^(?:[a-zA-Z][\w-]*::\S*\[.*\]|'{3,}|<{3,}|\*{3}|-{3}|\*( )\*\1\*)$/;
/** Conditions and comments may be inside any block. */
export const conditionOrComment = /^(?:(?:ifdef|ifndef|ifeval|endif|include)::|\/\/(?!\/)|\/\/$)/;
export const blockDelimiter = /^(?:-{4,}|={4,}|\.{4,}|\+{4,}|\*{4,}|_{4,}|\/{4,}|--|`{3,}.*|[|,:!]={3,})$/;
export const listItemMarker = /^(?:(\*{1,6}|-)|(\.{1,6}|\d+[.)]|[a-zA-Z]\.)|(<(?:\d+|\.)>))\s+(?=\S)/;
/** `term::`; the definition may follow on the same line. */
export const definitionTerm = /^(?!\/\/)(\S.*?)(:{2,4}|;;)(?:\s+(?=\S)|$)/;

interface AsciidocTitle {
  readonly name: string;
  readonly level: number;
  readonly lines: number;
}

export function asciidocTitleAt(lines: TextLines, line: number, end: number): AsciidocTitle | undefined {
  const text = lines.at(line);
  if (lines.start(line) !== lines.first(line)) return undefined;
  const match = title.exec(text);
  if (match) return { name: plainAsciidoc(match[2] ?? ''), level: (match[1]?.length ?? 1) - 1, lines: 1 };
  if (line + 1 >= end || !/[\p{L}\p{N}]/u.test(text) || blockDelimiter.test(text) || blockAttributes.test(text))
    return undefined;
  return underlined(text, lines.at(line + 1));
}

/** An underline is about as long as its title; a block delimiter has that length only by chance. */
function underlined(text: string, next: string): AsciidocTitle | undefined {
  const level = underlines.indexOf(next.charAt(0));
  if (level < 0 || next.length < 2 || Math.abs(next.length - text.length) > 2) return undefined;
  if (next !== next.charAt(0).repeat(next.length) || blockTitle.test(text) || listItemMarker.test(text))
    return undefined;
  return { name: plainAsciidoc(text), level, lines: 2 };
}

/** Text without the marks of links, anchors, literals and emphasis. */
export function plainAsciidoc(text: string): string {
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
