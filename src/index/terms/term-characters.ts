/** The class of each UTF-16 unit. Filled one page at a time when first needed, since all of Unicode takes a while. */

/** Between words. */
export const GAP = 1;
/** Letters, digits, marks, `_` and `$`. */
export const WORD = 2;
/** Scripts without spaces between words: indexed as pairs. */
export const PAIR = 3;

const pageBits = 7;
const pageSize = 1 << pageBits;

/** By unit; 0: its page is not filled yet. */
const classes = new Uint8Array(0x10000);

const word = /[\p{L}\p{N}\p{M}_$]/u;
const pair =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

function classify(unit: number): number {
  // High surrogates of ideographs beyond the first plane, and all low surrogates: a pair is then a whole character.
  if (unit >= 0xd840 && unit <= 0xd888) return PAIR;
  if (unit >= 0xdc00 && unit <= 0xdfff) return PAIR;
  if (unit >= 0xd800 && unit <= 0xdbff) return GAP;
  const char = String.fromCharCode(unit);
  // Punctuation of these scripts separates words.
  if (!word.test(char)) return GAP;
  return pair.test(char) ? PAIR : WORD;
}

function fillPage(page: number): void {
  const start = page << pageBits;
  for (let unit = start; unit < start + pageSize; unit++) classes[unit] = classify(unit);
}

// Without the regular expressions, which take longer to compile than everything else before the first word.
for (let unit = 0; unit < pageSize; unit++) classes[unit] = isAsciiWord(unit) ? WORD : GAP;

function isAsciiWord(unit: number): boolean {
  const lower = unit | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f || unit === 0x24;
}

export function classOf(unit: number): number {
  const known = classes[unit] ?? 0;
  if (known !== 0) return known;
  fillPage(unit >> pageBits);
  return classes[unit] ?? GAP;
}
