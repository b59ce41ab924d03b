/**
 * Writes an index that others can continue (shared-base.ts): for teammates, and for CI to make once. It has no times and no path
 * outside of the folder, and its bytes depend on the files and the settings alone: files are in the order of their paths, whatever the
 * history of the index was, and the generation follows from the hash of all contents.
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { unsettled } from '../../workspace/folder-changes';
import type { IndexSettings } from '../format/header';
import type { LexicalSections, NewFile } from '../format/segment-contents';
import { mergeInOrder } from '../lexical/merge-segments';
import { writeNewFile } from './create-index';
import { fileSections, type SegmentPart } from './file-sections';
import type { IndexContents, PlacedFile } from './index-contents';
import { replaceFile, temporaryFile } from './index-files';
import type { LoadedSegment } from './loaded-segment';

interface PortableIndex {
  /** Hash of paths, contents and settings: two files with the same hash are the same. */
  readonly tree: string;
  readonly files: number;
}

export async function writePortable(
  file: string,
  contents: IndexContents,
  settings: IndexSettings,
): Promise<PortableIndex> {
  const places = [...contents.files()].map((place) => ({ ...place, path: place.segment.path(place.file) }));
  places.sort((a, b) => (a.path < b.path ? -1 : 1));
  const sum = createHash('sha256').update(`${settings.model}\n${settings.dimensions}\n${settings.chunker}\n`);
  for (const { segment, file: number, path } of places) sum.update(`${path}\0${segment.file(number).hash ?? ''}\n`);
  const tree = sum.digest('hex');
  const generation = { count: 1, random: Number.parseInt(tree.slice(0, 8), 16) };
  const withoutTime = (stored: NewFile): NewFile => ({ ...stored, mtimeMs: unsettled });
  const sections = await fileSections(partsOf(places), lexicalOf(places), { change: withoutTime });
  const temporary = temporaryFile(file);
  try {
    await writeNewFile(temporary, { ...settings, tree }, generation, [{ sections, files: places.length }]);
    await replaceFile(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  return { tree, files: places.length };
}

/** Neighbours of one segment are one part: an index that was just made has few. */
function partsOf(places: readonly PlacedFile[]): SegmentPart[] {
  const parts: { segment: LoadedSegment; files: number[] }[] = [];
  for (const { segment, file } of places) {
    const last = parts.at(-1);
    if (last?.segment === segment) last.files.push(file);
    else parts.push({ segment, files: [file] });
  }
  return parts;
}

function lexicalOf(places: readonly PlacedFile[]): LexicalSections {
  const numbers = new Map<LoadedSegment, Int32Array>();
  let total = 0;
  for (const { segment, file } of places) {
    const rows = numbers.get(segment) ?? new Int32Array(segment.searched).fill(-1);
    numbers.set(segment, rows);
    const [from, to] = segment.searchedRows(file);
    for (let row = from; row < to; row++) rows[row] = total++;
  }
  return mergeInOrder(
    Array.from(numbers, ([{ lexical }, rows]) => ({ lexical, rows })),
    total,
  );
}
