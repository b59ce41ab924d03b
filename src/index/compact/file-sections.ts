/**
 * Copies files of segments into the sections of one: tables are decoded and encoded again file by file; vectors are copied while they
 * are written.
 */
import { setImmediate as pause } from 'node:timers/promises';
import type { LoadedSegment } from '../file/loaded-segment';
import { bytesOf } from '../format/byte-codec';
import type { SectionBytes, SectionName } from '../format/log-record';
import { bytesToBits } from '../format/row-bits';
import type { LexicalSections, NewChunk, NewFile, StoredChunk } from '../format/segment-contents';
import { TablesWriter } from '../format/segment-tables';

/** Milliseconds of work after which other tasks get their turn. */
const sliceMs = 15;
const pieceBytes = 2 ** 18;

/** Some files of a segment, with all their rows. */
export interface SegmentPart {
  readonly segment: LoadedSegment;
  readonly files: readonly number[];
}

/**
 * The sections of one segment with these files, in this order.
 * @param change of what is stored about a file.
 */
export async function fileSections(
  parts: readonly SegmentPart[],
  { terms, postings, lengths }: LexicalSections,
  change: (file: NewFile) => NewFile = (file) => file,
): Promise<Map<SectionName, SectionBytes>> {
  const tables = new TablesWriter();
  for (const part of parts) await part.segment.strings.withAll(() => copyTables(part, tables, change));
  const sections = new Map<SectionName, SectionBytes>(tables.finish());
  const hasVectors = parts.some(({ segment }) => segment.vectors);
  if (hasVectors) {
    const missing = searchedValues(parts, (segment, row) => segment.missing?.[row] ?? 0);
    if (missing.includes(1)) sections.set('missing', bytesToBits(Uint8Array.from(missing)));
    sections.set('scales', bytesOf(searchedValues(parts, (segment, row) => segment.scales?.[row] ?? 0)));
  }
  sections.set('lengths', lengths).set('terms', terms).set('postings', postings);
  if (hasVectors) sections.set('vectors', () => vectorPieces(parts));
  return sections;
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

function searchedValues(
  parts: readonly SegmentPart[],
  value: (segment: LoadedSegment, row: number) => number,
): Float32Array {
  const values: number[] = [];
  for (const part of parts) {
    for (const [from, to] of searchedRanges(part)) {
      for (let row = from; row < to; row++) values.push(value(part.segment, row));
    }
  }
  return Float32Array.from(values);
}

/** Copies the vectors: the memory of a scan may get a new buffer while a piece waits to be written. */
function* vectorPieces(parts: readonly SegmentPart[]): Generator<Uint8Array> {
  for (const part of parts) {
    const { segment } = part;
    const { dimensions } = segment;
    const maxRows = Math.max(1, Math.floor(pieceBytes / dimensions));
    for (const [start, end] of searchedRanges(part)) {
      for (let from = start; from < end; from += maxRows) {
        const to = Math.min(end, from + maxRows);
        const vectors = segment.vectors?.slice(from * dimensions, to * dimensions);
        yield vectors ? bytesOf(vectors) : new Uint8Array((to - from) * dimensions);
      }
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
