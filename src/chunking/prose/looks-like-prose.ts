/** Whether a text without a name that tells is prose: sentences of words, with little of what code and data are made of. */

/** How much of a text is looked at, in UTF-16 code units. */
const headLength = 20_000;
const leastWordsPerLine = 5;
const mostSyntax = 0.02;

export function looksLikeProse(text: string): boolean {
  const head = text.slice(0, headLength);
  const lines = head.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const words = head.match(/\p{L}[\p{L}\p{M}'’-]*/gu)?.length ?? 0;
  const syntax = head.match(/[{}[\]<>=;|\\$@#&^~]/g)?.length ?? 0;
  const visible = head.replace(/\s+/g, '').length;
  return lines.length > 0 && words / lines.length >= leastWordsPerLine && syntax / Math.max(1, visible) < mostSyntax;
}
