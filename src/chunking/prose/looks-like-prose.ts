/** Recognises prose in a text whose name does not decide: sentences of words, with few characters that are typical of code and data. */

/** How much of a text is examined, in UTF-16 units. */
const headLength = 20_000;
const minWordsPerLine = 5;
const maxSyntaxShare = 0.02;

export function looksLikeProse(text: string): boolean {
  const head = text.slice(0, headLength);
  const lines = head.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const words = head.match(/\p{L}[\p{L}\p{M}'’-]*/gu)?.length ?? 0;
  const syntax = head.match(/[{}[\]<>=;|\\$@#&^~]/g)?.length ?? 0;
  const visible = head.replace(/\s+/g, '').length;
  return lines.length > 0 && words / lines.length >= minWordsPerLine && syntax / Math.max(1, visible) < maxSyntaxShare;
}
