/**
 * Sorts strings by their UTF-8 bytes. JavaScript's own order, by UTF-16 units, is the same but for characters beyond the first
 * plane: their halves come before the last units of the first plane, and belong behind them.
 */
export function sortByUtf8(strings: string[]): void {
  // Without a function to compare, sorting is several times faster.
  strings.sort();
  if (strings.some((string) => /[\ud800-\udfff]/.test(string))) strings.sort(compareUtf8);
}

function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const one = a.charCodeAt(i);
    const other = b.charCodeAt(i);
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
