/**
 * Sorts strings by their UTF-8 bytes, which JavaScript's own order, by UTF-16 units, is not where characters are beyond the first
 * plane: their halves come before the last units of the first plane, and belong behind them.
 *
 * Comparing strings is slow. The first characters of each, as a number, are sorted with the strings' numbers by native code; only
 * strings that begin alike are compared.
 */

/** The strings of a list, up to this many, in one number with their beginnings: 2^53 = 2^32 × 2^21. */
const mostTogether = 2 ** 21;
const beginningLength = 4;

/** The places of the strings in their order. */
export function orderByUtf8(strings: readonly string[]): Uint32Array {
  const count = strings.length;
  if (count > mostTogether) return orderByComparing(strings);
  const keys = Float64Array.from(strings, (string, place) => beginningOf(string) * mostTogether + place).sort();
  const order = Uint32Array.from(keys, (key) => key % mostTogether);
  for (let from = 0; from < count; ) {
    const beginning = Math.floor((keys[from] ?? 0) / mostTogether);
    let to = from + 1;
    while (to < count && Math.floor((keys[to] ?? 0) / mostTogether) === beginning) to++;
    if (to - from > 1) order.subarray(from, to).sort((a, b) => compareUtf8(strings[a] ?? '', strings[b] ?? ''));
    from = to;
  }
  return order;
}

function orderByComparing(strings: readonly string[]): Uint32Array {
  const order = Uint32Array.from(strings, (_, place) => place);
  return order.sort((a, b) => compareUtf8(strings[a] ?? '', strings[b] ?? ''));
}

/** A byte for each of the first characters: those that are not ASCII are all alike here, behind the others, and end it. */
function beginningOf(string: string): number {
  let beginning = 0;
  let length = 0;
  for (; length < beginningLength && length < string.length; length++) {
    const unit = string.charCodeAt(length);
    beginning = beginning * 256 + Math.min(unit, 128);
    if (unit < 128) continue;
    length++;
    break;
  }
  return beginning * 256 ** (beginningLength - length);
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
