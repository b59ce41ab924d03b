/**
 * Decides which records compaction writes. Segments stay in their order. Neighbours are merged into records of a limited number of
 * rows, so that the memory for one does not depend on the size of the index. A segment that is large, compared with what comes after
 * it, is copied as it is: like in a log-structured merge tree, a row is written again only when the changes after it have grown to a
 * share of its segment.
 *
 * A path may have several versions in the new file: the living one, an older one that is kept, and dead ones in copied segments. The
 * last one counts, so a living file whose older versions may come after it goes into a record at the end; that record also removes what
 * is gone, and revives living files of copied segments.
 */

import type { SegmentPart } from '../file/file-sections';
import type { IndexContents, PlacedFile } from '../file/index-contents';
import type { LoadedSegment } from '../file/loaded-segment';

/**
 * Searched rows of a merged record, some 100 MB of a file. Fewer take less memory to merge, and more time to search: with a quarter of
 * this, compacting the Linux kernel (1.4 million rows) takes 680 MB in place of 890, and a search for words twice as long.
 */
const defaultRowsPerRecord = 2 ** 18;
/** Smaller segments are always merged: that takes a second, and an index of few segments is smaller. */
const defaultMinCopiedRows = 2 ** 14;
/** A segment is copied if it has so many times the rows that would be merged after it. */
const copiedFactor = 4;
/** A copied segment may have this share of dead rows. */
const maxDeadShare = 1 / 8;

interface PlanOptions {
  readonly rowsPerRecord?: number | undefined;
  readonly minCopiedRows?: number | undefined;
  /** A segment that cannot be copied as it is, for another reason than its files. */
  readonly mustMerge?: (segment: LoadedSegment) => boolean;
}

interface PlannedRecord {
  readonly parts: readonly SegmentPart[];
  /** The only part is a whole segment, with files that are not taken. */
  readonly isCopy: boolean;
  /** Living files of the index after the record. */
  readonly files: number;
}

/** A living file, by its record and its number in it. */
type RevivedPlace = { readonly record: number; readonly file: number; readonly mtimeMs: number };

interface CompactionPlan {
  readonly records: readonly PlannedRecord[];
  /** Paths of which only dead versions are in the records: they must be removed at the end. */
  readonly gone: readonly string[];
  /** Living files that are before a dead version of the same path. */
  readonly revived: readonly RevivedPlace[];
  /** Files for the last record. */
  readonly last: readonly SegmentPart[];
}

/** @param older by path: a dead version to keep. Undefined: none is kept, and no dead row stays. */
export function planCompaction(
  contents: IndexContents,
  older: ReadonlyMap<string, PlacedFile> | undefined,
  options: PlanOptions,
): CompactionPlan {
  const { segments } = contents;
  const isTaken = (segment: LoadedSegment, file: number): boolean => {
    if (!segment.isDeadFile(file)) return true;
    const kept = older?.get(segment.path(file));
    return kept?.segment === segment && kept.file === file;
  };
  const taken = segments.map((segment) => partOf(segment, (file) => isTaken(segment, file)));
  const copied = copiedParts(taken, older !== undefined, options);
  const dead = placedDead(segments, copied, older);
  /** Must a living file come after a dead version of its path that is, or may be, after it? */
  const comesLast = (number: number, segment: LoadedSegment, file: number): boolean => {
    const other = segment.isDeadFile(file) ? undefined : dead.get(segment.path(file));
    return other !== undefined && (other.isMerged || other.last > number);
  };
  const last: SegmentPart[] = [];
  const revived: RevivedPlace[] = [];
  const records = new RecordList(options.rowsPerRecord ?? defaultRowsPerRecord, dead);
  for (const [number, { segment, files }] of taken.entries()) {
    const moved = new Set(dead.size === 0 ? [] : files.filter((file) => comesLast(number, segment, file)));
    if (copied.has(number)) {
      const record = records.copy(segment);
      for (const file of moved) revived.push({ record, file, mtimeMs: segment.table.stamp(file).mtimeMs });
      continue;
    }
    if (moved.size > 0) last.push({ segment, files: [...moved] });
    records.merge({ segment, files: moved.size === 0 ? files : files.filter((file) => !moved.has(file)) });
  }
  const gone = [...dead.keys()].filter((path) => !contents.file(path));
  return { records: records.finish(), gone, revived, last };
}

/** The files of a segment that count. */
export function livingPart(segment: LoadedSegment): SegmentPart {
  return partOf(segment, (file) => !segment.isDeadFile(file));
}

function partOf(segment: LoadedSegment, isTaken: (file: number) => boolean): SegmentPart {
  const files: number[] = [];
  for (let file = 0; file < segment.fileCount; file++) if (isTaken(file)) files.push(file);
  return { segment, files };
}

/** The numbers of segments that are copied. */
function copiedParts(taken: readonly SegmentPart[], keepsDead: boolean, options: PlanOptions): Set<number> {
  const { rowsPerRecord = defaultRowsPerRecord, minCopiedRows = defaultMinCopiedRows, mustMerge } = options;
  const copied = new Set<number>();
  const rows = taken.map(rowCount);
  const mayBeCopied = taken.map(({ segment, files }, number) => {
    const isWhole = keepsDead
      ? segment.searched - (rows[number] ?? 0) <= segment.searched * maxDeadShare
      : files.length === segment.fileCount;
    return isWhole && segment.vectors.areComplete && !mustMerge?.(segment);
  });
  const isLarge = (number: number): boolean => mayBeCopied[number] === true && (rows[number] ?? 0) >= rowsPerRecord / 2;
  for (let first = 0; first < taken.length; ) {
    if (isLarge(first)) {
      copied.add(first++);
      continue;
    }
    let end = first;
    let left = 0;
    for (; end < taken.length && !isLarge(end); end++) left += rows[end] ?? 0;
    // Of those between two large ones, the first are copied as long as they are large beside the rest.
    for (; first < end; first++) {
      const own = rows[first] ?? 0;
      left -= own;
      const isAlone = first === end - 1;
      const isTier = keepsDead && own >= minCopiedRows && own >= copiedFactor * left;
      if (!mayBeCopied[first] || !(isAlone || isTier)) break;
      copied.add(first);
    }
    first = end;
  }
  return copied;
}

function rowCount({ segment, files }: SegmentPart): number {
  let rows = 0;
  for (const file of files) {
    const [from, to] = segment.searchedRows(file);
    rows += to - from;
  }
  return rows;
}

/** Where dead versions of a path will be. */
interface DeadVersions {
  /** One is in a merged record. */
  readonly isMerged: boolean;
  /** The number of the last segment that has one. */
  readonly last: number;
}

function placedDead(
  segments: readonly LoadedSegment[],
  copied: ReadonlySet<number>,
  older: ReadonlyMap<string, PlacedFile> | undefined,
): Map<string, DeadVersions> {
  const dead = new Map<string, DeadVersions>();
  if (!older) return dead;
  for (const [number, segment] of segments.entries()) {
    if (segment.living.count === segment.fileCount) continue;
    for (let file = 0; file < segment.fileCount; file++) {
      if (!segment.isDeadFile(file)) continue;
      const path = segment.path(file);
      const kept = older.get(path);
      if (!copied.has(number) && (kept?.segment !== segment || kept.file !== file)) continue;
      dead.set(path, { isMerged: !copied.has(number) || (dead.get(path)?.isMerged ?? false), last: number });
    }
  }
  return dead;
}

/** Collects records in order, and counts the files that live after each. */
class RecordList {
  private readonly records: PlannedRecord[] = [];
  private parts: SegmentPart[] = [];
  private rows = 0;
  private files = 0;
  private readonly seen = new Set<string>();

  constructor(
    private readonly rowsPerRecord: number,
    private readonly dead: ReadonlyMap<string, unknown>,
  ) {}

  /** Returns the number of the record. */
  copy(segment: LoadedSegment): number {
    this.end();
    const part = partOf(segment, () => true);
    this.count(part);
    return this.records.push({ parts: [part], isCopy: true, files: this.files }) - 1;
  }

  /** Files of one segment may be in several records, if there are many. */
  merge({ segment, files }: SegmentPart): void {
    let first = 0;
    for (const [i, file] of files.entries()) {
      const [from, to] = segment.searchedRows(file);
      if (this.rows > 0 && this.rows + to - from > this.rowsPerRecord) {
        this.add({ segment, files: files.slice(first, i) });
        this.end();
        first = i;
      }
      this.rows += to - from;
    }
    this.add({ segment, files: first === 0 ? files : files.slice(first) });
  }

  /** An index without files has one empty record. */
  finish(): readonly PlannedRecord[] {
    this.end();
    return this.records.length > 0 ? this.records : [{ parts: [], isCopy: false, files: 0 }];
  }

  private add(part: SegmentPart): void {
    if (part.files.length === 0) return;
    this.parts.push(part);
    this.count(part);
  }

  private end(): void {
    if (this.parts.length > 0) this.records.push({ parts: this.parts, isCopy: false, files: this.files });
    this.parts = [];
    this.rows = 0;
  }

  /** A path counts once, although it may have several versions. */
  private count({ segment, files }: SegmentPart): void {
    if (this.dead.size === 0) {
      this.files += files.length;
      return;
    }
    for (const file of files) {
      const path = segment.path(file);
      if (this.dead.has(path)) {
        if (this.seen.has(path)) continue;
        this.seen.add(path);
      }
      this.files++;
    }
  }
}
