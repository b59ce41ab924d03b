/**
 * A record: a header of 64 bytes, a directory of sections, and the sections, each beginning on a 64-byte boundary of the file. The
 * header has its own CRC and that of the directory; the directory has the CRC of each section including its padding. So every byte
 * of a record is checked.
 */
import { crc32 } from '../../shared/crc';
import type { Generation } from './header';

export const recordHeaderBytes = 64;
const entryBytes = 32;
const magic = 0x52584743; // "CGXR"
const align = 64;

/** `about`: the settings of the index. `base` and `delta`: a segment. `fill`: vectors of a segment that was written without them. */
const recordTypes = { about: 1, base: 2, delta: 3, fill: 4 } as const;
export type RecordType = keyof typeof recordTypes;

/** The numbers in the directory. */
export const sectionNumbers = {
  about: 1,
  removed: 2,
  files: 3,
  strings: 4,
  ids: 5,
  hashes: 6,
  kinds: 7,
  rows: 8,
  vectors: 9,
  scales: 10,
  missing: 11,
  terms: 12,
  postings: 13,
  lengths: 14,
  target: 15,
  stamped: 16,
  times: 17,
  notes: 18,
} as const;
export type SectionName = keyof typeof sectionNumbers;

/** Bytes, or a function that gives them in pieces; it is called twice, for the CRC and for writing. */
export type SectionBytes = Uint8Array | (() => Iterable<Uint8Array>);

export interface RecordHeader {
  readonly type: RecordType;
  /** 1 for the first record of a file, and one more for each further record. */
  readonly sequence: number;
  readonly sections: number;
  readonly directoryCrc: number;
  /** Bytes after the header, including the directory; a multiple of 64. */
  readonly payload: number;
}

interface SectionEntry {
  readonly number: number;
  readonly crc: number;
  /** From the end of the record's header. */
  readonly offset: number;
  readonly length: number;
}

export function paddedLength(length: number): number {
  return Math.ceil(length / align) * align;
}

/** Encodes a record as pieces to write one after the other, and their total length in bytes. */
export function encodeRecord(
  type: RecordType,
  sequence: number,
  generation: Generation,
  sections: Iterable<readonly [SectionName, SectionBytes]>,
): { readonly length: number; pieces(): Generator<Uint8Array> } {
  const list = [...sections];
  const directory = Buffer.alloc(paddedLength(list.length * entryBytes));
  let offset = directory.length;
  list.forEach(([name, bytes], i) => {
    let length = 0;
    let crc = 0;
    for (const piece of piecesOf(bytes)) {
      length += piece.length;
      crc = crc32(piece, crc);
    }
    crc = crc32(zeros(length), crc);
    directory.writeUInt32LE(sectionNumbers[name], entryBytes * i);
    directory.writeUInt32LE(crc, entryBytes * i + 4);
    directory.writeBigUInt64LE(BigInt(offset), entryBytes * i + 8);
    directory.writeBigUInt64LE(BigInt(length), entryBytes * i + 16);
    offset += paddedLength(length);
  });
  const header = Buffer.alloc(recordHeaderBytes);
  header.writeUInt32LE(magic, 0);
  header.writeUInt32LE(recordTypes[type], 4);
  header.writeBigUInt64LE(BigInt(offset), 8);
  header.writeUInt32LE(sequence, 16);
  header.writeUInt32LE(list.length, 20);
  header.writeUInt32LE(crc32(directory), 24);
  header.writeUInt32LE(generation.count, 28);
  header.writeUInt32LE(generation.random, 32);
  header.writeUInt32LE(crc32(header.subarray(0, 60)), 60);
  return {
    length: recordHeaderBytes + offset,
    *pieces() {
      yield header;
      yield directory;
      for (const [, bytes] of list) {
        let length = 0;
        for (const piece of piecesOf(bytes)) {
          length += piece.length;
          yield piece;
        }
        yield zeros(length);
      }
    },
  };
}

/** Undefined: there is no record of this file here. */
export function decodeRecordHeader(source: Uint8Array, generation: Generation): RecordHeader | undefined {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (bytes.length < recordHeaderBytes || bytes.readUInt32LE(0) !== magic) return undefined;
  if (bytes.readUInt32LE(60) !== crc32(bytes.subarray(0, 60))) return undefined;
  if (bytes.readUInt32LE(28) !== generation.count || bytes.readUInt32LE(32) !== generation.random) return undefined;
  const type = typeOf(bytes.readUInt32LE(4));
  if (!type) return undefined;
  return {
    type,
    sequence: bytes.readUInt32LE(16),
    sections: bytes.readUInt32LE(20),
    directoryCrc: bytes.readUInt32LE(24),
    payload: Number(bytes.readBigUInt64LE(8)),
  };
}

export function directoryBytes(header: RecordHeader): number {
  return paddedLength(header.sections * entryBytes);
}

export function decodeDirectory(source: Uint8Array, header: RecordHeader): SectionEntry[] | undefined {
  if (crc32(source) !== header.directoryCrc) return undefined;
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  return Array.from({ length: header.sections }, (_, i) => ({
    number: bytes.readUInt32LE(entryBytes * i),
    crc: bytes.readUInt32LE(entryBytes * i + 4),
    offset: Number(bytes.readBigUInt64LE(entryBytes * i + 8)),
    length: Number(bytes.readBigUInt64LE(entryBytes * i + 16)),
  }));
}

function piecesOf(bytes: SectionBytes): Iterable<Uint8Array> {
  return typeof bytes === 'function' ? bytes() : [bytes];
}

/** The padding of a section up to the next boundary. */
function zeros(length: number): Uint8Array {
  return new Uint8Array(paddedLength(length) - length);
}

function typeOf(number: number): RecordType | undefined {
  const types: readonly RecordType[] = ['about', 'base', 'delta', 'fill'];
  return types.find((type) => recordTypes[type] === number);
}
