/** Small helpers that count and find characters, words and lines in a text. */

/** Counts the characters that are not white space. */
export function countInk(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (!isWhiteSpace(text.charCodeAt(at))) count++;
  return count;
}

/** The same white space as `\s`. */
export function isWhiteSpace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  if (code < 0xa0) return false;
  return code === 0xa0 || code === 0xfeff || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)));
}

const wordPatterns = new Map<string, RegExp>();

export function hasWord(text: string, word: string, ignoreCase = false): boolean {
  const key = ignoreCase ? `i ${word}` : word;
  let pattern = wordPatterns.get(key);
  if (!pattern) {
    const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    pattern = new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, ignoreCase ? 'iu' : 'u');
    wordPatterns.set(key, pattern);
  }
  return pattern.test(text);
}

/** The 1-based line of an offset. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
