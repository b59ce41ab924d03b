/**
 * Reads what is left of the records of a damaged file. Bits may have flipped, and bytes may be zeroed, missing, inserted, moved or from
 * an older file, so nothing is taken from its place without a check.
 *
 * 1. The first and last 64 bytes of each record are searched at every offset. Each says where its record began; if bytes were inserted
 *    or cut out inside, the two differ, and both are tried for everything in between.
 * 2. A section whose CRC is right is taken whole. Of the others, each block whose CRC is right is taken (block-guard.ts).
 * 3. A block that is the only bad one of its group is computed from the parity, and must have the right CRC.
 *
 * What is then still unknown is returned as ranges of bytes, section by section.
 */
import { crc32 } from '../../shared/crc';
import { unpackFourBits } from '../vectors/four-bit-values';
import { blockBytes, blockCount, parityGroups } from './block-guard';
import type { Generation } from './header';
import {
  decodeDirectory,
  decodeRecordHeader,
  directoryBytes,
  isSameGeneration,
  paddedLength,
  type RecordEnd,
  type RecordHeader,
  recordHeaderBytes,
  recordMagic,
  type SectionEntry,
  type SectionName,
  sectionNameOf,
} from './log-record';

/** [from, to) in bytes. */
export type ByteRange = readonly [from: number, to: number];

export interface RecoveredRecord {
  readonly header: RecordHeader;
  /** Each in memory of its own; unknown bytes are 0. */
  readonly sections: ReadonlyMap<SectionName, Uint8Array<ArrayBuffer>>;
  /** The unknown bytes of sections that have some. */
  readonly unknown: ReadonlyMap<SectionName, readonly ByteRange[]>;
}

interface RecoveredFile {
  readonly generation: Generation | undefined;
  readonly records: readonly RecoveredRecord[];
  /** Bytes of the file, or missing from it, that are not as they were written. */
  readonly badBytes: number;
  /** Living files after the last record; undefined: no record is left. */
  readonly files: number | undefined;
  /** The file ends where the last record ends, so there were no records after it. */
  readonly hasEnd: boolean;
}

/** A record begins at one place, and seems to begin at few others if bytes were inserted, cut out or copied. */
const maxStarts = 16;
/** Of a record that was larger than so many times the file, too little is left to look for. */
const maxLost = 64;
/** Bytes that are read to recover a file, for each of its bytes: records can seem to lie over each other. */
const maxReads = 16;
const minBudget = 2 ** 26;

interface Mark {
  readonly end: RecordEnd;
  readonly at: number;
  readonly header: NonNullable<ReturnType<typeof decodeRecordHeader>>;
}

/** @param known the generation in the header of the file. If no record has it, the latest is taken: older ones are from an older file. */
export function recoverRecords(file: Buffer, known: Generation | undefined): RecoveredFile {
  const all = [...marksOf(file, 'head'), ...marksOf(file, 'tail')];
  const isPresent = all.some(({ header }) => known && isSameGeneration(header.generation, known));
  const generation = isPresent ? known : latest(all);
  const marks = all.filter(({ header }) => generation && isSameGeneration(header.generation, generation));
  const bySequence = new Map<number, Mark[]>();
  for (const mark of marks) {
    const { sequence } = mark.header;
    const same = bySequence.get(sequence);
    if (!same) bySequence.set(sequence, [mark]);
    else if (same.length < maxStarts) same.push(mark);
  }
  const sequences = [...bySequence.keys()].sort((a, b) => a - b);
  let good = 0;
  let written = 0;
  let hasEnd = false;
  const budget = { left: maxReads * file.length + minBudget };
  const records: RecoveredRecord[] = [];
  for (const sequence of sequences) {
    const own = bySequence.get(sequence) ?? [];
    const [first] = own;
    if (!first) continue;
    const length = recordHeaderBytes + first.header.payload;
    const starts = startsOf(own, bySequence, sequence);
    written += length;
    hasEnd = starts.some((start) => start + length === file.length);
    const recovery = new RecordRecovery(file, first.header, starts, budget);
    const record = recovery.record();
    good += recovery.good + Math.min(2, own.length) * recordHeaderBytes;
    if (record) records.push(record);
  }
  const last = bySequence.get(sequences.at(-1) ?? -1)?.[0];
  const badBytes = Math.max(1, Math.max(file.length, written) - good - recordHeaderBytes);
  return { generation, records, badBytes, files: last?.header.files, hasEnd };
}

function* marksOf(file: Buffer, end: RecordEnd): Generator<Mark> {
  const magic = recordMagic[end];
  for (let at = file.indexOf(magic); at >= 0; at = file.indexOf(magic, at + 1)) {
    const header = decodeRecordHeader(file.subarray(at, at + recordHeaderBytes), end);
    if (header) yield { end, at, header };
  }
}

function latest(marks: readonly Mark[]): Generation | undefined {
  return marks.map(({ header }) => header.generation).sort((a, b) => b.count - a.count)[0];
}

/** Where the record may begin: as each of its ends says, and right before the next or after the last record. */
function startsOf(own: readonly Mark[], all: ReadonlyMap<number, readonly Mark[]>, sequence: number): number[] {
  const length = recordHeaderBytes + (own[0]?.header.payload ?? 0);
  const starts = own.map(({ end, at }) => (end === 'head' ? at : at + recordHeaderBytes - length));
  for (const { end, at } of all.get(sequence + 1) ?? []) if (end === 'head') starts.push(at - length);
  for (const { end, at } of all.get(sequence - 1) ?? []) if (end === 'tail') starts.push(at + recordHeaderBytes);
  return [...new Set(starts)];
}

class RecordRecovery {
  /** Bytes that are as they were written, without the two headers. */
  good = 0;

  /** @param starts offsets in the file where the record may begin. */
  constructor(
    private readonly file: Buffer,
    private readonly header: RecordHeader,
    private readonly starts: readonly number[],
    private readonly budget: { left: number },
  ) {}

  /** Undefined: both directories are lost. */
  record(): RecoveredRecord | undefined {
    const entries = this.directory();
    if (!entries) return undefined;
    const { payload } = this.header;
    if (payload > maxLost * this.file.length || entries.some(({ offset, length }) => offset + length > payload))
      return undefined;
    const content = entries.filter(({ number }) => !isGuard(number));
    const bodyStart = content.reduce((start, { offset }) => Math.min(start, offset), content[0]?.offset ?? 0);
    const bodyEnd = content.reduce(
      (end, { offset, length }) => Math.max(end, offset + paddedLength(length)),
      bodyStart,
    );
    const body = Buffer.alloc(bodyEnd - bodyStart);
    const whole = new Set<SectionEntry>();
    for (const entry of entries) {
      const bytes = this.wholeSection(entry);
      if (!bytes) continue;
      whole.add(entry);
      this.good += bytes.length;
      if (!isGuard(entry.number)) bytes.copy(body, entry.offset - bodyStart);
    }
    const damaged = content.filter((entry) => !whole.has(entry));
    const bad = damaged.length > 0 ? this.restore(body, bodyStart, damaged, entries) : [];
    const sections = new Map<SectionName, Uint8Array<ArrayBuffer>>();
    const unknown = new Map<SectionName, ByteRange[]>();
    for (const entry of content) {
      const name = sectionNameOf(entry.number);
      if (!name) continue;
      const at = entry.offset - bodyStart;
      const bytes = new Uint8Array(body.subarray(at, at + entry.length));
      const ranges = whole.has(entry) ? [] : within(bad, at, at + entry.length);
      if (name === 'fourBitVectors') {
        const values = new Uint8Array(2 * bytes.length);
        unpackFourBits(bytes, values);
        sections.set('vectors', values);
        if (ranges.length > 0)
          unknown.set(
            'vectors',
            ranges.map(([from, to]) => [2 * from, 2 * to]),
          );
        continue;
      }
      sections.set(name, bytes);
      if (ranges.length > 0) unknown.set(name, ranges);
    }
    return { header: this.header, sections, unknown };
  }

  /** The directory, from the beginning or the end of the record. */
  private directory(): SectionEntry[] | undefined {
    const { header } = this;
    const length = directoryBytes(header);
    if (length > header.payload) return undefined;
    let found: SectionEntry[] | undefined;
    for (const offset of [0, header.payload - recordHeaderBytes - length]) {
      const variants = this.starts.map((start) => this.slice(start + recordHeaderBytes + offset, length));
      const bytes = variants.find((variant) => variant && decodeDirectory(variant, header));
      if (!bytes) continue;
      this.good += length;
      found ??= decodeDirectory(bytes, header);
    }
    return found;
  }

  private wholeSection({ offset, length, crc }: SectionEntry): Buffer | undefined {
    for (const start of this.starts) {
      const bytes = this.slice(start + recordHeaderBytes + offset, paddedLength(length));
      if (bytes && crc32(bytes) === crc) return bytes;
    }
    return undefined;
  }

  /** Fills in the blocks of damaged sections; returns the ranges of the body that stay unknown. */
  private restore(
    body: Buffer,
    bodyStart: number,
    damaged: readonly SectionEntry[],
    entries: readonly SectionEntry[],
  ): ByteRange[] {
    const blocks = blockCount(body.length);
    const expected = this.variantsOf('blocks', entries).map(
      (bytes) => (block: number) => (4 * block + 4 <= bytes.length ? bytes.readUInt32LE(4 * block) : undefined),
    );
    const isRight = (bytes: Uint8Array, block: number): boolean => {
      const crc = crc32(bytes);
      return expected.some((of) => of(block) === crc);
    };
    const bad = new Uint8Array(blocks);
    for (const { offset, length } of damaged) {
      const at = offset - bodyStart;
      bad.fill(1, Math.floor(at / blockBytes), blockCount(at + paddedLength(length)));
    }
    for (let block = 0; block < blocks; block++) {
      if (bad[block] !== 1) continue;
      const at = block * blockBytes;
      const length = Math.min(blockBytes, body.length - at);
      for (const start of this.starts) {
        const bytes = this.slice(start + recordHeaderBytes + bodyStart + at, length);
        if (!bytes || !isRight(bytes, block)) continue;
        bytes.copy(body, at);
        this.good += length;
        bad[block] = 0;
        break;
      }
    }
    for (const parity of this.variantsOf('parity', entries)) restoreByParity(body, bad, parity, isRight);
    return rangesOf(bad).map(([from, to]) => [from * blockBytes, to * blockBytes]);
  }

  /** The section, if it is whole; otherwise as it would be for each possible beginning of the record. */
  private variantsOf(name: SectionName, entries: readonly SectionEntry[]): Buffer[] {
    const entry = entries.find(({ number }) => sectionNameOf(number) === name);
    if (!entry) return [];
    const whole = this.wholeSection(entry);
    if (whole) return [whole];
    return this.starts.flatMap(
      (start) => this.slice(start + recordHeaderBytes + entry.offset, entry.length, true) ?? [],
    );
  }

  /** @param isPadded zeros in place of what is outside the file. */
  private slice(at: number, length: number, isPadded = false): Buffer | undefined {
    const { file } = this;
    this.budget.left -= length;
    if (this.budget.left < 0) return undefined;
    if (at >= 0 && at + length <= file.length) return file.subarray(at, at + length);
    if (!isPadded) return undefined;
    const bytes = Buffer.alloc(length);
    const from = Math.max(0, at);
    const to = Math.min(file.length, at + length);
    if (from < to) bytes.set(file.subarray(from, to), from - at);
    return bytes;
  }
}

function isGuard(number: number): boolean {
  const name = sectionNameOf(number);
  return name === 'blocks' || name === 'parity';
}

/** Computes each block that is the only bad one of its group. */
function restoreByParity(
  body: Buffer,
  bad: Uint8Array,
  parity: Buffer,
  isRight: (bytes: Uint8Array, block: number) => boolean,
): void {
  const groups = parityGroups(bad.length);
  for (let group = 0; group < groups; group++) {
    let only = -1;
    let count = 0;
    for (let block = group; block < bad.length; block += groups) {
      if (bad[block] !== 1) continue;
      only = block;
      count++;
    }
    if (count !== 1) continue;
    const sum = new Uint8Array(parity.subarray(group * blockBytes, (group + 1) * blockBytes));
    for (let block = group; block < bad.length; block += groups) {
      if (block === only) continue;
      const other = body.subarray(block * blockBytes, (block + 1) * blockBytes);
      for (let i = 0; i < other.length; i++) sum[i] = (sum[i] ?? 0) ^ (other[i] ?? 0);
    }
    const at = only * blockBytes;
    const bytes = sum.subarray(0, Math.min(blockBytes, body.length - at));
    if (!isRight(bytes, only)) continue;
    body.set(bytes, at);
    bad[only] = 0;
  }
}

/** Runs of flags that are 1. */
function rangesOf(flags: Uint8Array): ByteRange[] {
  const ranges: ByteRange[] = [];
  for (let from = flags.indexOf(1); from >= 0; ) {
    let to = from;
    while (flags[to] === 1) to++;
    ranges.push([from, to]);
    from = flags.indexOf(1, to);
  }
  return ranges;
}

/** The parts of ranges between `from` and `to`, relative to `from`. */
function within(ranges: readonly ByteRange[], from: number, to: number): ByteRange[] {
  return ranges.flatMap(([start, end]): ByteRange[] => {
    const clipped: ByteRange = [Math.max(start, from) - from, Math.min(end, to) - from];
    return clipped[0] < clipped[1] ? [clipped] : [];
  });
}
