/**
 * The classes of characters that the patterns of the encodings distinguish, as bits.
 *
 * The bits come from the regular expression engine itself, one code point at a time at its first use, so they
 * agree with the Unicode version behind the patterns' own `\p{…}`. Those of ASCII are known: compiling the expressions
 * for them would take longer than to count a small file.
 */

/** `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]` */
export const UPPER = 1;
/** `[\p{Ll}\p{Lm}\p{Lo}\p{M}]` */
export const LOWER = 2;
/** `\p{L}` */
export const LETTER = 4;
/** `\p{N}` */
export const NUMBER = 8;
/** `\s` */
export const SPACE = 16;
/** `[\r\n]` */
export const NEWLINE = 32;
/** `[^\s\p{L}\p{N}]`; marks (`\p{M}`) are among them, as well as UPPER and LOWER. */
export const OTHER = 64;
/** `[^\r\n\p{L}\p{N}]`: what may precede the letters of a word. */
export const LEAD = 128;

const TESTS: readonly (readonly [RegExp, number])[] = [
  [/^[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]/u, UPPER],
  [/^[\p{Ll}\p{Lm}\p{Lo}\p{M}]/u, LOWER],
  [/^\p{L}/u, LETTER],
  [/^\p{N}/u, NUMBER],
  [/^\s/u, SPACE],
  [/^[\r\n]/u, NEWLINE],
  [/^[^\s\p{L}\p{N}]/u, OTHER],
  [/^[^\r\n\p{L}\p{N}]/u, LEAD],
];

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  let bits = 0;
  for (const [test, bit] of TESTS) if (test.test(character)) bits |= bit;
  return bits;
}

/**
 * Bits by code point; 0 means "call `classAt`": not classified yet, or a surrogate, whose class depends on its neighbour.
 * Read it directly only in loops that handle 0.
 */
export const CLASS = new Uint8Array(0x110000);
for (let code = 0; code < 128; code++) CLASS[code] = classifyAscii(code);

function classifyAscii(code: number): number {
  const character = String.fromCharCode(code);
  if (character >= 'A' && character <= 'Z') return UPPER | LETTER;
  if (character >= 'a' && character <= 'z') return LOWER | LETTER;
  if (character >= '0' && character <= '9') return NUMBER;
  if (character === '\n' || character === '\r') return SPACE | NEWLINE;
  return LEAD | (character === ' ' || (character >= '\t' && character <= '\f') ? SPACE : OTHER);
}

/** 2 if a surrogate pair starts at `i`, else 1; the text ends at `limit`. */
export function widthAt(units: Uint16Array, i: number, limit: number): number {
  const paired = ((units[i] ?? 0) & 0xfc00) === 0xd800 && i + 1 < limit && ((units[i + 1] ?? 0) & 0xfc00) === 0xdc00;
  return paired ? 2 : 1;
}

/** The bits of the code point at `i`; the text ends at `limit`. */
export function classAt(units: Uint16Array, i: number, limit: number): number {
  const unit = units[i] ?? 0;
  return (CLASS[unit] ?? 0) || classAtSlowly(units, i, limit, unit);
}

function classAtSlowly(units: Uint16Array, i: number, limit: number, unit: number): number {
  if ((unit & 0xf800) !== 0xd800) {
    const bits = classify(unit);
    CLASS[unit] = bits;
    return bits;
  }
  if (widthAt(units, i, limit) === 1) return OTHER | LEAD;
  const codePoint = 0x10000 + ((unit & 0x3ff) << 10) + ((units[i + 1] ?? 0) & 0x3ff);
  const known = CLASS[codePoint] ?? 0;
  if (known !== 0) return known;
  const bits = classify(codePoint);
  CLASS[codePoint] = bits;
  return bits;
}
