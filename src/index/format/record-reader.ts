/** Reads one record of an open file and checks every byte. */
import { readSync } from 'node:fs';
import { crc32 } from '../../shared/crc';
import { unpackFourBits } from '../vectors/four-bit-values';
import type { VectorBlock, VectorSpace } from '../vectors/vector-space';
import type { Generation } from './header';
import {
  decodeDirectory,
  decodeRecordHeader,
  directoryBytes,
  isSameGeneration,
  paddedLength,
  type RecordHeader,
  recordHeaderBytes,
  type SectionName,
  sectionNameOf,
} from './log-record';

export interface ReadRecord {
  readonly header: RecordHeader;
  /** As in the file: records with the same header are the same. */
  readonly headerBytes: Uint8Array;
  readonly length: number;
  /** The sections that this version knows, without the `vectors` of a segment. */
  readonly sections: ReadonlyMap<SectionName, Uint8Array>;
  readonly vectors: VectorBlock | undefined;
}

/** Undefined: there is no complete record here. Then src/index/format/recover-records.ts can find what is left of it. */
export function readRecord(
  fd: number,
  at: number,
  fileSize: number,
  generation: Generation,
  space: VectorSpace,
): ReadRecord | undefined {
  const headerBytes = new Uint8Array(recordHeaderBytes);
  if (!readFully(fd, headerBytes, at)) return undefined;
  const header = decodeRecordHeader(headerBytes, 'head');
  if (!header || !isSameGeneration(header.generation, generation)) return undefined;
  if (at + recordHeaderBytes + header.payload > fileSize) return undefined;
  const start = at + recordHeaderBytes;
  const directory = new Uint8Array(directoryBytes(header));
  const entries =
    directory.length <= header.payload && readFully(fd, directory, start) && decodeDirectory(directory, header);
  if (!entries) return undefined;
  const sections = new Map<SectionName, Uint8Array>();
  let vectors: VectorBlock | undefined;
  let offset = directory.length;
  for (const entry of entries) {
    const name = sectionNameOf(entry.number);
    const isFourBits = name === 'fourBitVectors';
    const isSpace = (name === 'vectors' || isFourBits) && header.type !== 'fill';
    const isInside = entry.offset === offset && entry.offset + paddedLength(entry.length) <= header.payload;
    const length = isFourBits ? 2 * entry.length : entry.length;
    if (isInside && isSpace) vectors = space.allocate(length);
    const bytes = isInside ? (isSpace && vectors ? vectors.bytes : new Uint8Array(length)) : undefined;
    const read = isFourBits ? readFourBits : readChecked;
    if (!bytes || !read(fd, bytes, start + entry.offset, entry.crc)) {
      vectors?.free();
      return undefined;
    }
    // What is there for damaged files is only checked.
    if (name && !isSpace && name !== 'blocks' && name !== 'parity') sections.set(isFourBits ? 'vectors' : name, bytes);
    offset += paddedLength(entry.length);
  }
  if (!hasSameEnd(fd, start + offset, directory, headerBytes)) {
    vectors?.free();
    return undefined;
  }
  return { header, headerBytes, length: recordHeaderBytes + header.payload, sections, vectors };
}

/** The directory and the header are there once more at the end; only the magic and the CRC of the header differ. */
function hasSameEnd(fd: number, at: number, directory: Uint8Array, headerBytes: Uint8Array): boolean {
  const end = new Uint8Array(directory.length + recordHeaderBytes);
  if (!readFully(fd, end, at)) return false;
  const tail = end.subarray(directory.length);
  return (
    Buffer.compare(end.subarray(0, directory.length), directory) === 0 &&
    Buffer.compare(tail.subarray(4, 60), headerBytes.subarray(4, 60)) === 0 &&
    decodeRecordHeader(tail, 'tail') !== undefined
  );
}

/** Small pieces: when they are checked right after reading, they are still in the processor's cache. */
const pieceBytes = 2 ** 18;

/** Reads a section and the zeros that pad it. */
function readChecked(fd: number, bytes: Uint8Array, at: number, expected: number): boolean {
  let crc = 0;
  for (let done = 0; done < bytes.length; done += pieceBytes) {
    const piece = bytes.subarray(done, done + pieceBytes);
    if (!readFully(fd, piece, at + done)) return false;
    crc = crc32(piece, crc);
  }
  const rest = new Uint8Array(paddedLength(bytes.length) - bytes.length);
  return readFully(fd, rest, at + bytes.length) && crc32(rest, crc) === expected;
}

/** The same for values of four bits, which become int8. */
function readFourBits(fd: number, values: Uint8Array, at: number, expected: number): boolean {
  const length = values.length / 2;
  const piece = new Uint8Array(Math.min(length, pieceBytes));
  let crc = 0;
  for (let done = 0; done < length; done += piece.length) {
    const packed = piece.subarray(0, length - done);
    if (!readFully(fd, packed, at + done)) return false;
    crc = crc32(packed, crc);
    unpackFourBits(packed, values.subarray(2 * done, 2 * (done + packed.length)));
  }
  const rest = new Uint8Array(paddedLength(length) - length);
  return readFully(fd, rest, at + length) && crc32(rest, crc) === expected;
}

/** Returns false if the file ends too early. */
export function readFully(fd: number, bytes: Uint8Array, at: number): boolean {
  for (let done = 0; done < bytes.length; ) {
    const count = readSync(fd, bytes, done, bytes.length - done, at + done);
    if (count === 0) return false;
    done += count;
  }
  return true;
}
