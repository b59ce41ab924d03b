/**
 * A record: a header of 64 bytes, a directory, and the body: sections, each beginning on a 64-byte boundary of the file. The directory
 * has a u32 number and a u64 length for each section, in their order, and then a u32 for each kilobyte of the body, its CRC-32. The header
 * has its own CRC and that of the directory. So every byte of a record is checked, and a reader can take a part of a section from the
 * file, and check that part alone.
 */
import { crc32 } from '../../shared/crc';
import { packFourBits } from '../vectors/four-bit-values';
import type { Generation } from './header';

export const recordHeaderBytes = 64;
const entryBytes = 12;
const recordMagic = Buffer.from('CGXr');
const align = 64;
export const blockBytes = 1024;

/** `about`: the settings of the index. `fill`: vectors of a segment that was written without them. */
const recordTypes = { about: 1, segment: 2, fill: 3 } as const;
export type RecordType = keyof typeof recordTypes;

/** The numbers in the directory. */
const sectionNumbers = {
  about: 1,
  removed: 2,
  current: 3,
  files: 4,
  strings: 5,
  ids: 6,
  hashes: 8,
  kinds: 9,
  rows: 10,
  vectors: 11,
  fourBitVectors: 12,
  highBits: 13,
  lowBits: 14,
  scales: 16,
  missing: 17,
  target: 18,
  notes: 19,
  links: 20,
  terms: 21,
  postings: 22,
  lengths: 23,
} as const;
export type SectionName = keyof typeof sectionNumbers;

const sectionNames = new Map<number, SectionName>(
  Object.entries(sectionNumbers).flatMap(([name, number]) => (isSection(name) ? [[number, name]] : [])),
);

function isSection(name: string): name is SectionName {
  return name in sectionNumbers;
}

export type SectionBytes = Uint8Array | SectionPieces;

/** Bytes that are too many for the memory. */
interface SectionPieces {
  readonly length: number;
  /** Called twice: for the CRCs and for writing. */
  pieces(): Iterable<Uint8Array>;
}

export interface RecordHeader {
  readonly type: RecordType;
  /** 1 for the first record of a file, and one more for each further record. */
  readonly sequence: number;
  readonly sections: number;
  readonly directoryCrc: number;
  /** Bytes of the sections, a multiple of 64. */
  readonly body: number;
  /** Bytes after the header, including the directory; a multiple of 64. */
  readonly payload: number;
  /** Living files of the index after this record: says how many are missing if records are lost. */
  readonly files: number;
}

interface SectionEntry {
  readonly name: SectionName;
  /** In the body. */
  readonly offset: number;
  readonly length: number;
}

function paddedLength(length: number): number {
  return Math.ceil(length / align) * align;
}

interface NewRecord {
  readonly type: RecordType;
  readonly sequence: number;
  readonly generation: Generation;
  /** Living files of the index after this record. */
  readonly files: number;
  readonly sections: Iterable<readonly [SectionName, SectionBytes]>;
}

/** Encodes a record as pieces to write one after the other, and their total length in bytes. */
export function encodeRecord(record: NewRecord): { readonly length: number; pieces(): Generator<Uint8Array> } {
  const content = [...record.sections].map(withFewBits);
  const body = content.reduce((sum, [, { length }]) => sum + paddedLength(length), 0);
  const sums = new BlockSums(body);
  for (const [, bytes] of content) for (const piece of paddedPieces(bytes)) sums.add(piece);
  const directory = Buffer.alloc(directoryBytes(content.length, body));
  for (const [i, [name, { length }]] of content.entries()) {
    directory.writeUInt32LE(sectionNumbers[name], entryBytes * i);
    directory.writeBigUInt64LE(BigInt(length), entryBytes * i + 4);
  }
  directory.set(new Uint8Array(sums.crcs.buffer), content.length * entryBytes);
  return {
    length: recordHeaderBytes + directory.length + body,
    *pieces() {
      yield encodeRecordHeader(record, content.length, body, directory);
      yield directory;
      for (const [, bytes] of content) yield* paddedPieces(bytes);
    },
  };
}

/** Vectors whose values fit four bits are written with four (four-bit-values.ts). */
function withFewBits(section: readonly [SectionName, SectionBytes]): readonly [SectionName, SectionBytes] {
  const [name, bytes] = section;
  if (name !== 'vectors') return section;
  if (bytes instanceof Uint8Array) {
    const packed = packFourBits(bytes);
    return packed ? ['fourBitVectors', packed] : section;
  }
  for (const piece of bytes.pieces()) if (!packFourBits(piece)) return section;
  const packed: SectionPieces = {
    length: bytes.length / 2,
    *pieces() {
      for (const piece of bytes.pieces()) yield packFourBits(piece) ?? piece;
    },
  };
  return ['fourBitVectors', packed];
}

function encodeRecordHeader(
  { type, sequence, generation, files }: NewRecord,
  sections: number,
  body: number,
  directory: Uint8Array,
): Uint8Array {
  const header = Buffer.alloc(recordHeaderBytes);
  recordMagic.copy(header);
  header.writeUInt32LE(recordTypes[type], 4);
  header.writeBigUInt64LE(BigInt(directory.length + body), 8);
  header.writeUInt32LE(sequence, 16);
  header.writeUInt32LE(sections, 20);
  header.writeUInt32LE(crc32(directory), 24);
  header.writeUInt32LE(generation.count, 28);
  header.writeUInt32LE(generation.random, 32);
  header.writeUInt32LE(files, 36);
  header.writeBigUInt64LE(BigInt(body), 40);
  header.writeUInt32LE(crc32(header.subarray(0, 60)), 60);
  return header;
}

/** Undefined: these are not the first 64 bytes of a record. */
export function decodeRecordHeader(
  source: Uint8Array,
): (RecordHeader & { readonly generation: Generation }) | undefined {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (bytes.length < recordHeaderBytes || !bytes.subarray(0, 4).equals(recordMagic)) return undefined;
  if (bytes.readUInt32LE(60) !== crc32(bytes.subarray(0, 60))) return undefined;
  const type = typeOf(bytes.readUInt32LE(4));
  if (!type) return undefined;
  return {
    type,
    sequence: bytes.readUInt32LE(16),
    sections: bytes.readUInt32LE(20),
    directoryCrc: bytes.readUInt32LE(24),
    payload: Number(bytes.readBigUInt64LE(8)),
    files: bytes.readUInt32LE(36),
    body: Number(bytes.readBigUInt64LE(40)),
    generation: { count: bytes.readUInt32LE(28), random: bytes.readUInt32LE(32) },
  };
}

export function isSameGeneration(a: Generation, b: Generation): boolean {
  return a.count === b.count && a.random === b.random;
}

export function directoryBytes(sections: number, body: number): number {
  return paddedLength(sections * entryBytes + 4 * Math.ceil(body / blockBytes));
}

/** Undefined: it is not as it was written. */
export function decodeDirectory(source: Uint8Array, { sections, directoryCrc, body }: RecordHeader) {
  if (source.length !== directoryBytes(sections, body) || crc32(source) !== directoryCrc) return undefined;
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const entries: SectionEntry[] = [];
  let offset = 0;
  for (let at = 0; at < sections * entryBytes; at += entryBytes) {
    const name = sectionNames.get(bytes.readUInt32LE(at));
    const length = Number(bytes.readBigUInt64LE(at + 4));
    if (!name || offset + length > body) return undefined;
    entries.push({ name, offset, length });
    offset += paddedLength(length);
  }
  if (offset !== body) return undefined;
  const sums = bytes.subarray(sections * entryBytes, sections * entryBytes + 4 * Math.ceil(body / blockBytes));
  // A copy, since they may begin at any byte.
  return { entries, crcs: new Uint32Array(new Uint8Array(sums).buffer) };
}

/** A section and the zeros that pad it. */
function* paddedPieces(bytes: SectionBytes): Generator<Uint8Array> {
  let length = 0;
  for (const piece of bytes instanceof Uint8Array ? [bytes] : bytes.pieces()) {
    length += piece.length;
    yield piece;
  }
  if (length !== bytes.length) throw new RangeError(`a section of ${bytes.length} bytes has ${length}`);
  yield zeros(length);
}

/** The padding of a section up to the next boundary. */
function zeros(length: number): Uint8Array {
  return new Uint8Array(paddedLength(length) - length);
}

function typeOf(number: number): RecordType | undefined {
  const types: readonly RecordType[] = ['about', 'segment', 'fill'];
  return types.find((type) => recordTypes[type] === number);
}

/** The CRC-32 of each block of a body, which comes in pieces of any size. */
class BlockSums {
  readonly crcs: Uint32Array;
  private at = 0;

  constructor(bodyBytes: number) {
    this.crcs = new Uint32Array(Math.ceil(bodyBytes / blockBytes));
  }

  add(piece: Uint8Array): void {
    for (let from = 0; from < piece.length; ) {
      const block = Math.floor(this.at / blockBytes);
      const count = Math.min((block + 1) * blockBytes - this.at, piece.length - from);
      this.crcs[block] = crc32(piece.subarray(from, from + count), this.crcs[block]);
      from += count;
      this.at += count;
    }
  }
}

/** Do blocks have their CRCs? @param bytes begin with the block `first`. @param crcs of all blocks. */
export function areWholeBlocks(bytes: Uint8Array, crcs: Uint32Array, first: number): boolean {
  for (let from = 0, block = first; from < bytes.length; from += blockBytes, block++)
    if (crc32(bytes.subarray(from, from + blockBytes)) !== crcs[block]) return false;
  return true;
}
