/**
 * Encodes numbers as bytes. A varint has seven bits of the number in each byte, lowest first; the highest bit means that more bytes
 * follow. Numbers up to 2^53 - 1 fit. Signed numbers 0, -1, 1, -2, … are written as 0, 1, 2, 3, … so that small ones stay short.
 */
import { DamagedSectionError } from '../damaged-section';

export class ByteWriter {
  private bytes = Buffer.allocUnsafeSlow(256);
  length = 0;

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  uint32(value: number): void {
    for (let shift = 0; shift < 32; shift += 8) this.byte((value >>> shift) & 255);
  }

  varint(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`${value} is not an integer from 0 to 2^53 - 1`);
    this.reserve(8);
    let rest = value;
    // Bit operations work on 32 bits: larger numbers are divided first.
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 128)) this.bytes[this.length++] = (rest % 128) | 0x80;
    for (; rest > 0x7f; rest >>>= 7) this.bytes[this.length++] = (rest & 0x7f) | 0x80;
    this.bytes[this.length++] = rest;
  }

  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes the length in UTF-8 bytes, then the bytes. */
  string(text: string): void {
    this.varint(Buffer.byteLength(text));
    this.text(text);
  }

  text(text: string): void {
    this.reserve(3 * text.length);
    this.length += this.bytes.write(text, this.length);
  }

  /** Writes hexadecimal digits as bytes. @throws RangeError if there are not exactly `count` bytes. */
  hex(digits: string, count: number): void {
    this.reserve(count);
    const written = this.bytes.write(digits, this.length, count, 'hex');
    if (written !== count || digits.length !== 2 * count)
      throw new RangeError(`"${digits}" is not ${2 * count} hexadecimal digits`);
    this.length += count;
  }

  /** The bytes written so far; valid until the next write. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** A copy of the bytes. */
  finish(): Uint8Array {
    return new Uint8Array(this.view());
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.bytes.length, this.length + count));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** The factor of the last byte that a number can have. */
const lastFactor = 0x80 ** 7;

/** @throws DamagedSectionError where the bytes end too early, or a number is larger than any that is written. */
export class ByteReader {
  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw endsEarly();
    return value;
  }

  varint(): number {
    let value = this.byte();
    if (value < 0x80) return value;
    value &= 0x7f;
    for (let factor = 0x80; factor <= lastFactor; factor *= 0x80) {
      const next = this.byte();
      value += (next & 0x7f) * factor;
      if (next < 0x80 && value <= Number.MAX_SAFE_INTEGER) return value;
      if (next < 0x80) break;
    }
    throw new DamagedSectionError('a number is too large');
  }

  /** How many things follow, each of which takes a byte or more: never more than there are bytes. */
  count(): number {
    const count = this.varint();
    if (count > this.bytes.length - this.at) throw endsEarly();
    return count;
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  skip(count: number): void {
    if (this.at + count > this.bytes.length) throw endsEarly();
    this.at += count;
  }
}

function endsEarly(): DamagedSectionError {
  return new DamagedSectionError('its data ends too early');
}

export function hexOf(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('hex');
}

/** The bytes of a typed array, without copying. */
export function bytesOf(array: Int8Array | Uint32Array | Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

// A flag for each row: a byte in memory, a bit in the file, lowest bit first.

export function bitsToBytes(bits: Uint8Array, rows: number): Uint8Array {
  const bytes = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) bytes[row] = ((bits[row >> 3] ?? 0) >> (row & 7)) & 1;
  return bytes;
}

export function bytesToBits(bytes: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(bytes.length / 8));
  for (let row = 0; row < bytes.length; row++)
    if (bytes[row]) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}
