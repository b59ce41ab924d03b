/** The plain text of a heading, without marks. */

/** Longer headings are cut: they are not names, and this bounds the cost of the patterns. UTF-16 units. */
const maxLength = 500;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  rarr: '→',
  larr: '←',
  sect: '§',
  para: '¶',
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,9}));/gi, (whole, decimal, hex, name) => {
    if (name) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** `Using **`npm`** with [Docker](url) {#docker}` is `Using npm with Docker`. */
export function plainMarkdown(marked: string): string {
  if (!/[\\`*_~[\]<&{]/.test(marked)) return marked.slice(0, maxLength).replace(/\s+/g, ' ').trim();
  const codes: string[] = [];
  // There are no marks inside code, so code is put aside until the end.
  const put = (code: string) => `\u0000${codes.push(code) - 1}\u0000`;
  const text = marked
    .slice(0, maxLength)
    .replaceAll('\u0000', ' ')
    .replace(/(`{1,9})(?!`)(.+?)(?<!`)\1(?!`)/g, (_, _fence, code) => put(code.trim()))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, mark) => put(mark))
    .replace(/[ \t]\{[#.:][^{}]*\}\s*$/, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<((?:https?|mailto|ftp):[^<>\s]*)>/gi, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/!\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g, '$1')
    .replace(/\[\^[^[\]\s]+\]/g, '')
    .replace(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g, '$1')
    .replace(/(\*{1,3})(?=\S)([^*]+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])(.+?)(?<=[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/~~(?=\S)(.+?)~~/g, '$1');
  return decodeEntities(text)
    .replace(/\u0000(\d+)\u0000/g, (_, index) => codes[Number(index)] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The plain text of an HTML heading, without tags and without the sign that links to it. */
export function plainHtml(html: string): string {
  const text = html
    .slice(0, 4 * maxLength)
    .replace(/<(script|style|svg)\b[^>]*>.*?<\/\1>/gis, ' ')
    .replace(/<(?:br|div|p)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '');
  return decodeEntities(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[¶§#🔗]\s*|\s*[¶§🔗]$|\s+#$/gu, '')
    .slice(0, maxLength);
}
