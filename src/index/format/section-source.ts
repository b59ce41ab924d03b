/**
 * The bytes of a section: in memory, or in the file, where each part is read when it is needed. Parts are read in whole blocks, and the
 * CRC of each block is checked whenever it is read, so no byte is used that is not as it was written.
 */

import { unpackFourBits } from '../vectors/four-bit-values';
import { areWholeBlocks, blockBytes, type SectionName } from './log-record';
import type { RecordFile } from './record-file';

export interface SectionSource {
  readonly length: number;
  /** Bytes that stay in memory. */
  readonly memory: number;
  /** Not to be changed. @throws ChangedFileError */
  read(from: number, to: number): Uint8Array;
  /** The same for parts that are not needed again soon. */
  readOnce(from: number, to: number): Uint8Array;
  /** The same into given bytes, as many as fit: those of a large part are not copied. */
  readInto(from: number, target: Uint8Array): void;
}

export type SectionSources = ReadonlyMap<SectionName, SectionSource>;

export class MemorySection implements SectionSource {
  constructor(private readonly bytes: Uint8Array) {}

  get length(): number {
    return this.bytes.length;
  }

  get memory(): number {
    return this.bytes.length;
  }

  read(from: number, to: number): Uint8Array {
    return from === 0 && to === this.bytes.length ? this.bytes : this.bytes.subarray(from, to);
  }

  readOnce(from: number, to: number): Uint8Array {
    return this.read(from, to);
  }

  readInto(from: number, target: Uint8Array): void {
    target.set(this.read(from, from + target.length));
  }
}

/** The blocks of a record's body. */
interface CheckedBody {
  readonly file: RecordFile;
  /** Place in the file, and length. */
  readonly start: number;
  readonly length: number;
  /** The CRC-32 of each block. */
  readonly crcs: Uint32Array;
}

/** Small parts are read together with their neighbours, which are often needed next: words are merged in the order of the file. */
const defaultWindowBytes = 2 ** 14;
/** Read and checked at once: then the bytes are still in the processor's cache when they are checked. */
const pieceBytes = 2 ** 18;

export class FileSection implements SectionSource {
  readonly memory = 0;

  /** @param start place in the body. @param windowBytes bytes that are read together; a multiple of those of a block. */
  constructor(
    private readonly body: CheckedBody,
    private readonly start: number,
    readonly length: number,
    private readonly windowBytes = defaultWindowBytes,
  ) {}

  read(from: number, to: number): Uint8Array {
    const { windowBytes } = this;
    // Windows begin where blocks do: then no block is read twice.
    const skipped = this.start % windowBytes;
    const window = Math.floor((from + skipped) / windowBytes) * windowBytes - skipped;
    const first = Math.max(0, window);
    const end = Math.min(this.length, window + windowBytes);
    if (to > end) return this.recent(from, to);
    return this.recent(first, end).subarray(from - first, to - first);
  }

  private recent(from: number, to: number): Uint8Array {
    return this.body.file.recent(this.body.start + this.start + from, to - from, () => this.readOnce(from, to));
  }

  readOnce(from: number, to: number): Uint8Array {
    const bytes = this.checked(from, to);
    if (!bytes) throw this.body.file.changed();
    return bytes;
  }

  readInto(from: number, target: Uint8Array): void {
    const begin = this.start + from;
    const end = begin + target.length;
    // Whole blocks are read to their place; only what shares its block with other bytes is copied.
    const first = Math.min(end, Math.ceil(begin / blockBytes) * blockBytes);
    const last = end === this.body.length ? end : Math.max(first, Math.floor(end / blockBytes) * blockBytes);
    if (begin < first) target.set(this.readOnce(from, first - this.start));
    for (let at = first; at < last; at += pieceBytes)
      if (!this.readBlocks(at, target.subarray(at - begin, Math.min(last, at + pieceBytes) - begin)))
        throw this.body.file.changed();
    if (last < end) target.set(this.readOnce(last - this.start, end - this.start), last - begin);
  }

  /** Are all bytes as they were written? */
  isWhole(): boolean {
    for (let from = 0; from < this.length; from += pieceBytes)
      if (!this.checked(from, Math.min(this.length, from + pieceBytes))) return false;
    return true;
  }

  /** Undefined: they are not as they were written. */
  checked(from = 0, to = this.length): Uint8Array | undefined {
    const { length } = this.body;
    const first = Math.floor((this.start + from) / blockBytes) * blockBytes;
    const end = Math.min(length, Math.ceil((this.start + to) / blockBytes) * blockBytes);
    const bytes = new Uint8Array(Math.max(0, end - first));
    const skipped = this.start + from - first;
    return this.readBlocks(first, bytes) ? bytes.subarray(skipped, skipped + to - from) : undefined;
  }

  /** Returns false if they are not as they were written. @param at place in the body, where a block begins. @param bytes end with a block. */
  private readBlocks(at: number, bytes: Uint8Array): boolean {
    const { file, start, crcs } = this.body;
    file.read(bytes, start + at);
    return areWholeBlocks(bytes, crcs, at / blockBytes);
  }
}

/** Values of four bits (four-bit-values.ts) as int8. Parts begin and end at even places. */
export class FourBitSection implements SectionSource {
  constructor(readonly packed: SectionSource) {}

  get length(): number {
    return 2 * this.packed.length;
  }

  get memory(): number {
    return this.packed.memory;
  }

  read(from: number, to: number): Uint8Array {
    return unpacked(this.packed.read(from / 2, to / 2));
  }

  readOnce(from: number, to: number): Uint8Array {
    return unpacked(this.packed.readOnce(from / 2, to / 2));
  }

  readInto(from: number, target: Uint8Array): void {
    target.set(this.readOnce(from, from + target.length));
  }
}

function unpacked(packed: Uint8Array): Uint8Array {
  const values = new Uint8Array(2 * packed.length);
  unpackFourBits(packed, values);
  return values;
}

export function inMemory(sections: Iterable<readonly [SectionName, Uint8Array]>): Map<SectionName, SectionSource> {
  return new Map(Array.from(sections, ([name, bytes]) => [name, new MemorySection(bytes)] as const));
}

/** All bytes of a section; none if it is absent. */
export function wholeSection(sections: SectionSources, name: SectionName): Uint8Array {
  const source = sections.get(name);
  return source ? source.readOnce(0, source.length) : new Uint8Array(0);
}

/** Rows closer than this are read together. */
const maxGap = 2 ** 13;
const maxTogether = 2 ** 20;

/**
 * Reads rows of fixed length, in any order: those that are near each other at once.
 * @param take gets the place of a row in `rows`, and its bytes.
 */
export function readRows(
  source: SectionSource,
  rows: Uint32Array,
  rowBytes: number,
  take: (place: number, bytes: Uint8Array) => void,
): void {
  const count = rows.length;
  // Row and place as one number, since sorting numbers is much faster than sorting by comparing.
  const order = Float64Array.from(rows, (row, place) => row * count + place).sort();
  const rowAt = (i: number): number => Math.floor((order[i] ?? 0) / count);
  for (let first = 0, next = 0; first < count; first = next) {
    const from = rowAt(first) * rowBytes;
    let to = from;
    for (; next < count; next++) {
      const start = rowAt(next) * rowBytes;
      if (start - to > maxGap || start + rowBytes - from > Math.max(maxTogether, rowBytes)) break;
      to = start + rowBytes;
    }
    const bytes = source.readOnce(from, to);
    for (let i = first; i < next; i++) {
      const row = rowAt(i);
      const at = row * rowBytes - from;
      take((order[i] ?? 0) - row * count, bytes.subarray(at, at + rowBytes));
    }
  }
}
