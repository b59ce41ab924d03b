/**
 * Makes a whole segment of a damaged one, from the files that are completely known. A file is decoded twice, with the unknown bytes
 * filled in two different ways: if the results are equal, none of the unknown bytes matters for it. So nothing here needs to know
 * which bytes belong to which file, and no file can be wrong.
 *
 * Vectors that are not known are marked as missing, and words that are not known are left out; files with such are `weakened`.
 */

import { bytesOf } from '../format/byte-codec';
import type { SectionName } from '../format/log-record';
import type { ByteRange, RecoveredRecord } from '../format/recover-records';
import { bitsToBytes, bytesToBits } from '../format/row-bits';
import { parentIdBytes, searchedIdBytes } from '../format/row-ids';
import { inMemory, MemorySection } from '../format/section-source';
import { type LexicalSections, type NewFile, storedHashBytes } from '../format/segment-contents';
import { TablesWriter } from '../format/segment-tables';
import { LexicalSegment } from '../lexical/lexical-segment';
import { mergeSegments } from '../lexical/merge-postings';
import { salvageLexical } from '../lexical/salvage-lexical';
import { PlaneSection } from '../parts/plane-section';
import { highBlockBytes, lowRowBytes } from '../vectors/bit-planes';
import { decodeScales, encodeScales, scaleBytes } from '../vectors/row-scales';
import { ROWS_PER_BLOCK } from '../vectors/scan-kernel';
import { newFile } from './file-sections';
import { LoadedSegment } from './loaded-segment';

export interface SalvagedSegment {
  /** As `segmentSections` makes them. */
  readonly sections: ReadonlyMap<SectionName, Uint8Array>;
  /** By searched row of the damaged segment: its row now; -1: it is lost. */
  readonly rows: Int32Array;
  readonly lostPaths: readonly string[];
  readonly weakened: readonly string[];
}

const tables: readonly SectionName[] = ['files', 'strings', 'ids', 'ownIds', 'hashes', 'kinds', 'rows', 'links'];

export function salvageSegment({ sections, unknown }: RecoveredRecord, dimensions: number): SalvagedSegment {
  const { files, rows, lostPaths } = knownFiles(sections, unknown, dimensions);
  const vectors = livingVectors(sections, unknown, rows, dimensions);
  const isWordless = (['terms', 'postings', 'lengths', 'notes'] as const).some((name) => unknown.has(name));
  const writer = new TablesWriter();
  const weakened: string[] = [];
  for (const file of files) {
    const first = writer.searched;
    writer.add(file);
    if (isWordless || vectors?.unknown.subarray(first, writer.searched).includes(1)) weakened.push(file.path);
  }
  const made = new Map<SectionName, Uint8Array>();
  // A copy in memory of its own: tables are read as arrays of numbers.
  for (const [name, bytes] of writer.finish()) made.set(name, new Uint8Array(bytes));
  for (const lists of [['removed'], ['removed', 'revived'], ['stamped', 'times']] as const) {
    // Half a list of removed files, or times without their files, would be wrong. A file that is not revived stays removed.
    if (lists.some((name) => unknown.has(name))) continue;
    for (const name of lists) made.set(name, sections.get(name) ?? new Uint8Array(0));
  }
  const { lengths, terms, postings } = livingWords(sections, unknown, rows);
  made.set('lengths', lengths).set('terms', terms).set('postings', postings);
  if (vectors) {
    if (vectors.missing.includes(1)) made.set('missing', bytesToBits(vectors.missing));
    made.set('scales', encodeScales(vectors.scales)).set('vectors', bytesOf(vectors.vectors));
  }
  return { sections: made, rows, lostPaths, weakened };
}

/** Bytes of rows and links that are read, for each that there is. */
const maxReads = 8;
const minReads = 2 ** 20;

interface KnownFiles {
  readonly files: readonly NewFile[];
  readonly rows: Int32Array;
  readonly lostPaths: readonly string[];
}

function knownFiles(
  sections: ReadonlyMap<SectionName, Uint8Array>,
  unknown: RecoveredRecord['unknown'],
  dimensions: number,
): KnownFiles {
  const searched = (sections.get('hashes')?.length ?? 0) / storedHashBytes;
  const rows = new Int32Array(searched).fill(-1);
  const first = decodable(sections, unknown, dimensions, 0);
  const isDamaged = tables.some((name) => unknown.has(name));
  const second = isDamaged ? decodable(sections, unknown, dimensions, 0xa5) : first;
  if (!first || !second) return { files: [], rows, lostPaths: [] };
  const files: NewFile[] = [];
  const lostPaths: string[] = [];
  let next = 0;
  const count = Math.min(first.fileCount, second.fileCount);
  // Files of unknown places may seem to have the same rows: all together have about as many bytes as there are.
  const stored = (sections.get('rows')?.length ?? 0) + (sections.get('links')?.length ?? 0);
  const budget = { left: maxReads * stored + minReads };
  for (let file = 0; file < count; file++) {
    const decoded = decodeFile(first, file, budget);
    const again = first === second ? decoded : decodeFile(second, file, budget);
    if (decoded && again && (decoded === again || JSON.stringify(decoded) === JSON.stringify(again))) {
      files.push(decoded);
      const [from, to] = first.searchedRows(file);
      for (let row = from; row < to; row++) rows[row] = next++;
      continue;
    }
    const path = pathOf(first, file);
    if (path !== undefined && path === pathOf(second, file)) lostPaths.push(path);
  }
  return { files, rows, lostPaths };
}

/** The segment without vectors and words, with unknown bytes of the tables filled with a value; undefined: it has no meaning at all. */
function decodable(
  sections: ReadonlyMap<SectionName, Uint8Array>,
  unknown: RecoveredRecord['unknown'],
  dimensions: number,
  fill: number,
): LoadedSegment | undefined {
  const filled = new Map<SectionName, Uint8Array>();
  for (const name of [...tables, 'notes' as const]) {
    const bytes = sections.get(name);
    const ranges = unknown.get(name);
    // Notes are compressed together: with unknown bytes, none can be read.
    if (!bytes || (name === 'notes' && ranges)) continue;
    const copy = ranges ? bytes.slice() : bytes;
    for (const [from, to] of ranges ?? []) copy.fill(fill, from, to);
    filled.set(name, copy);
  }
  try {
    fixEnds(filled);
    return new LoadedSegment(0, dimensions, inMemory(filled), true);
  } catch {
    return undefined;
  }
}

/** The last entries of the columns of `files` follow from the lengths of other sections. */
function fixEnds(sections: ReadonlyMap<SectionName, Uint8Array>): void {
  const files = sections.get('files');
  if (!files || files.length < 8) return;
  const view = new DataView(files.buffer, files.byteOffset, files.byteLength);
  const count = view.getUint32(0, true);
  const rowBytes = view.getUint32(4, true);
  const column = 4 * (count + 1);
  const firstSearched = 8 + 24 * count;
  const places = firstSearched + 3 * column;
  const pathPlaces = places + 4 * count;
  const searched = (sections.get('hashes')?.length ?? 0) / storedHashBytes;
  const parents = ((sections.get('ids')?.length ?? 0) - searchedIdBytes * searched) / parentIdBytes;
  view.setUint32(firstSearched + column - 4, searched, true);
  view.setUint32(firstSearched + 2 * column - 4, parents, true);
  view.setUint32(firstSearched + 3 * column - 4, sections.get('rows')?.length ?? 0, true);
  view.setUint32(pathPlaces + column - 4, files.length - pathPlaces - column - rowBytes, true);
}

function decodeFile(segment: LoadedSegment, file: number, budget: { left: number }): NewFile | undefined {
  try {
    budget.left -= segment.bytesIn(file);
    return budget.left < 0 ? undefined : newFile(segment, file);
  } catch {
    return undefined;
  }
}

function pathOf(segment: LoadedSegment, file: number): string | undefined {
  try {
    return segment.path(file);
  } catch {
    return undefined;
  }
}

function livingWords(
  sections: ReadonlyMap<SectionName, Uint8Array>,
  unknown: RecoveredRecord['unknown'],
  rows: Int32Array,
): LexicalSections {
  const section = (name: SectionName): Uint8Array => sections.get(name) ?? new Uint8Array(0);
  const ranges = (name: SectionName): readonly ByteRange[] => unknown.get(name) ?? [];
  const lexical = salvageLexical(
    { terms: section('terms'), postings: section('postings'), lengths: section('lengths') },
    { terms: ranges('terms'), postings: ranges('postings'), lengths: ranges('lengths') },
    rows.length,
  );
  const deleted = Uint8Array.from(rows, (row) => (row < 0 ? 1 : 0));
  return mergeSegments([{ segment: new LexicalSegment(lexical), deleted }]);
}

/** As int8, whatever their bits are. */
function allVectors(
  sections: ReadonlyMap<SectionName, Uint8Array>,
  rows: number,
  dimensions: number,
): Uint8Array | undefined {
  const high = sections.get('highBits');
  const low = sections.get('lowBits');
  if (!high || !low) return sections.get('vectors');
  return new PlaneSection(new MemorySection(high), new MemorySection(low), rows, dimensions).readOnce(
    0,
    rows * dimensions,
  );
}

interface LivingVectors {
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
  /** By row: its vector is missing; `unknown`: because of the damage. */
  readonly missing: Uint8Array;
  readonly unknown: Uint8Array;
}

function livingVectors(
  sections: ReadonlyMap<SectionName, Uint8Array>,
  unknown: RecoveredRecord['unknown'],
  rows: Int32Array,
  dimensions: number,
): LivingVectors | undefined {
  const vectors = allVectors(sections, rows.length, dimensions);
  const stored = sections.get('scales');
  if (!vectors || !stored) return undefined;
  const scales = decodeScales(stored);
  const bad = new Uint8Array(rows.length);
  const bits = sections.get('missing');
  const before = bits ? bitsToBytes(bits, rows.length) : new Uint8Array(rows.length);
  // By section: the rows that some of its bytes belong to.
  for (const [name, bytes, rowsTogether] of [
    ['vectors', dimensions, 1],
    ['highBits', highBlockBytes(dimensions), ROWS_PER_BLOCK],
    ['lowBits', lowRowBytes(dimensions), 1],
    ['scales', scaleBytes, 1],
    ['missing', 1, 8],
  ] as const)
    for (const [from, to] of unknown.get(name) ?? [])
      bad.fill(1, Math.floor(from / bytes) * rowsTogether, Math.ceil(to / bytes) * rowsTogether);
  const living = rows.filter((row) => row >= 0).length;
  const made = {
    vectors: new Int8Array(living * dimensions),
    scales: new Float32Array(living),
    missing: new Uint8Array(living),
    unknown: new Uint8Array(living),
  };
  rows.forEach((row, old) => {
    if (row < 0) return;
    const isBad = bad[old] === 1;
    made.unknown[row] = isBad ? 1 : 0;
    made.missing[row] = isBad || before[old] === 1 ? 1 : 0;
    if (isBad) return;
    made.vectors.set(
      new Int8Array(vectors.buffer, vectors.byteOffset + old * dimensions, dimensions),
      row * dimensions,
    );
    made.scales[row] = scales[old] ?? 0;
  });
  return made;
}
