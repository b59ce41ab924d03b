/** A byte buffer that grows. Numbers are little-endian; a varint has seven bits per byte, lowest first, with the high bit set on all but the last. */
export class GrowingBytes {
  private bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1 << 12) {
    this.bytes = new Uint8Array(capacity);
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.grow(1);
    this.bytes[this.length++] = value;
  }

  /** @param value below 2 ** 31. */
  varint(value: number): void {
    if (this.length + 5 > this.bytes.length) this.grow(5);
    let rest = value;
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  uint32(value: number): void {
    for (let shift = 0; shift < 32; shift += 8) this.byte((value >>> shift) & 255);
  }

  put(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.bytes.length) this.grow(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A view of the bytes written so far, valid until the next write. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** A copy of the bytes written so far. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }

  private grow(more: number): void {
    const bytes = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
  }
}
