import { endianness } from 'node:os';

/** Shorter texts are faster in a loop than in native code, which always writes little-endian units. */
const minNativeLength = endianness() === 'LE' ? 48 : Number.POSITIVE_INFINITY;

/** The UTF-16 units of a text. Reading them is much faster than calling `charCodeAt` for each character. */
export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  if (text.length >= minNativeLength) Buffer.from(units.buffer).write(text, 'utf16le');
  else for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

/** True if `at` is between the two halves of a surrogate pair. */
export function splitsPair(units: Uint16Array, at: number): boolean {
  return ((units[at - 1] ?? 0) & 0xfc00) === 0xd800 && ((units[at] ?? 0) & 0xfc00) === 0xdc00;
}
