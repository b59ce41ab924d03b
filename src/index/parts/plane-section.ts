/** Vectors that are divided into high and low bits (bit-planes.ts), as int8. Parts begin and end with rows. */

import { DamagedSectionError } from '../damaged-section';
import { readRows, type SectionSource } from '../format/section-source';
import { highBlockBytes, highBytes, lowRowBytes, packHighBits, unpackPlaneRow } from '../vectors/bit-planes';
import { ROWS_PER_BLOCK } from '../vectors/scan-kernel';
import type { CodeSource } from '../vectors/scan-segments';

/** Blocks of rows whose high bits are made at once. */
const blocksPerPiece = 64;

/** The high bits of vectors that are stored whole, with two values in a byte. They are made when they are read. */
export class MadeHighBits implements CodeSource {
  readonly length: number;

  constructor(
    private readonly packed: SectionSource,
    private readonly dimensions: number,
  ) {
    this.length = highBytes((2 * packed.length) / dimensions, dimensions);
  }

  /** @param from where a block begins. @param target ends with a block. */
  readInto(from: number, target: Uint8Array): void {
    const { packed, dimensions } = this;
    const highPiece = blocksPerPiece * highBlockBytes(dimensions);
    // High bits are half of what is stored.
    for (let at = 0; at < target.length; at += highPiece) {
      const start = 2 * (from + at);
      const high = target.subarray(at, at + highPiece).fill(0);
      packHighBits(packed.readOnce(start, Math.min(packed.length, start + 2 * high.length)), dimensions, high);
    }
  }
}

export class PlaneSection implements SectionSource {
  readonly length: number;

  /** @throws DamagedSectionError if the sections contradict each other. */
  constructor(
    private readonly high: SectionSource,
    private readonly low: SectionSource,
    rows: number,
    private readonly dimensions: number,
  ) {
    this.length = rows * dimensions;
    if (high.length !== highBytes(rows, dimensions) || low.length !== rows * lowRowBytes(dimensions))
      throw new DamagedSectionError('the bits of its vectors contradict its rows');
  }

  get memory(): number {
    return this.high.memory + this.low.memory;
  }

  read(from: number, to: number): Uint8Array {
    return this.unpacked(from, to, (bits, start, end) => bits.read(start, end));
  }

  readOnce(from: number, to: number): Uint8Array {
    return this.unpacked(from, to, (bits, start, end) => bits.readOnce(start, end));
  }

  private unpacked(
    from: number,
    to: number,
    read: (bits: SectionSource, start: number, end: number) => Uint8Array,
  ): Uint8Array {
    const { dimensions } = this;
    const [first, end] = [from / dimensions, to / dimensions];
    const block = Math.floor(first / ROWS_PER_BLOCK);
    const blockBytes = highBlockBytes(dimensions);
    const lowBytes = lowRowBytes(dimensions);
    const high = read(this.high, block * blockBytes, Math.ceil(end / ROWS_PER_BLOCK) * blockBytes);
    const low = read(this.low, first * lowBytes, end * lowBytes);
    const values = new Int8Array(to - from);
    for (let row = first, at = 0; row < end; row++, at++)
      unpackPlaneRow(
        { high, block },
        low.subarray(at * lowBytes, (at + 1) * lowBytes),
        row,
        values.subarray(at * dimensions, (at + 1) * dimensions),
      );
    return new Uint8Array(values.buffer);
  }

  readInto(from: number, target: Uint8Array): void {
    target.set(this.readOnce(from, from + target.length));
  }

  /** The values of given rows, in their order. @param high all high bits. */
  readRows(rows: Uint32Array, target: Int8Array, high: Uint8Array): void {
    const { dimensions } = this;
    readRows(this.low, rows, lowRowBytes(dimensions), (place, low) =>
      unpackPlaneRow(
        { high, block: 0 },
        low,
        rows[place] ?? 0,
        target.subarray(place * dimensions, (place + 1) * dimensions),
      ),
    );
  }
}
