/** The files that can match a regular expression, by the words of the index. None that matches is left out. */
import type { LoadedSegment } from '../../index/file/loaded-segment';
import { sharedLineMark } from '../../index/terms/lost-words';
import type { IndexView } from '../view/index-view';
import { partConditions } from './regex-parts';
import type { Regex } from './regex-pattern';
import { PlaceFinder, type RowGroups } from './segment-rows';

/**
 * By segment: the numbers of files that can match, ascending; undefined: every file can. A line is in one chunk, so a chunk must have
 * all words of an expression for lines; where two chunks share a line, the file must have them.
 */
export function filesFor(view: IndexView, regexes: readonly Regex[]): readonly Uint32Array[] | undefined {
  const conditions = partConditions(regexes);
  if (conditions.length === 0) return undefined;
  const isMultiline = regexes.some((regex) => regex.isMultiline);
  const shared = isMultiline ? [] : filesWithSharedLines(view);
  return view.segments.map((stored, number) => {
    const lexical = view.lexical.segment(number);
    if (!lexical) return new Uint32Array(0);
    const groups = isMultiline ? new FileGroups(stored) : rowsAndFiles(stored, shared[number]);
    const filesOf = (places: Uint32Array, enough: number): number => filesAt(stored, places, enough).length;
    return filesAt(stored, new PlaceFinder(lexical, groups, filesOf, stored.fileCount).find(conditions));
  });
}

/** By segment. */
function filesWithSharedLines(view: IndexView): Set<number>[] {
  const files = view.segments.map(() => new Set<number>());
  view.lexical.visitTerm(sharedLineMark, (segment, row) => {
    const file = view.segments[segment]?.fileOf(row);
    if (file !== undefined) files[segment]?.add(file);
  });
  return files;
}

const singleRows: RowGroups = { startOf: (row) => row, endOf: (row) => row + 1 };

/** Each row is a place, and each of these files. */
function rowsAndFiles(stored: LoadedSegment, files: ReadonlySet<number> | undefined): RowGroups {
  if (!files || files.size === 0) return singleRows;
  const isOfFile = new Uint8Array(stored.searched);
  for (const file of files) isOfFile.fill(1, ...stored.searchedRows(file));
  const whole = new FileGroups(stored);
  return {
    startOf: (row) => (isOfFile[row] === 1 ? whole.startOf(row) : row),
    endOf: (row) => (isOfFile[row] === 1 ? whole.endOf(row) : row + 1),
  };
}

/** Each file is a place. Rows are mostly asked for in order. */
class FileGroups implements RowGroups {
  private start = 0;
  private end = 0;

  constructor(private readonly stored: LoadedSegment) {}

  startOf(row: number): number {
    if (row < this.start || row >= this.end) [this.start, this.end] = this.stored.searchedRows(this.stored.fileOf(row));
    return this.start;
  }

  endOf(row: number): number {
    this.startOf(row);
    return this.end;
  }
}

/** @param rows ascending; @param enough with more files, the rest is left out. */
function filesAt(stored: LoadedSegment, rows: Uint32Array, enough = Infinity): Uint32Array {
  const files: number[] = [];
  let end = 0;
  for (const row of rows) {
    if (row < end) continue;
    if (files.length > enough) break;
    const file = stored.fileOf(row);
    files.push(file);
    end = stored.searchedRows(file)[1];
  }
  return Uint32Array.from(files);
}
