/** A set of rows: bit `row & 31` of word `row >> 5`. A set may be shorter than its segment; rows beyond its end are not in it. */
export type RowSet = Uint32Array;

/** The rows below `count` that are in `only`, if it is given, and not in `except`. */
export function allowedBits(count: number, except: RowSet | undefined, only: RowSet | undefined): RowSet {
  const words = new Uint32Array(Math.ceil(count / 32));
  for (let at = 0; at < words.length; at++)
    words[at] = (only ? (only[at] ?? 0) : 0xffffffff) & ~(except ? (except[at] ?? 0) : 0);
  if (count % 32) words[words.length - 1] = (words.at(-1) ?? 0) & (2 ** (count % 32) - 1);
  return words;
}

export function countRows(set: RowSet): number {
  let sum = 0;
  for (let at = 0; at < set.length; at++) {
    let word = set[at] ?? 0;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    sum += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return sum;
}

export function rowNumbers(set: RowSet): Uint32Array {
  const rows = new Uint32Array(countRows(set));
  let count = 0;
  for (let at = 0; at < set.length; at++)
    for (let word = set[at] ?? 0; word !== 0; word &= word - 1) rows[count++] = at * 32 + 31 - Math.clz32(word & -word);
  return rows;
}
