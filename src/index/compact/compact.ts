/**
 * Compaction writes the rows that count as a new file with few records: segment after segment, in order. It keeps one older version of
 * each file, the one that was replaced or removed last, so that a content that comes back (another branch, an undone edit) need not be
 * chunked again.
 */

import type { IndexContents, PlacedFile } from '../file/index-contents';
import type { LoadedSegment } from '../file/loaded-segment';
import { removedShared, revivedShared, sharedTimes } from '../file/shared-files';
import type { SectionBytes, SectionName } from '../format/log-record';
import { encodeRevived } from '../format/revived-files';
import type { MergeLexical } from '../format/segment-contents';
import type { RecordSections } from '../format/segment-sections';
import { encodeStrings } from '../format/string-list';
import { fileSections } from './file-sections';
import { isReusable } from './older-versions';
import type { SegmentPart } from './part-rows';

/** Above this number of rows per living row, older versions take too much room, and none is kept. */
const maxOlderRows = 1 / 2;

/**
 * Would opening and searching become enough faster? Yes if deltas are a sixth of the file, or many. A new small index has many small
 * ones: together they take less space, and are better protected against damage (block-guard.ts).
 */
export function isWorthCompacting({ end, header, appended }: IndexContents): boolean {
  const tail = end - header.baseEnd;
  return appended >= 64 || (tail > end / 6 && (tail > 1_000_000 || appended >= 8));
}

/** Has so much changed since its shared base that an index of its own is better? */
export function hasOutgrownBase({ end, about }: IndexContents): boolean {
  return about?.shared !== undefined && end > about.shared.end / 2;
}

/** A segment to write, and the number of living files of the index after it. */
export interface SegmentRecord {
  readonly sections: RecordSections;
  readonly files: number;
}

export interface CompactOptions {
  readonly mergeLexical: MergeLexical;
  /** Segments of at least so many rows get codes (row-codes.ts). */
  readonly codesFrom?: number | undefined;
}

/** What an index adds to its shared base, which stays as it is with all its versions. */
export async function ownRecords(contents: IndexContents, options: CompactOptions): Promise<SegmentRecord[]> {
  const own = contents.segments.slice(contents.sharedSegments);
  const revived = revivedShared(contents);
  const removed = [...revived.map(({ path }) => path), ...removedShared(contents)];
  const sections = new Map<SectionName, SectionBytes>([['removed', encodeStrings(removed)]]);
  if (revived.length > 0) sections.set('revived', encodeRevived(revived));
  sections.set('sharedTimes', sharedTimes(contents));
  const isLiving = (segment: LoadedSegment, file: number): boolean => !segment.isDeadFile(file);
  for (const [name, bytes] of await sectionsOf(own, isLiving, options)) sections.set(name, bytes);
  return [{ sections, files: contents.fileCount }];
}

/**
 * The whole index. If older versions are kept, a second record has the files that replace them, and the paths that are gone.
 * @param keepsOlder keep older versions of files.
 */
export async function wholeRecords(
  contents: IndexContents,
  options: CompactOptions,
  keepsOlder: boolean,
): Promise<SegmentRecord[]> {
  const { segments, fileCount } = contents;
  const older = keepsOlder ? olderVersions(contents) : new Map<string, PlacedFile>();
  const isFirst = (segment: LoadedSegment, file: number): boolean => {
    const kept = older.get(segment.path(file));
    return kept ? kept.segment === segment && kept.file === file : !segment.isDeadFile(file);
  };
  const isSecond = (segment: LoadedSegment, file: number): boolean =>
    !segment.isDeadFile(file) && older.has(segment.path(file));
  const first = await sectionsOf(segments, isFirst, options);
  if (older.size === 0) return [{ sections: first, files: fileCount }];
  const gone = [...older.keys()].filter((path) => !contents.file(path));
  const second = new Map<SectionName, SectionBytes>([['removed', encodeStrings(gone)]]);
  for (const [name, bytes] of await sectionsOf(segments, isSecond, options)) second.set(name, bytes);
  return [
    { sections: first, files: fileCount + gone.length },
    { sections: second, files: fileCount },
  ];
}

/** By path: the version that died last. */
function olderVersions(contents: IndexContents): Map<string, PlacedFile> {
  const older = new Map<string, PlacedFile>();
  let rows = 0;
  const rowsOf = ({ segment, file }: PlacedFile): number => {
    const [from, to] = segment.searchedRows(file);
    return to - from;
  };
  for (const place of contents.deadFiles()) {
    const path = place.segment.path(place.file);
    const known = older.get(path);
    const isLater = !known || known.segment.living.diedAt(known.file) < place.segment.living.diedAt(place.file);
    if (!isLater || !isReusable(place)) continue;
    rows += rowsOf(place) - (known ? rowsOf(known) : 0);
    older.set(path, place);
  }
  const living = contents.segments.reduce((sum, { searched, deadSearched }) => sum + searched - deadSearched, 0);
  return rows > living * maxOlderRows ? new Map() : older;
}

async function sectionsOf(
  segments: readonly LoadedSegment[],
  isTaken: (segment: LoadedSegment, file: number) => boolean,
  { mergeLexical, codesFrom }: CompactOptions,
): Promise<Map<SectionName, SectionBytes>> {
  const parts = segments.map((segment) => partOf(segment, (file) => isTaken(segment, file)));
  const lexical = mergeLexical(
    parts.map((part) => ({ lexical: part.segment.lexical, rows: part.segment.searched, dead: leftOut(part) })),
  );
  return fileSections(parts, lexical, { codesFrom });
}

function partOf(segment: LoadedSegment, isTaken: (file: number) => boolean): SegmentPart {
  const files: number[] = [];
  for (let file = 0; file < segment.fileCount; file++) if (isTaken(file)) files.push(file);
  return { segment, files };
}

/** 1 for each searched row that is not in the part; undefined: all are. */
function leftOut({ segment, files }: SegmentPart): Uint8Array | undefined {
  if (files.length === segment.fileCount) return undefined;
  const rows = new Uint8Array(segment.searched).fill(1);
  for (const file of files) rows.fill(0, ...segment.searchedRows(file));
  return rows;
}
