/**
 * The vectors of a segment's searched rows. They stay in the file and are read by rows: whoever compares them has its own memory for
 * them. Only those that were made later (`fill` records) are kept here, until compaction.
 */
import { DamagedSectionError } from '../damaged-section';
import { bitsToBytes } from '../format/byte-codec';
import {
  FourBitSection,
  readRows,
  type SectionSource,
  type SectionSources,
  wholeSection,
} from '../format/section-source';
import { highBlockBytes, highBytes, lowRowBytes, packHighBits, unpackPlaneRow } from '../vectors/bit-planes';
import { decodeScales, decodeScalesOf, scaleBytes } from '../vectors/row-scales';
import { ROWS_PER_BLOCK } from '../vectors/scan-kernel';
import type { CodeSource } from '../vectors/scan-segments';

// Vectors that are divided into high and low bits (bit-planes.ts), as int8. Parts begin and end with rows.

/** Blocks of rows whose high bits are made at once. */
const blocksPerPiece = 64;

/** The high bits of vectors that are stored without them. They are made when they are read. */
class MadeHighBits implements CodeSource {
  readonly length: number;

  constructor(
    private readonly values: SectionSource,
    private readonly dimensions: number,
  ) {
    this.length = highBytes(values.length / dimensions, dimensions);
  }

  /** @param from where a block begins. @param target ends with a block. */
  readInto(from: number, target: Uint8Array): void {
    const { values, dimensions } = this;
    const highPiece = blocksPerPiece * highBlockBytes(dimensions);
    // Two bits of eight.
    for (let at = 0; at < target.length; at += highPiece) {
      const start = 4 * (from + at);
      const high = target.subarray(at, at + highPiece).fill(0);
      const bytes = values.readOnce(start, Math.min(values.length, start + 4 * high.length));
      packHighBits(signed(bytes), dimensions, high);
    }
  }
}

class PlaneSection implements SectionSource {
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

export interface StoredVector {
  readonly vector: Int8Array;
  /** 0 if the vector is all zeros: such rows score 0. */
  readonly scale: number;
}

export class StoredVectors {
  /** 1 for rows whose vector is not made yet; undefined: none is missing. */
  missing: Uint8Array | undefined;
  private readonly ownCodes: SectionSource | undefined;
  private readonly values: SectionSource | undefined;
  private readonly planes: PlaneSection | undefined;
  private readonly scales: SectionSource | undefined;
  /** All of them, as they are stored, once rows were read in any order. */
  private scaleCodes: Uint8Array | undefined;
  private readonly late = new Map<number, StoredVector>();

  /** @throws DamagedSectionError if sections contradict each other. */
  constructor(
    rows: number,
    private readonly dimensions: number,
    sections: SectionSources,
  ) {
    const high = sections.get('highBits');
    const low = sections.get('lowBits');
    this.planes = high && low && new PlaneSection(high, low, rows, dimensions);
    this.values = this.planes ?? sections.get('vectors');
    this.scales = sections.get('scales');
    const missing = wholeSection(sections, 'missing');
    if (!this.values) this.missing = rows === 0 ? undefined : new Uint8Array(rows).fill(1);
    else if (missing.length > 0) this.missing = bitsToBytes(missing, rows);
    if (this.values && (this.values.length !== rows * dimensions || this.scales?.length !== scaleBytes * rows))
      throw new DamagedSectionError('its vectors contradict its rows');
    this.ownCodes = high;
    if ((low && !high) || (high && high.length !== highBytes(rows, dimensions)))
      throw new DamagedSectionError('the bits of its vectors contradict its rows');
  }

  /** Does any row have a vector? */
  get areThere(): boolean {
    return this.values !== undefined || this.late.size > 0;
  }

  /** Does every row have one, in the section? */
  get areComplete(): boolean {
    return this.values !== undefined && !this.missing && this.late.size === 0;
  }

  /** The high bits of all rows (bit-planes.ts). Only segments of large indexes have them, and only until vectors are added. */
  get codes(): SectionSource | undefined {
    return this.late.size === 0 ? this.ownCodes : undefined;
  }

  /** The same of vectors that are stored without them; undefined: some are elsewhere. */
  get madeHighBits(): MadeHighBits | undefined {
    const { values, areComplete, dimensions } = this;
    return values && areComplete ? new MadeHighBits(values, dimensions) : undefined;
  }

  /** All vectors with two values in a byte, if that is how they are stored. */
  get packed(): SectionSource | undefined {
    return this.values instanceof FourBitSection && this.areComplete ? this.values.packed : undefined;
  }

  get memory(): number {
    return this.late.size * (this.dimensions + 64) + (this.missing?.length ?? 0) + (this.scaleCodes?.length ?? 0);
  }

  /** Undefined: it is not made yet. */
  at(row: number): StoredVector | undefined {
    if (this.missing?.[row]) return undefined;
    const late = this.late.get(row);
    if (late) return late;
    const { values, scales, dimensions } = this;
    if (!values || !scales) return undefined;
    // Chunks that did not change are asked for in the order of their rows, so what is read with this one is needed next.
    const vector = signed(values.read(row * dimensions, (row + 1) * dimensions));
    return { vector, scale: decodeScales(scales.read(scaleBytes * row, scaleBytes * (row + 1)))[0] ?? 0 };
  }

  /** The vectors of rows [from, to), one after the other; zeros for those that are missing. */
  read(from: number, to: number, target: Int8Array): void {
    const { dimensions, values } = this;
    const step = Math.max(1, Math.floor(pieceBytes / dimensions));
    for (let row = from; row < to; row += step) {
      const end = Math.min(to, row + step);
      const at = (row - from) * dimensions;
      if (values) target.set(signed(values.readOnce(row * dimensions, end * dimensions)), at);
      else target.fill(0, at, at + (end - row) * dimensions);
    }
    this.eachLate(from, to, ({ vector }, row) => target.set(vector, (row - from) * dimensions));
  }

  /** The scales of rows [from, to). */
  readScales(from: number, to: number): Float32Array {
    const scales = this.scales
      ? decodeScales(this.scales.readOnce(scaleBytes * from, scaleBytes * to))
      : new Float32Array(to - from);
    this.eachLate(from, to, ({ scale }, row) => {
      scales[row - from] = scale;
    });
    return scales;
  }

  /** The vectors of given rows, in their order. Returns their scales. @param codes of all rows, if they are in memory. */
  readRows(rows: Uint32Array, target: Int8Array, codes?: Uint8Array): Float32Array {
    const { dimensions, values, planes, late } = this;
    // Rows are all over the segment, so reading only their scales would read nearly all of them every time.
    this.scaleCodes ??= this.scales?.readOnce(0, this.scales.length);
    const scales = this.scaleCodes ? decodeScalesOf(rows, this.scaleCodes) : new Float32Array(rows.length);
    if (planes && codes && late.size === 0) planes.readRows(rows, target, codes);
    else if (values)
      readRows(values, rows, dimensions, (place, bytes) => target.set(signed(bytes), place * dimensions));
    else target.fill(0);
    if (late.size === 0) return scales;
    rows.forEach((row, place) => {
      const made = late.get(row);
      if (!made) return;
      target.set(made.vector, place * dimensions);
      scales[place] = made.scale;
    });
    return scales;
  }

  /** Adds vectors that were made later, for these rows. */
  fill(rows: readonly number[], vectors: Int8Array, scales: Float32Array): void {
    rows.forEach((row, i) => {
      const vector = vectors.slice(i * this.dimensions, (i + 1) * this.dimensions);
      this.late.set(row, { vector, scale: scales[i] ?? 0 });
      if (this.missing) this.missing[row] = 0;
    });
    if (this.missing && !this.missing.includes(1)) this.missing = undefined;
  }

  private eachLate(from: number, to: number, visit: (vector: StoredVector, row: number) => void): void {
    if (this.late.size === 0) return;
    for (const [row, vector] of this.late) if (row >= from && row < to) visit(vector, row);
  }
}

const pieceBytes = 2 ** 18;

function signed(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
