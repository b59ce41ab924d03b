/**
 * Copies files of segments into the sections of one: tables are decoded and encoded again file by file; vectors are copied while they
 * are written.
 */
import { setImmediate as pause } from 'node:timers/promises';
import { sliceMs } from '../../shared/in-slices';
import { bytesOf, bytesToBits } from '../format/byte-codec';
import type { SectionBytes, SectionName } from '../format/log-record';
import type { LexicalSections, NewChunk, NewFile, StoredChunk } from '../format/segment-contents';
import { TablesWriter } from '../format/segment-sections';
import { codedRows, highBytes, lowRowBytes, packHighBits, packLowBits } from '../vectors/bit-planes';
import { encodeScales } from '../vectors/row-scales';
import type { LoadedSegment } from './loaded-segment';

interface SectionOptions {
  /** What is stored about a file. */
  readonly change?: (file: NewFile) => NewFile;
  /** Segments of at least so many rows get high bits. */
  readonly codesFrom?: number | undefined;
}

/** The sections of one segment with these files, in this order. */
export async function fileSections(
  parts: readonly SegmentPart[],
  { terms, postings, lengths }: LexicalSections,
  { change = (file) => file, codesFrom = codedRows }: SectionOptions = {},
): Promise<Map<SectionName, SectionBytes>> {
  const tables = new TablesWriter();
  for (const part of parts) await part.segment.strings.withAll(() => copyTables(part, tables, change));
  const sections = new Map<SectionName, SectionBytes>(tables.finish());
  const hasVectors = parts.some(({ segment }) => segment.vectors.areThere);
  const rows = new PartRows(parts);
  if (hasVectors) {
    const missing = rows.missing();
    if (missing.includes(1)) sections.set('missing', bytesToBits(missing));
    sections.set('scales', encodeScales(rows.scales(0, rows.count)));
  }
  sections.set('lengths', lengths).set('terms', terms).set('postings', postings);
  if (!hasVectors) return sections;
  const { dimensions, count } = rows;
  if (count >= codesFrom) {
    const { high, low } = await planesOf(rows);
    sections.set('highBits', high);
    if (low) return sections.set('lowBits', low);
  }
  const length = count * dimensions;
  if (rows.arePacked) return sections.set('fourBitVectors', { length: length / 2, pieces: () => rows.packedPieces() });
  return sections.set('vectors', { length, pieces: () => rows.pieces() });
}

/** Rows that are divided at once; a multiple of 32. */
const rowsPerPiece = 2048;

/** High and low bits (bit-planes.ts); no low ones if values have more than four. */
async function planesOf(rows: PartRows): Promise<{ readonly high: Uint8Array; readonly low: Uint8Array | undefined }> {
  const { count, dimensions } = rows;
  const high = new Uint8Array(highBytes(count, dimensions));
  let low: Uint8Array | undefined = new Uint8Array(count * lowRowBytes(dimensions));
  for (let from = 0; from < count; from += rowsPerPiece) {
    const to = Math.min(count, from + rowsPerPiece);
    const values = new Int8Array((to - from) * dimensions);
    rows.vectors(from, to, values);
    packHighBits(values, dimensions, high.subarray(highBytes(from, dimensions)));
    if (low && !packLowBits(values, low.subarray(from * lowRowBytes(dimensions)))) low = undefined;
    await pause();
  }
  return { high, low };
}

async function copyTables(
  { segment, files }: SegmentPart,
  tables: TablesWriter,
  change: (file: NewFile) => NewFile,
): Promise<void> {
  let started = performance.now();
  for (const file of files) {
    tables.add(change(newFile(segment, file)));
    if (performance.now() - started < sliceMs) continue;
    await pause();
    started = performance.now();
  }
}

/** A file as it was put in. */
export function newFile(segment: LoadedSegment, file: number): NewFile {
  const links = segment.links(file);
  return { ...segment.file(file), chunks: newChunks(segment, file), ...(links && { links }) };
}

function newChunks(segment: LoadedSegment, file: number): NewChunk[] {
  const stored = [...segment.rowsOf(file)];
  const [firstSearched, endSearched] = segment.searchedRows(file);
  const [firstParent] = segment.parentRows(file);
  // The rows of a file are in order, its parents after its searched chunks.
  const ofParents = endSearched - firstSearched - firstParent;
  return stored.map((chunk) =>
    newChunk(chunk, chunk.parent === undefined ? undefined : stored[chunk.parent + ofParents]?.id),
  );
}

/** Written out, because a spread of every row takes longer than everything else. */
function newChunk(chunk: StoredChunk, parent: string | undefined): NewChunk {
  const { id, role, kind, language, name, scope, startLine, endLine, start, end, tokens, fallback, endTime } = chunk;
  const hash = chunk.hash ?? '';
  const symbols = chunk.symbols.map((name) => ({ name }));
  const { note, plainHash } = chunk;
  const noted = note === undefined || plainHash === undefined ? undefined : { note, plainHash };
  const rest = { id, hash, role, kind, language, name, scope, startLine, endLine, start, end, tokens, symbols };
  if (noted || endTime !== undefined) {
    const others = { ...rest, ...noted, ...(fallback !== undefined && { fallback }), ...(endTime && { endTime }) };
    return parent === undefined ? others : { ...others, parent };
  }
  if (fallback !== undefined) return parent === undefined ? { ...rest, fallback } : { ...rest, parent, fallback };
  return parent === undefined ? rest : { ...rest, parent };
}

// The searched rows of some files of segments as one list, as compaction writes them; vectors are read when they are asked for.

/** Some files of a segment, with all their rows. */
export type SegmentPart = { readonly segment: LoadedSegment; readonly files: readonly number[] };

/** Rows [from, to) of a segment, which are [first, first + to - from) of the list. */
interface RowRange {
  readonly segment: LoadedSegment;
  readonly from: number;
  readonly to: number;
  readonly first: number;
}

const pieceBytes = 2 ** 18;

class PartRows {
  readonly count: number;
  readonly dimensions: number;
  private readonly ranges: RowRange[] = [];

  constructor(parts: readonly SegmentPart[]) {
    let first = 0;
    for (const part of parts) {
      for (const [from, to] of searchedRanges(part)) {
        this.ranges.push({ segment: part.segment, from, to, first });
        first += to - from;
      }
    }
    this.count = first;
    this.dimensions = parts[0]?.segment.dimensions ?? 0;
  }

  /** By row: 1 if its vector is missing. */
  missing(): Uint8Array {
    const all = new Uint8Array(this.count);
    for (const { segment, from, to, first } of this.ranges)
      if (segment.missing) all.set(segment.missing.subarray(from, to), first);
    return all;
  }

  /** The vectors of rows [from, to) of the list, one after the other. */
  vectors(from: number, to: number, target: Int8Array): void {
    const { dimensions } = this;
    this.visit(from, to, ({ vectors }, start, end, at) =>
      vectors.read(start, end, target.subarray(at * dimensions, (at + end - start) * dimensions)),
    );
  }

  scales(from: number, to: number): Float32Array {
    const all = new Float32Array(to - from);
    this.visit(from, to, ({ vectors }, start, end, at) => all.set(vectors.readScales(start, end), at));
    return all;
  }

  /** All vectors. */
  *pieces(): Generator<Uint8Array> {
    const step = Math.max(1, Math.floor(pieceBytes / this.dimensions));
    for (let from = 0; from < this.count; from += step) {
      const to = Math.min(this.count, from + step);
      const vectors = new Int8Array((to - from) * this.dimensions);
      this.vectors(from, to, vectors);
      yield bytesOf(vectors);
    }
  }

  /** Do all rows have vectors with two values in a byte? Then these bytes need not be decoded. */
  get arePacked(): boolean {
    return this.ranges.every(({ segment }) => segment.vectors.packed !== undefined);
  }

  /** All vectors, with two values in a byte. */
  *packedPieces(): Generator<Uint8Array> {
    const rowBytes = this.dimensions / 2;
    const step = Math.max(1, Math.floor(pieceBytes / rowBytes));
    for (const { segment, from, to } of this.ranges) {
      const { packed } = segment.vectors;
      for (let row = from; packed && row < to; row += step)
        yield packed.readOnce(row * rowBytes, Math.min(to, row + step) * rowBytes);
    }
  }

  /** @param use gets rows [start, end) of a segment, and their place after `from`. */
  private visit(
    from: number,
    to: number,
    use: (segment: LoadedSegment, start: number, end: number, at: number) => void,
  ): void {
    for (const range of this.ranges) {
      if (range.first >= to) return;
      const start = Math.max(range.from, range.from + from - range.first);
      const end = Math.min(range.to, range.from + to - range.first);
      if (start < end) use(range.segment, start, end, range.first + start - range.from - from);
    }
  }
}

/** The rows of the files, those of neighbours together. */
function* searchedRanges({ segment, files }: SegmentPart): Generator<readonly [from: number, to: number]> {
  let [start, end] = [0, 0];
  for (const file of files) {
    const [from, to] = segment.searchedRows(file);
    if (from !== end) {
      if (end > start) yield [start, end];
      start = from;
    }
    end = to;
  }
  if (end > start) yield [start, end];
}
