/**
 * Compaction writes the rows that count as a new file with few records (compaction-plan.ts): segment after segment, in order. It keeps
 * one older version of each file, the one that was replaced or removed last, so that a content that comes back (another branch, an
 * undone edit) need not be chunked again.
 */
import { unsettled } from '../../workspace/folder-changes';
import { writeNewFile } from '../file/create-index';
import { fileSections, type SegmentPart } from '../file/file-sections';
import type { IndexContents, PlacedFile } from '../file/index-contents';
import { IndexReader } from '../file/index-reader';
import type { LoadedSegment } from '../file/loaded-segment';
import type { Generation, IndexHeader, IndexSettings } from '../format/header';
import type { SectionBytes, SectionName } from '../format/log-record';
import { FourBitSection, MemorySection, type SectionSource } from '../format/section-source';
import type { CurrentFile, MergeLexical } from '../format/segment-contents';
import { encodeCurrent, type SegmentRecord } from '../format/segment-sections';
import { encodeStrings } from '../format/string-list';
import { codedRows } from '../vectors/bit-planes';
import { livingPart, planCompaction } from './compaction-plan';

const ofRecord: ReadonlySet<SectionName> = new Set(['removed', 'current']);

const pieceBytes = 2 ** 18;

/** A segment as it is in its file, for a new file. Nothing is decoded; what its record said about other segments is left out. */
function copiedSections({ sections }: LoadedSegment): Map<SectionName, SectionBytes> {
  const copied = new Map<SectionName, SectionBytes>();
  for (const [name, source] of sections) {
    if (ofRecord.has(name)) continue;
    if (source instanceof FourBitSection) copied.set('fourBitVectors', bytesIn(source.packed));
    else copied.set(name, bytesIn(source));
  }
  return copied;
}

function bytesIn(source: SectionSource): SectionBytes {
  if (source instanceof MemorySection) return source.read(0, source.length);
  const { length } = source;
  return {
    length,
    *pieces() {
      for (let from = 0; from < length; from += pieceBytes)
        yield source.readOnce(from, Math.min(length, from + pieceBytes));
    },
  };
}

/** Rows of older versions per living row: a branch that changed every file can be left and come back. */
const maxOlderRows = 1;

/** Deltas that any index may have, and bytes of an index for each one that it may have. */
const freeDeltas = 64;
const bytesPerDelta = 3_000_000;

/**
 * Would opening and searching become enough faster? Yes if deltas are a sixth of the file, or many. A new small index has many small
 * ones: together they take less space.
 *
 * How many are many grows with the index. A delta costs every search about the same, so beside what a large index costs anyway it is
 * little, and compaction, which writes the whole file, costs more: after 5,000 files of the Linux kernel (1.4 million chunks) changed,
 * 112 deltas make a hybrid search a fifth slower (62 ms in place of 52), and compaction takes 17 seconds, in which no update is
 * written.
 */
export function isWorthCompacting({ end, header, appended }: FileSizes): boolean {
  const tail = end - header.baseEnd;
  const isMany = appended >= Math.max(freeDeltas, end / bytesPerDelta);
  return isMany || (tail > end / 6 && (tail > 1_000_000 || appended >= 8));
}

/** Fewer dead rows are not worth a compaction by themselves: they take some 100 kB. */
const minDeadRows = 256;

/**
 * Are most rows of files that were replaced or removed? Compaction keeps as many of them as there are living ones (`olderVersions`), so
 * this is not true again at once. What a shared base has stays there.
 */
export function hasMostlyDead({ segments, sharedSegments }: IndexContents): boolean {
  const own = segments.slice(sharedSegments);
  const dead = own.reduce((sum, { deadSearched }) => sum + deadSearched, 0);
  return dead >= minDeadRows && dead > own.reduce((sum, { searched }) => sum + searched, 0) / 2;
}

/**
 * While a giant folder is indexed: are there so many new rows that they should be merged before more come? Their deltas would make
 * searches five times as slow and take memory, in the end also for merging them. What is merged now is only copied later. That does not
 * hold for an index with a shared base, or with vectors that are still to come.
 */
export function hasManyNewRows({ appended, segments, sharedSegments }: IndexContents, codesFrom = codedRows): boolean {
  if (appended === 0 || sharedSegments > 0) return false;
  const added = segments.slice(-appended);
  const rows = added.reduce((sum, { searched }) => sum + searched, 0);
  return rows >= codesFrom && added.every(({ searched, vectors }) => searched === 0 || vectors.areComplete);
}

type FileSizes = Pick<IndexContents, 'end' | 'appended'> & { readonly header: Pick<IndexHeader, 'baseEnd'> };

/** Has so much changed since its shared base that an index of its own is better? */
export function hasOutgrownBase({ end, about }: IndexContents): boolean {
  return about?.shared !== undefined && end > about.shared.end / 2;
}

export interface CompactOptions {
  readonly mergeLexical: MergeLexical;
  /** In an index of at least so many rows, segments have high bits (bit-planes.ts). */
  readonly codesFrom?: number | undefined;
  /** For tests: see compaction-plan.ts. */
  readonly rowsPerRecord?: number | undefined;
  readonly minCopiedRows?: number | undefined;
}

/** What an index adds to its shared base, which stays as it is with all its versions. */
export async function ownRecords(contents: IndexContents, options: CompactOptions): Promise<SegmentRecord[]> {
  const shared = contents.segments.slice(0, contents.sharedSegments);
  const sections = ofOthers([...removedFrom(shared, contents)], shared.flatMap(currentIn));
  const parts = contents.segments.slice(contents.sharedSegments).map((segment) => livingPart(segment));
  for (const [name, bytes] of await mergedSections(parts, options)) sections.set(name, bytes);
  return [{ sections, files: contents.fileCount }];
}

/** What a record says about the files of other records. */
function ofOthers(removed: readonly string[], current: readonly CurrentFile[]): Map<SectionName, SectionBytes> {
  const sections = new Map<SectionName, SectionBytes>();
  if (removed.length > 0) sections.set('removed', encodeStrings(removed));
  if (current.length > 0) sections.set('current', encodeCurrent(current));
  return sections;
}

/** The paths in segments of a shared base that are not in the index. */
function removedFrom(shared: readonly LoadedSegment[], contents: IndexContents): Set<string> {
  const removed = new Set<string>();
  for (const segment of shared) {
    for (let file = 0; file < segment.fileCount; file++) {
      const path = segment.isDeadFile(file) ? segment.path(file) : undefined;
      if (path !== undefined && !contents.file(path)) removed.add(path);
    }
  }
  return removed;
}

/** The files of a segment of a shared base that count, and were found here: others have no time yet. */
function currentIn(segment: LoadedSegment): CurrentFile[] {
  const { sequence, fileCount } = segment;
  return Array.from({ length: fileCount }, (_, file) => file).flatMap((file) => {
    const { mtimeMs } = segment.table.stamp(file);
    return segment.isDeadFile(file) || mtimeMs === unsettled ? [] : [{ sequence, file, mtimeMs }];
  });
}

/**
 * The whole index, record after record: each is made when the one before is written. If files have older versions, the last record
 * decides which count (compaction-plan.ts).
 * @param keepsOlder keep older versions of files.
 */
export async function* wholeRecords(
  contents: IndexContents,
  options: CompactOptions,
  keepsOlder: boolean,
): AsyncGenerator<SegmentRecord> {
  const { segments, fileCount } = contents;
  const { codesFrom = codedRows } = options;
  const isCoded = livingRows(segments) >= codesFrom;
  const plan = planCompaction(contents, keepsOlder ? olderVersions(contents) : undefined, {
    ...options,
    mustMerge: ({ vectors }) => isCoded && !vectors.codes,
  });
  const all = { ...options, codesFrom: isCoded ? Math.min(minCodedRows, codesFrom) : Infinity };
  for (const { parts, isCopy, files } of plan.records) {
    const [first] = parts;
    yield { sections: isCopy && first ? copiedSections(first.segment) : await mergedSections(parts, all), files };
    // Otherwise the words and links of the whole index would be in memory at the end.
    for (const { segment } of parts) segment.release();
  }
  const { gone, last } = plan;
  const current = plan.revived.map(({ record, ...rest }) => ({ ...rest, sequence: firstSequence + record }));
  if (gone.length + last.length + current.length === 0) return;
  const sections = ofOthers(gone, current);
  for (const [name, bytes] of await mergedSections(last, all)) sections.set(name, bytes);
  yield { sections, files: fileCount };
}

/** Of the first record after `about`. */
const firstSequence = 2;
/** In a large index, segments of at least so many rows have high bits. */
const minCodedRows = 2 ** 12;

function livingRows(segments: readonly LoadedSegment[]): number {
  return segments.reduce((sum, { searched, deadSearched }) => sum + searched - deadSearched, 0);
}

/** By path: the version that died last. Where they would take too much room, only those of files that changed last. */
function olderVersions(contents: IndexContents): Map<string, PlacedFile> {
  const older = new Map<string, PlacedFile>();
  const diedAt = ({ segment, file }: PlacedFile): number => segment.living.diedAt(file);
  for (const place of contents.deadFiles()) {
    const path = place.segment.path(place.file);
    const known = older.get(path);
    if ((!known || diedAt(known) < diedAt(place)) && isReusable(place)) older.set(path, place);
  }
  let room = livingRows(contents.segments) * maxOlderRows;
  const kept = new Set<string>();
  for (const [path, { segment, file }] of [...older].sort(([, a], [, b]) => diedAt(b) - diedAt(a))) {
    const [from, to] = segment.searchedRows(file);
    if (to - from > room) continue;
    room -= to - from;
    kept.add(path);
  }
  return new Map([...older].filter(([path]) => kept.has(path)));
}

async function mergedSections(
  parts: readonly SegmentPart[],
  { mergeLexical, codesFrom }: CompactOptions,
): Promise<Map<SectionName, SectionBytes>> {
  const lexical = await mergeLexical(
    parts.map((part) => ({ lexical: part.segment.lexical, rows: part.segment.searched, dead: leftOut(part) })),
  );
  return fileSections(parts, lexical, { codesFrom });
}

/** 1 for each searched row that is not in the part; undefined: all are. */
function leftOut({ segment, files }: SegmentPart): Uint8Array | undefined {
  if (files.length === segment.fileCount) return undefined;
  const rows = new Uint8Array(segment.searched).fill(1);
  for (const file of files) rows.fill(0, ...segment.searchedRows(file));
  return rows;
}

// Versions of files that were replaced or removed, and whose rows are still in the index.

/** Would chunking the content again give the same rows? Not if it was skipped, or if rows wait for their vectors. */
export function isReusable({ segment, file }: PlacedFile): boolean {
  if (segment.isWaiting(file)) return false;
  const { hash, skipped } = segment.file(file);
  return hash !== undefined && !skipped;
}

// Compacts an index from its file alone. So another process can do it: one that gives all its memory back when it ends, and leaves the
// process that searches alone.

export interface CompactionJob {
  /** The file of the index. It must not change until the job is done, and must not share records with another index. */
  readonly index: string;
  /** The file to make. */
  readonly target: string;
  readonly settings: IndexSettings;
  /** Of the new file. */
  readonly generation: Generation;
  readonly keepsOlder: boolean;
  readonly options: Omit<CompactOptions, 'mergeLexical'>;
}

/** @throws if the index cannot be read as it was written, or the file cannot be written */
export async function compactFile(
  { index, target, settings, generation, keepsOlder, options }: CompactionJob,
  { mergeLexical }: Pick<CompactOptions, 'mergeLexical'>,
): Promise<void> {
  const opened = IndexReader.open(index);
  if ('problem' in opened) throw new Error(opened.problem.message);
  const reader = opened.index;
  try {
    if (reader.damage) throw new Error(`the index ${index} is damaged`);
    await writeNewFile(
      target,
      settings,
      generation,
      wholeRecords(reader.contents, { ...options, mergeLexical }, keepsOlder),
    );
  } finally {
    reader.dispose();
  }
}
