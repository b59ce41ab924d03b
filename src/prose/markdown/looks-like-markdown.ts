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
