/**
 * CRC-32 (the polynomial of zip and PNG). Node has it in native code since 20.15 and 22.2, at several GB/s; older versions
 * compute the same numbers from tables, eight bytes at a time.
 */
import * as zlib from 'node:zlib';

export const crc32: (bytes: Uint8Array, start?: number) => number =
  'crc32' in zlib && typeof zlib.crc32 === 'function' ? native(zlib.crc32) : tableCrc32;

function native(call: (...args: never[]) => unknown): (bytes: Uint8Array, start?: number) => number {
  return (bytes, start = 0) => Number(Reflect.apply(call, undefined, [bytes, start]));
}

let tables: readonly Uint32Array[] | undefined;

/** @param start the CRC of the preceding bytes, to continue from. */
export function tableCrc32(bytes: Uint8Array, start = 0): number {
  tables ??= makeTables();
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables;
  if (!t0 || !t1 || !t2 || !t3 || !t4 || !t5 || !t6 || !t7) throw new Error('there are eight tables');
  const at = (i: number): number => bytes[i] ?? 0;
  const of = (table: Uint32Array, i: number): number => table[i & 0xff] ?? 0;
  let crc = ~start;
  let i = 0;
  for (; i + 8 <= bytes.length; i += 8) {
    crc ^= at(i) | (at(i + 1) << 8) | (at(i + 2) << 16) | (at(i + 3) << 24);
    crc =
      of(t7, crc) ^
      of(t6, crc >>> 8) ^
      of(t5, crc >>> 16) ^
      of(t4, crc >>> 24) ^
      of(t3, at(i + 4)) ^
      of(t2, at(i + 5)) ^
      of(t1, at(i + 6)) ^
      of(t0, at(i + 7));
  }
  for (; i < bytes.length; i++) crc = of(t0, crc ^ at(i)) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** A function that returns the CRC after so many zero bytes more, without the inversions at both ends. */
export function crcAfterZeros(count: number): (crc: number) => number {
  const ofBit = bitsAfterZeros(count);
  const table = new Uint32Array(4 * 256);
  for (let i = 0; i < table.length; i++) {
    const value = i & 0xff;
    const lowest = 31 - Math.clz32(value & -value);
    if (value > 0) table[i] = (table[i & (i - 1)] ?? 0) ^ (ofBit[8 * (i >>> 8) + lowest] ?? 0);
  }
  return (crc) =>
    (table[crc & 0xff] ?? 0) ^
    (table[256 + ((crc >>> 8) & 0xff)] ?? 0) ^
    (table[512 + ((crc >>> 16) & 0xff)] ?? 0) ^
    (table[768 + (crc >>> 24)] ?? 0);
}

/** What becomes of each bit of a CRC: it is linear in them. Twice as many zeros are the same thing done twice. */
function bitsAfterZeros(count: number): Uint32Array {
  let after = Uint32Array.from({ length: 32 }, (_, bit) => 1 << bit);
  let step = after.map(afterByte);
  for (let left = count; left > 0; left = Math.floor(left / 2)) {
    const bits = step;
    const apply = (crc: number): number => bits.reduce((sum, one, bit) => ((crc >>> bit) & 1 ? sum ^ one : sum), 0);
    if (left % 2 === 1) after = after.map(apply);
    step = step.map(apply);
  }
  return after;
}

function makeTables(): Uint32Array[] {
  const first = new Uint32Array(256);
  for (let i = 0; i < 256; i++) first[i] = afterByte(i);
  const made = [first];
  for (let k = 1; k < 8; k++) {
    const before = made[k - 1] ?? first;
    made.push(before.map((crc) => (crc >>> 8) ^ (first[crc & 0xff] ?? 0)));
  }
  return made;
}

/** The CRC after a zero byte more. */
function afterByte(crc: number): number {
  let after = crc;
  for (let bit = 0; bit < 8; bit++) after = after & 1 ? (after >>> 1) ^ 0xedb88320 : after >>> 1;
  return after;
}
