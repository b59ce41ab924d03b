/**
 * The bytes of a section: in memory, or in the file, where each part is read when it is needed. Parts are read in whole blocks, and the
 * CRC of each block is checked whenever it is read, so no byte is used that is not as it was written.
 */
import { crc32 } from '../../shared/crc';
import { blockBytes } from '../format/block-guard';
import type { SectionName } from '../format/log-record';
import { unpackFourBits } from '../vectors/four-bit-values';
import type { RecordFile } from './record-file';

export interface SectionSource {
  readonly length: number;
  /** Bytes that stay in memory. */
  readonly memory: number;
  /** Not to be changed. @throws ChangedFileError */
  read(from: number, to: number): Uint8Array;
  /** The same for parts that are not needed again soon. */
  readOnce(from: number, to: number): Uint8Array;
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
}

/** The blocks of a record's body. */
export interface CheckedBody {
  readonly file: RecordFile;
  /** Place in the file, and length. */
  readonly start: number;
  readonly length: number;
  /** The CRC-32 of each block. */
  readonly crcs: Uint32Array;
}

/** Small parts are read together with their neighbours, which are often needed next: words are merged in the order of the file. */
const windowBytes = 2 ** 14;

export class FileSection implements SectionSource {
  readonly memory = 0;

  /** @param start place in the body. */
  constructor(
    private readonly body: CheckedBody,
    private readonly start: number,
    readonly length: number,
  ) {}

  read(from: number, to: number): Uint8Array {
    const first = Math.floor(from / windowBytes) * windowBytes;
    const end = Math.min(this.length, first + windowBytes);
    if (to > end) return this.recent(from, to);
    return this.recent(first, end).subarray(from - first, to - first);
  }

  private recent(from: number, to: number): Uint8Array {
    return this.body.file.recent(this.body.start + this.start + from, to - from, () => this.readOnce(from, to));
  }

  readOnce(from: number, to: number): Uint8Array {
    const { file, start, length, crcs } = this.body;
    const first = Math.floor((this.start + from) / blockBytes);
    const end = Math.min(length, Math.ceil((this.start + to) / blockBytes) * blockBytes);
    const bytes = new Uint8Array(Math.max(0, end - first * blockBytes));
    file.read(bytes, start + first * blockBytes);
    for (let at = 0, block = first; at < bytes.length; at += blockBytes, block++)
      if (crc32(bytes.subarray(at, at + blockBytes)) !== crcs[block]) throw file.changed();
    const skipped = this.start + from - first * blockBytes;
    return bytes.subarray(skipped, skipped + to - from);
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
