/**
 * Reads one record. Its header, its directory and what every search needs are read and checked at once. The rest can stay in the file,
 * and is then checked when it is read. Vectors always do: a search has them in a memory of its own.
 */
import { crc32 } from '../../shared/crc';
import type { Generation } from './header';
import {
  decodeDirectory,
  decodeRecordHeader,
  directoryBytes,
  isSameGeneration,
  paddedLength,
  type RecordHeader,
  recordHeaderBytes,
  type SectionEntry,
  type SectionName,
  sectionNameOf,
} from './log-record';
import { ChangedFileError, type RecordFile } from './record-file';
import {
  type CheckedBody,
  FileSection,
  FourBitSection,
  MemorySection,
  type SectionSource,
  type SectionSources,
} from './section-source';

export interface ReadRecord {
  readonly header: RecordHeader;
  /** As in the file: records with the same header are the same. */
  readonly headerBytes: Uint8Array;
  readonly length: number;
  /** The sections that this version knows. */
  readonly sections: SectionSources;
}

/** Sections of a segment that stay in the file until they are needed. */
const onDemand: ReadonlySet<SectionName> = new Set([
  'strings',
  'ids',
  'hashes',
  'rows',
  'postings',
  'terms',
  'links',
  'notes',
]);
/** To find a word takes a few small parts of a large section, so less is read at once. */
const termWindowBytes = 2 ** 11;
/** The same in every file. */
const ofVectors: ReadonlySet<SectionName> = new Set(['vectors', 'fourBitVectors', 'highBits', 'lowBits', 'scales']);

export interface ReadOptions {
  /** Keep everything but vectors in memory, if it is checked. */
  readonly keeps: boolean;
  /** Check everything now. */
  readonly checks: boolean;
}

/** Undefined: there is no complete record here, or it is not as it was written. */
export function readRecord(
  file: RecordFile,
  at: number,
  fileSize: number,
  generation: Generation,
  options: ReadOptions,
): ReadRecord | undefined {
  if (at + recordHeaderBytes > fileSize) return undefined;
  try {
    const headerBytes = readBytes(file, at, recordHeaderBytes);
    const header = decodeRecordHeader(headerBytes);
    if (!header || !isSameGeneration(header.generation, generation)) return undefined;
    if (at + recordHeaderBytes + header.payload > fileSize) return undefined;
    const start = at + recordHeaderBytes;
    const length = directoryBytes(header);
    const directory = length <= header.payload ? readBytes(file, start, length) : undefined;
    const entries = directory && decodeDirectory(directory, header);
    if (!directory || !entries || !areInOrder(entries, header, directory.length)) return undefined;
    const sections = readSections(file, start, entries, header, options);
    return sections && { header, headerBytes, length: recordHeaderBytes + header.payload, sections };
  } catch (error) {
    if (error instanceof ChangedFileError) return undefined;
    throw error;
  }
}

function readSections(
  file: RecordFile,
  start: number,
  entries: readonly SectionEntry[],
  { type, payload }: RecordHeader,
  { keeps, checks }: ReadOptions,
): Map<SectionName, SectionSource> | undefined {
  const sections = new Map<SectionName, SectionSource>();
  const isSegment = type === 'segment';
  let body: CheckedBody | undefined;
  for (const entry of entries) {
    const name = sectionNameOf(entry.number);
    const place = start + entry.offset;
    if (name === 'blocks') {
      const crcs = readChecked(file, place, entry);
      if (!crcs) return undefined;
      body = bodyOf(file, start, entries, payload, crcs);
    } else if (name && body && isSegment && (ofVectors.has(name) || (!(keeps && checks) && onDemand.has(name)))) {
      if (checks && !isChecked(file, place, entry)) return undefined;
      const windowBytes = name === 'terms' ? termWindowBytes : undefined;
      put(sections, name, new FileSection(body, place - body.start, entry.length, windowBytes));
    } else if (!name) {
      // What is there for other versions is only checked.
      if (checks && !isChecked(file, place, entry)) return undefined;
    } else {
      const bytes = readChecked(file, place, entry);
      if (!bytes) return undefined;
      put(sections, name, new MemorySection(bytes));
    }
  }
  return sections;
}

/** Readers need not know how many bits a value has in the file. */
function put(sections: Map<SectionName, SectionSource>, name: SectionName, source: SectionSource): void {
  if (name === 'fourBitVectors') sections.set('vectors', new FourBitSection(source));
  else sections.set(name, source);
}

/** The body is everything after `blocks`, which is first. */
function bodyOf(
  file: RecordFile,
  start: number,
  entries: readonly SectionEntry[],
  payload: number,
  crcs: Uint8Array<ArrayBuffer>,
): CheckedBody | undefined {
  const [first] = entries;
  if (!first || sectionNameOf(first.number) !== 'blocks' || crcs.length % 4 !== 0) return undefined;
  const from = first.offset + paddedLength(first.length);
  return { file, start: start + from, length: payload - from, crcs: new Uint32Array(crcs.buffer) };
}

/** Sections follow each other without gaps. */
function areInOrder(entries: readonly SectionEntry[], header: RecordHeader, from: number): boolean {
  let offset = from;
  for (const entry of entries) {
    if (entry.offset !== offset) return false;
    offset += paddedLength(entry.length);
    if (offset > header.payload) return false;
  }
  return offset === header.payload;
}

function readBytes(file: RecordFile, at: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  file.read(bytes, at);
  return bytes;
}

/** Small pieces: when they are checked right after reading, they are still in the processor's cache. */
const pieceBytes = 2 ** 18;

/** The bytes of a section, if they and the zeros that pad it have the right CRC. */
function readChecked(file: RecordFile, at: number, { length, crc }: SectionEntry): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(length);
  let sum = 0;
  for (let done = 0; done < length; done += pieceBytes) {
    const piece = bytes.subarray(done, done + pieceBytes);
    file.read(piece, at + done);
    sum = crc32(piece, sum);
  }
  return crc32(readBytes(file, at + length, paddedLength(length) - length), sum) === crc ? bytes : undefined;
}

/** The same without keeping the bytes. */
function isChecked(file: RecordFile, at: number, { length, crc }: SectionEntry): boolean {
  const total = paddedLength(length);
  const bytes = new Uint8Array(Math.min(pieceBytes, total));
  let sum = 0;
  for (let done = 0; done < total; done += pieceBytes) {
    const piece = bytes.subarray(0, Math.min(pieceBytes, total - done));
    file.read(piece, at + done);
    sum = crc32(piece, sum);
  }
  return sum === crc;
}
