/**
 * Stores counts in one byte each. A term's weighted count in a chunk is stored in quarters: exactly up to 32, within 2 % above. A
 * chunk's length is stored within 2 %.
 */

/** Weighted counts are multiples of 1 / unitsPerCount. */
export const unitsPerCount = 4;

const exactCodes = 128;
const countGrowth = 1.04;

/** The weighted count of each code. */
export const countByCode: Float32Array = Float32Array.from({ length: 256 }, (_, code) => {
  const units = code < exactCodes ? code : (exactCodes - 1) * countGrowth ** (code - exactCodes + 1);
  return units / unitsPerCount;
});

export function countCode(units: number): number {
  if (units < exactCodes) return units;
  return Math.min(255, exactCodes - 1 + Math.round(Math.log(units / (exactCodes - 1)) / Math.log(countGrowth)));
}

const exactLengths = 25;
const lengthGrowth = 1.04;

/** The number of words of each code. */
export const lengthByCode: Float32Array = Float32Array.from({ length: 256 }, (_, code) =>
  code <= exactLengths ? code : exactLengths * lengthGrowth ** (code - exactLengths),
);

export function lengthCode(words: number): number {
  if (words <= exactLengths) return words;
  return Math.min(255, exactLengths + Math.round(Math.log(words / exactLengths) / Math.log(lengthGrowth)));
}
