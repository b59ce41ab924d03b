/**
 * A record: a header of 64 bytes, a directory of sections, and the sections, each beginning on a 64-byte boundary of the file. The
 * header has its own CRC and that of the directory; the directory has the CRC of each section including its padding. So every byte
 * of a record is checked. The first and the last section are for damaged files (block-guard.ts); after them come the directory and the
 * header once more, so that a record whose beginning is gone is still found, from its end.
 */
import { crc32 } from '../../shared/crc';
import { packFourBits } from '../vectors/four-bit-values';
import { GuardMaker } from './block-guard';
import type { Generation } from './header';

export const recordHeaderBytes = 64;
const entryBytes = 24;
/** At the beginning of a record, and of its last 64 bytes. */
export const recordMagic = { head: Buffer.from('CGXr'), tail: Buffer.from('CGXe') };
export type RecordEnd = keyof typeof recordMagic;
const align = 64;

/** `about`: the settings of the index. `base` and `delta`: a segment. `fill`: vectors of a segment that was written without them. */
const recordTypes = { about: 1, base: 2, delta: 3, fill: 4 } as const;
export type RecordType = keyof typeof recordTypes;

/** The numbers in the directory. */
const sectionNumbers = {
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
  blocks: 19,
  parity: 20,
  origin: 21,
  links: 22,
  sharedTimes: 23,
  revived: 24,
  fourBitVectors: 25,
  codes: 26,
  highBits: 27,
  lowBits: 28,
  ownIds: 29,
} as const;
export type SectionName = keyof typeof sectionNumbers;

const sectionNames = new Map<number, SectionName>(
  Object.entries(sectionNumbers).flatMap(([name, number]) => (isSection(name) ? [[number, name]] : [])),
);

function isSection(name: string): name is SectionName {
  return name in sectionNumbers;
}

/** Undefined: this version does not know it. */
export function sectionNameOf(number: number): SectionName | undefined {
  return sectionNames.get(number);
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
  /** Bytes after the header, including the directory; a multiple of 64. */
  readonly payload: number;
  /** Living files of the index after this record: says how many are missing if records are lost. */
  readonly files: number;
}

export interface SectionEntry {
  readonly number: number;
  readonly crc: number;
  /** From the end of the record's header. */
  readonly offset: number;
  readonly length: number;
}

export function paddedLength(length: number): number {
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
  const guard = new GuardMaker(content.reduce((sum, [, { length }]) => sum + paddedLength(length), 0));
  const measured = content.map(([name, bytes]) => ({ name, ...measure(bytes, guard) }));
  const { blocks, parity } = guard.finish();
  const all = [
    { name: 'blocks' as const, ...measure(blocks) },
    ...measured,
    { name: 'parity' as const, ...measure(parity) },
  ];
  const directory = Buffer.alloc(paddedLength(all.length * entryBytes));
  let offset = directory.length;
  all.forEach(({ name, crc, length }, i) => {
    directory.writeUInt32LE(sectionNumbers[name], entryBytes * i);
    directory.writeUInt32LE(crc, entryBytes * i + 4);
    directory.writeBigUInt64LE(BigInt(offset), entryBytes * i + 8);
    directory.writeBigUInt64LE(BigInt(length), entryBytes * i + 16);
    offset += paddedLength(length);
  });
  const payload = offset + directory.length + recordHeaderBytes;
  const header = (end: RecordEnd): Uint8Array => encodeRecordHeader(end, record, all.length, payload, crc32(directory));
  return {
    length: recordHeaderBytes + payload,
    *pieces() {
      yield header('head');
      yield directory;
      yield* paddedPieces(blocks);
      for (const [, bytes] of content) yield* paddedPieces(bytes);
      yield* paddedPieces(parity);
      yield directory;
      yield header('tail');
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
  end: RecordEnd,
  { type, sequence, generation, files }: NewRecord,
  sections: number,
  payload: number,
  directoryCrc: number,
): Uint8Array {
  const header = Buffer.alloc(recordHeaderBytes);
  recordMagic[end].copy(header);
  header.writeUInt32LE(recordTypes[type], 4);
  header.writeBigUInt64LE(BigInt(payload), 8);
  header.writeUInt32LE(sequence, 16);
  header.writeUInt32LE(sections, 20);
  header.writeUInt32LE(directoryCrc, 24);
  header.writeUInt32LE(generation.count, 28);
  header.writeUInt32LE(generation.random, 32);
  header.writeUInt32LE(files, 36);
  header.writeUInt32LE(crc32(header.subarray(0, 60)), 60);
  return header;
}

/** Undefined: these are not the first, or last, 64 bytes of a record. */
export function decodeRecordHeader(
  source: Uint8Array,
  end: RecordEnd,
): (RecordHeader & { readonly generation: Generation }) | undefined {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (bytes.length < recordHeaderBytes || !bytes.subarray(0, 4).equals(recordMagic[end])) return undefined;
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
    generation: { count: bytes.readUInt32LE(28), random: bytes.readUInt32LE(32) },
  };
}

export function isSameGeneration(a: Generation, b: Generation): boolean {
  return a.count === b.count && a.random === b.random;
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

/** @param guard gets the bytes and their padding, too. */
function measure(bytes: SectionBytes, guard?: GuardMaker): { readonly length: number; readonly crc: number } {
  let crc = 0;
  for (const piece of paddedPieces(bytes)) {
    crc = crc32(piece, crc);
    guard?.add(piece);
  }
  return { length: bytes.length, crc };
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
  const types: readonly RecordType[] = ['about', 'base', 'delta', 'fill'];
  return types.find((type) => recordTypes[type] === number);
}
