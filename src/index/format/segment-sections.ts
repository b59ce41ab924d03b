/** Encodes a new segment as the sections of a record. */

import { DamagedSectionError } from '../damaged-section';
import { encodeScales } from '../vectors/row-scales';
import { ByteReader, ByteWriter, bytesOf } from './byte-codec';
import type { SectionBytes, SectionName } from './log-record';
import { bytesToBits } from './row-bits';
import type { CurrentFile, NewSegment } from './segment-contents';
import { TablesWriter } from './segment-tables';
import { encodeStrings } from './string-list';

export type RecordSections = ReadonlyMap<SectionName, SectionBytes>;

/** A segment to write, and the number of living files of the index after it. */
export interface SegmentRecord {
  readonly sections: RecordSections;
  readonly files: number;
}

export function segmentSections(segment: NewSegment, dimensions: number): RecordSections {
  const tables = new TablesWriter();
  for (const file of segment.files) tables.add(file);
  const { terms, postings, lengths } = segment.lexical;
  const { removed, current = [] } = segment;
  const sections = new Map<SectionName, SectionBytes>();
  if (removed.length > 0) sections.set('removed', encodeStrings(removed));
  if (current.length > 0) sections.set('current', encodeCurrent(current));
  for (const [name, bytes] of tables.finish()) sections.set(name, bytes);
  if (segment.vectors?.missing?.includes(1)) sections.set('missing', bytesToBits(segment.vectors.missing));
  if (segment.vectors) sections.set('scales', encodeScales(segment.vectors.scales));
  sections.set('lengths', lengths).set('terms', terms).set('postings', postings);
  if (segment.vectors) {
    const { vectors, scales } = segment.vectors;
    if (vectors.length !== tables.searched * dimensions || scales.length !== tables.searched)
      throw new RangeError(`${scales.length} vectors for ${tables.searched} searched chunks`);
    sections.set('vectors', bytesOf(vectors));
  }
  return sections;
}

/**
 * The section `current`: a varint with the number of files; for each the sequence and the file, signed, from those of the one before; then
 * the time of each, a float64.
 */
export function encodeCurrent(files: readonly CurrentFile[]): Uint8Array {
  const out = new ByteWriter();
  out.varint(files.length);
  let before = { sequence: 0, file: 0 };
  for (const one of files) {
    out.signed(one.sequence - before.sequence);
    out.signed(one.file - before.file);
    before = one;
  }
  out.raw(bytesOf(Float64Array.from(files, ({ mtimeMs }) => mtimeMs)));
  return out.view();
}

export function decodeCurrent(bytes: Uint8Array): CurrentFile[] {
  if (bytes.length === 0) return [];
  const reader = new ByteReader(bytes);
  const files: { readonly sequence: number; readonly file: number; mtimeMs: number }[] = [];
  let [sequence, file] = [0, 0];
  for (let left = reader.count(); left > 0; left--) {
    sequence += reader.signed();
    file += reader.signed();
    files.push({ sequence, file, mtimeMs: 0 });
  }
  const times = new DataView(bytes.buffer, bytes.byteOffset + reader.at, bytes.length - reader.at);
  if (times.byteLength !== 8 * files.length) throw new DamagedSectionError('it has other times than files');
  files.forEach((one, i) => {
    one.mtimeMs = times.getFloat64(8 * i, true);
  });
  return files;
}

/** The sections of a segment are already bytes; only those of a compaction come in pieces. */
export function bytesOfSections(sections: RecordSections): [SectionName, Uint8Array][] {
  return [...sections].map(([name, bytes]) => [
    name,
    bytes instanceof Uint8Array ? bytes : Buffer.concat([...bytes.pieces()]),
  ]);
}
