/** Recognises which block starts on a line, from the first characters of its text. Each function looks at one line only. */

export type FenceStart = { readonly mark: string; readonly length: number; readonly info: string };

export function fenceStart(rest: string): FenceStart | undefined {
  const match = /^(`{3,}|~{3,})(.*)$/s.exec(rest);
  const fence = match?.[1];
  if (!match || !fence) return undefined;
  const info = (match[2] ?? '').trim();
  // With a backtick in it, this is a code span that starts a paragraph.
  if (fence.startsWith('`') && info.includes('`')) return undefined;
  return { mark: fence.charAt(0), length: fence.length, info };
}

/** True if the line is only a fence at least as long as the opening one. */
export function closesFence(rest: string, { mark, length }: FenceStart): boolean {
  let count = 0;
  while (rest[count] === mark) count++;
  return count >= length && rest.slice(count).trim() === '';
}

/** Directives whose argument is the language: `{code-block} python`. */
const directives = new Set(['code', 'code-block', 'code-cell', 'sourcecode', 'highlight']);

/** The language in the text after a fence: `js title=x`, `{.python}`, `{r, echo=FALSE}`, `rust,ignore`, `ts{1,3}`. */
export function fenceLanguage(info: string): string | undefined {
  const braced = /^\{\s*([^}]*)\}?\s*(.*)$/s.exec(info);
  if (braced) {
    const inside = braced[1] ?? '';
    const name = /^[.=]?([^\s,.=}#]+)(?!\S*=)/.exec(inside)?.[1] ?? /\.([^\s,.=}]+)/.exec(inside)?.[1];
    return name && directives.has(name) ? fenceLanguage(braced[2] ?? '') : name;
  }
  return /^[^\s,{}:;=[(]+/.exec(info)?.[0];
}

interface ItemStart {
  /** Items with the same mark form a list: the bullet, or the character after the number. */
  readonly mark: string;
  readonly ordered: boolean;
  /** Length of the bullet, or of the number with its mark. */
  readonly length: number;
  /** The item may interrupt a paragraph. */
  readonly interrupts: boolean;
}

export function itemStart(rest: string): ItemStart | undefined {
  const match = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(rest);
  if (!match) return undefined;
  const { length } = match[0];
  const ordered = match[1] !== undefined;
  const interrupts = (!ordered || Number(match[1]) === 1) && rest.slice(length).trim() !== '';
  return { mark: match[0].charAt(length - 1), ordered, length, interrupts };
}

/** `***`, `- - -`. */
export function isThematicBreak(rest: string): boolean {
  const mark = rest[0];
  if (mark !== '*' && mark !== '-' && mark !== '_') return false;
  let count = 0;
  for (const char of rest) {
    if (char === mark) count++;
    else if (char !== ' ' && char !== '\t') return false;
  }
  return count >= 3;
}

/** The level that an underline gives to the paragraph above it. */
export function underlineLevel(rest: string): 1 | 2 | undefined {
  const match = /^(?:(=+)|-+)[ \t]*$/.exec(rest);
  return match ? (match[1] ? 1 : 2) : undefined;
}

export function atxStart(rest: string): { readonly level: number; readonly title: string } | undefined {
  const level = /^#{1,6}(?=[ \t]|$)/.exec(rest)?.[0].length;
  if (!level) return undefined;
  let title = rest.slice(level).trim();
  let end = title.length;
  while (title[end - 1] === '#') end--;
  if (end < title.length && (end === 0 || /[ \t]/.test(title.charAt(end - 1)))) title = title.slice(0, end).trim();
  return { level, title };
}

/** The number of columns in a table ruler (`|---|:-:|`); undefined for any other line. */
export function rulerColumns(rest: string): number | undefined {
  if (!/^[-|: \t]+$/.test(rest) || !/[|:]/.test(rest) || !rest.includes('-')) return undefined;
  const cells = tableCells(rest);
  return cells.every((cell) => /^[ \t]*:?-+:?[ \t]*$/.test(cell)) ? cells.length : undefined;
}

/** The cells of a row; `\|` does not separate cells. */
export function tableCells(rest: string): string[] {
  const cells: string[] = [];
  const row = rest.trim();
  let start = row.startsWith('|') ? 1 : 0;
  for (let at = start; at < row.length; at++) {
    if (row[at] === '\\') at++;
    else if (row[at] === '|') {
      cells.push(row.slice(start, at));
      start = at + 1;
    }
  }
  if (start < row.length) cells.push(row.slice(start));
  return cells;
}

/** Tags that always start a block, up to the next blank line. */
const blockTags = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link ' +
    'main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead ' +
    'title tr track ul'
  ).split(' '),
);

/** A longer tag is treated as text, so that no line is slow. */
const maxTagLength = 4000;
const attribute = `\\s+[a-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"'=<>\`]+|'[^']*'|"[^"]*"))?`;
const wholeTag = new RegExp(`^<(?:[a-z][a-z0-9-]*(?:${attribute})*\\s*/?|/[a-z][a-z0-9-]*\\s*)>\\s*$`, 'i');

interface HtmlStart {
  /** Ends the block; if undefined, a blank line does. */
  readonly until?: RegExp;
  /** It may interrupt a paragraph. */
  readonly interrupts: boolean;
}

export function htmlStart(rest: string): HtmlStart | undefined {
  if (rest.startsWith('<!--')) return { until: /-->/, interrupts: true };
  if (rest.startsWith('<?')) return { until: /\?>/, interrupts: true };
  if (rest.startsWith('<![CDATA[')) return { until: /\]\]>/, interrupts: true };
  if (/^<![a-z]/i.test(rest)) return { until: />/, interrupts: true };
  const match = /^<(\/?)([a-z][a-z0-9-]*)(?=\s|\/?>|$)/i.exec(rest);
  const name = match?.[2]?.toLowerCase();
  if (!match || !name) return undefined;
  if (/^(?:script|pre|style|textarea)$/.test(name) && match[1] === '' && !rest.startsWith('/>', match[0].length))
    return { until: /<\/(?:script|pre|style|textarea)>/i, interrupts: true };
  if (blockTags.has(name)) return { interrupts: true };
  return rest.length <= maxTagLength && wholeTag.test(rest) ? { interrupts: false } : undefined;
}

/**
 * Recognises Markdown in a file whose name says plain text. Headings alone are not enough: `# …` is also a comment of configuration
 * files. So headings must be lines of their own, between blank lines or above text, and lists, fences, links, tables or emphasis must
 * be there too.
 */

/** How much of a text is examined, in UTF-16 units. */
const headLength = 8192;

const heading = /^#{1,6} {1,3}\S/;
const hash = /^\s*#/;
const listItem = /^\s{0,3}(?:[-*+]|\d{1,3}[.)]) {1,3}\S/;
const fence = /^\s{0,3}(?:```|~~~)/;
const tableRuler = /^\s*\|?\s*:?-{3,}:?\s*\|[\s|:-]*$/;
const inline = /\[[^\]\n]+\]\([^)\s]+\)|\*\*[^*\s][^*\n]*\*\*|(?<![`\w])`[^`\n]+`(?![`\w])/;
/** Settings and code: `key = value`, `key: value`, `a(b);`. */
const setting = /^\s*[\w.-]+\s*(?:==?|[<>~]=|:)\s*\S*\s*(?:#.*)?$|[;{}]\s*$/;

export function looksLikeMarkdown(text: string): boolean {
  // Most plain texts have no `#` at all.
  if (!text.startsWith('#') && !/[\r\n]#/.test(text.slice(0, headLength))) return false;
  const lines = text.slice(0, headLength).split(/\r\n|\n|\r/);
  let headings = 0;
  let comments = 0;
  let items = 0;
  let fences = 0;
  let marks = 0;
  let settings = 0;
  let isFenced = false;
  for (const [i, line] of lines.entries()) {
    if (fence.test(line)) {
      isFenced = !isFenced;
      fences++;
    } else if (isFenced) continue;
    else if (hash.test(line)) {
      const before = lines[i - 1]?.trim() ?? '';
      const after = lines[i + 1]?.trim() ?? '';
      const isApart = before === '' && !hash.test(after) && !setting.test(after);
      if (heading.test(line) && isApart) headings++;
      else comments++;
    } else if (listItem.test(line)) items++;
    else if (tableRuler.test(line) || inline.test(line)) marks++;
    else if (setting.test(line)) settings++;
  }
  const isStructured = fences >= 2 || items >= 2 || marks >= 1;
  return headings > 0 && headings > comments && isStructured && settings * 2 <= headings + items + marks;
}
