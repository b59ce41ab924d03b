/** What stands before and after a name, read from the UTF-16 units of the text. */

export const unit = {
  space: 0x20,
  dot: 0x2e,
  colon: 0x3a,
  question: 0x3f,
  exclamation: 0x21,
  equals: 0x3d,
  openParenthesis: 0x28,
  closeParenthesis: 0x29,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  dollar: 0x24,
  doubleQuote: 0x22,
  singleQuote: 0x27,
  dash: 0x2d,
  greater: 0x3e,
  backslash: 0x5c,
  less: 0x3c,
  at: 0x40,
} as const;

/** The length of the member operator (`.`, `::`, `->`, `\`) before an offset; 0 if there is none. */
export function memberOperator(units: Uint16Array, start: number): number {
  const last = units[start - 1] ?? 0;
  const before = units[start - 2] ?? 0;
  // `...rest` and ranges `..end` are not member access.
  if (last === unit.dot) return before === unit.dot ? 0 : 1;
  if (last === unit.colon) return before === unit.colon ? 2 : 0;
  // PHP's `->$name` is no member of that name.
  if (last === unit.greater) return before === unit.dash && units[start] !== unit.dollar ? 2 : 0;
  return last === unit.backslash ? 1 : 0;
}

/** The name begins with the `\\` of PHP's global namespace. */
export function isAbsolute(units: Uint16Array, start: number): boolean {
  return units[start - 1] === unit.backslash && !isWordUnit(units[start - 2] ?? 0);
}

/** A letter, a digit or `_`. */
function isWordUnit(code: number): boolean {
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code > 0x7f;
  return isLetter || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

export function afterSpaces(units: Uint16Array, from: number): number {
  let at = from;
  while (units[at] === unit.space) at++;
  return at;
}
