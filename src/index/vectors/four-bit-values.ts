/**
 * Values of quantised vectors that need only four bits. There are 16 levels, those that lose least of normally distributed values
 * (Lloyd and Max), which the values of a rotated vector nearly are. In memory a value is an int8 like any other, so that scans and
 * searches need not know; in the file two of them share a byte.
 */

/** The positive levels, in standard deviations, and as int8. */
const levels = [0.1284, 0.3881, 0.6568, 0.9424, 1.2562, 1.6181, 2.069, 2.7326] as const;
const largestLevel = 2.7326;
const half = levels.map((level) => Math.round((level / largestLevel) * 127));
/** As int8, in ascending order. */
export const levelValues = Int8Array.from([...half.map((value) => -value).reverse(), ...half]);

export const noLevel = 255;
/** By int8, as a byte: the number of its level. */
export const levelNumbers = new Uint8Array(256).fill(noLevel);
for (const [number, value] of levelValues.entries()) levelNumbers[value & 255] = number;
/** By byte of the file: both values, the first one in the low byte. */
const pairs = Uint16Array.from(
  { length: 256 },
  (_, byte) => ((levelValues[byte & 15] ?? 0) & 255) | (((levelValues[byte >> 4] ?? 0) & 255) << 8),
);

/** The int8 of the level that is nearest to a value, in standard deviations. */
export function nearestLevel(value: number): number {
  const size = Math.abs(value);
  let at = 0;
  while (at < 7 && size > ((levels[at] ?? 0) + (levels[at + 1] ?? 0)) / 2) at++;
  const level = half[at] ?? 0;
  return value < 0 ? -level : level;
}

/** Undefined: some value has more than four bits. */
export function packFourBits(values: Uint8Array): Uint8Array | undefined {
  if (values.length % 2 === 1) return undefined;
  const packed = new Uint8Array(values.length / 2);
  let isOther = 0;
  for (let at = 0; at < packed.length; at++) {
    const low = levelNumbers[values[2 * at] ?? 0] ?? noLevel;
    const high = levelNumbers[values[2 * at + 1] ?? 0] ?? noLevel;
    isOther |= (low | high) & 240;
    packed[at] = low | (high << 4);
  }
  return isOther === 0 ? packed : undefined;
}

/** @param target twice as long */
export function unpackFourBits(packed: Uint8Array, target: Uint8Array): void {
  if (target.byteOffset % 2 === 1) throw new RangeError('the values do not begin at an even address');
  const two = new Uint16Array(target.buffer, target.byteOffset, packed.length);
  for (let at = 0; at < packed.length; at++) two[at] = pairs[packed[at] ?? 0] ?? 0;
}
