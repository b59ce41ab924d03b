/**
 * Reads one record. Its header, its directory and what every search needs are read and checked at once. The rest can stay in the file,
 * and is then checked when it is read. Vectors always do: a search has them in a memory of its own.
 */
import type { Generation } from './header';
import {
  decodeDirectory,
  decodeRecordHeader,
  directoryBytes,
  isSameGeneration,
  type RecordHeader,
  recordHeaderBytes,
  type SectionName,
} from './log-record';
import { ChangedFileError, type RecordFile } from './record-file';
import { FileSection, FourBitSection, MemorySection, type SectionSource, type SectionSources } from './section-source';

export interface ReadRecord {
  readonly header: RecordHeader;
  /** As in the file: records with the same header are the same. */
  readonly headerBytes: Uint8Array;
  readonly length: number;
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
    const { payload, body } = header;
    if (at + recordHeaderBytes + payload > fileSize || directoryBytes(header.sections, body) !== payload - body)
      return undefined;
    const start = at + recordHeaderBytes;
    const directory = decodeDirectory(readBytes(file, start, payload - body), header);
    if (!directory) return undefined;
    const checked = { file, start: start + payload - body, length: body, crcs: directory.crcs };
    const sections = new Map<SectionName, SectionSource>();
    for (const { name, offset, length } of directory.entries) {
      const section = new FileSection(checked, offset, length, name === 'terms' ? termWindowBytes : undefined);
      const source = sourceOf(name, section, header.type === 'segment', options);
      if (!source) return undefined;
      // Readers need not know how many bits a value has in the file.
      if (name === 'fourBitVectors') sections.set('vectors', new FourBitSection(source));
      else sections.set(name, source);
    }
    return { header, headerBytes, length: recordHeaderBytes + payload, sections };
  } catch (error) {
    if (error instanceof ChangedFileError) return undefined;
    throw error;
  }
}

/** The section in the file or in memory; undefined: it is not as it was written. */
function sourceOf(
  name: SectionName,
  section: FileSection,
  isOfSegment: boolean,
  { keeps, checks }: ReadOptions,
): SectionSource | undefined {
  if (isOfSegment && (ofVectors.has(name) || (!(keeps && checks) && onDemand.has(name))))
    return !checks || section.isWhole() ? section : undefined;
  const bytes = section.checked();
  return bytes && new MemorySection(bytes);
}

function readBytes(file: RecordFile, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  file.read(bytes, at);
  return bytes;
}
