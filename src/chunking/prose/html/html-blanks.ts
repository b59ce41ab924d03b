/** White space around blocks. */

/** The first character between two offsets that is not white space; `end` if there is none. */
export function textStart(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The end of the last character between two offsets that is not white space. */
export function textEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Moves back over indentation, so that a block that is first on its line starts with the line. */
export function lineIndent(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r' ? start : offset;
}

/** Moves past blanks and a line break, so that a block that is last on its line ends with the line. */
export function afterBlanks(text: string, offset: number): number {
  let end = offset;
  while (text[end] === ' ' || text[end] === '\t') end++;
  if (text[end] === '\r') end++;
  return text[end] === '\n' ? end + 1 : end;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
