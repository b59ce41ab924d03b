/**
 * Copies files of segments into the sections of one: tables are decoded and encoded again file by file; vectors are copied while they
 * are written (part-rows.ts).
 */
import { setImmediate as pause } from 'node:timers/promises';
import { inSlices, sliceMs } from '../../shared/in-slices';
import type { SectionBytes, SectionName } from '../format/log-record';
import { bytesToBits } from '../format/row-bits';
import type { LexicalSections, NewChunk, NewFile, StoredChunk } from '../format/segment-contents';
import { TablesWriter } from '../format/segment-tables';
import { highBytes, lowRowBytes, packPlanes } from '../vectors/bit-planes';
import { encodeRows } from '../vectors/encode-rows';
import { codedRows, LONGEST_CODED_ROW } from '../vectors/row-codes';
import { encodeScales } from '../vectors/row-scales';
import type { LoadedSegment } from './loaded-segment';
import { PartRows, type SegmentPart } from './part-rows';

interface SectionOptions {
  /** What is stored about a file. */
  readonly change?: (file: NewFile) => NewFile;
  /** Segments of at least so many rows get codes. */
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
  const sections = new Map<SectionName, SectionBytes>(await inSlices(tables.finishSteps()));
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
  if (count >= codesFrom && dimensions <= LONGEST_CODED_ROW) {
    const planes = await planesOf(rows);
    if (planes) return sections.set('highBits', planes.high).set('lowBits', planes.low);
    sections.set('codes', await encodeRows(count, dimensions, rows, pause));
  }
  const length = count * dimensions;
  if (rows.arePacked) return sections.set('fourBitVectors', { length: length / 2, pieces: () => rows.packedPieces() });
  return sections.set('vectors', { length, pieces: () => rows.pieces() });
}

/** Rows that are divided at once; a multiple of 32. */
const rowsPerPiece = 2048;

/** High and low bits (bit-planes.ts); undefined if values have more than four. */
async function planesOf(rows: PartRows): Promise<{ readonly high: Uint8Array; readonly low: Uint8Array } | undefined> {
  const { count, dimensions } = rows;
  if (dimensions % 4 !== 0 || 2 * dimensions > LONGEST_CODED_ROW) return undefined;
  const high = new Uint8Array(highBytes(count, dimensions));
  const low = new Uint8Array(count * lowRowBytes(dimensions));
  for (let from = 0; from < count; from += rowsPerPiece) {
    const values = new Int8Array((Math.min(count, from + rowsPerPiece) - from) * dimensions);
    rows.vectors(from, from + values.length / dimensions, values);
    const highFrom = highBytes(from, dimensions);
    if (!packPlanes(values, dimensions, high.subarray(highFrom), low.subarray(from * lowRowBytes(dimensions))))
      return undefined;
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
  const { id, role, kind, language, name, scope, startLine, endLine, start, end, tokens, fallback } = chunk;
  const hash = chunk.hash ?? '';
  const symbols = chunk.symbols.map((name) => ({ name }));
  const { note, plainHash } = chunk;
  const noted = note === undefined || plainHash === undefined ? undefined : { note, plainHash };
  const rest = { id, hash, role, kind, language, name, scope, startLine, endLine, start, end, tokens, symbols };
  if (noted) {
    const others = { ...rest, ...noted, ...(fallback !== undefined && { fallback }) };
    return parent === undefined ? others : { ...others, parent };
  }
  if (fallback !== undefined) return parent === undefined ? { ...rest, fallback } : { ...rest, parent, fallback };
  return parent === undefined ? rest : { ...rest, parent };
}
