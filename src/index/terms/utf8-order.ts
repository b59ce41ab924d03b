/**
 * Sorts strings by their UTF-8 bytes. JavaScript sorts by UTF-16 units, which is different for characters beyond the first plane:
 * their surrogates sort before the last units of the first plane, but must come after them.
 *
 * Comparing strings is slow. So native code sorts numbers made of the first characters and the place of each string; only strings
 * with the same beginning are compared.
 */

/** Strings whose place and beginning fit one number: 2^53 = 2^32 × 2^21. */
const maxStrings = 2 ** 21;
const beginningLength = 4;

/** The places of the strings, in sorted order. */
export function orderByUtf8(strings: readonly string[]): Uint32Array {
  const count = strings.length;
  if (count > maxStrings) return orderByComparing(strings);
  // Loops, because V8 compiles a function that is passed to `from` again for each segment.
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place++) keys[place] = beginningOf(strings[place] ?? '') * maxStrings + place;
  keys.sort();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = (keys[i] ?? 0) % maxStrings;
  const byUtf8 = (a: number, b: number): number => compareUtf8(strings[a] ?? '', strings[b] ?? '');
  for (let from = 0; from < count; ) {
    const beginning = Math.floor((keys[from] ?? 0) / maxStrings);
    let to = from + 1;
    while (to < count && Math.floor((keys[to] ?? 0) / maxStrings) === beginning) to++;
    if (to - from > 1) order.subarray(from, to).sort(byUtf8);
    from = to;
  }
  return order;
}

function orderByComparing(strings: readonly string[]): Uint32Array {
  const order = Uint32Array.from(strings, (_, place) => place);
  return order.sort((a, b) => compareUtf8(strings[a] ?? '', strings[b] ?? ''));
}

/** One byte for each of the first characters. The first that is not ASCII counts as 128 and ends the beginning. */
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

/** Encodes terms in UTF-8 without allocating: nearly all are ASCII, and calling the native encoder costs more than copying letters. */
export class TermBytes {
  private readonly encoder = new TextEncoder();
  /** The bytes of a term stay valid during the next call: a writer of terms compares each with the one before. */
  private now = new Uint8Array(256);
  private before = new Uint8Array(256);

  of(term: string): Uint8Array {
    const bytes = this.before;
    if (term.length > bytes.length) return this.encoder.encode(term);
    for (let i = 0; i < term.length; i++) {
      const unit = term.charCodeAt(i);
      if (unit > 127) return this.encoder.encode(term);
      bytes[i] = unit;
    }
    this.before = this.now;
    this.now = bytes;
    return bytes.subarray(0, term.length);
  }
}
