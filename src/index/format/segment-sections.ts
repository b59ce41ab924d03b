/** Encodes a new segment as the sections of a record. */

import { encodeScales } from '../vectors/row-scales';
import { bytesOf } from './byte-codec';
import type { SectionBytes, SectionName } from './log-record';
import { encodeRevived } from './revived-files';
import { bytesToBits } from './row-bits';
import type { NewSegment } from './segment-contents';
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
  const { revived = [] } = segment;
  // What the rest depends on comes first: a file that is cut off keeps as much as possible.
  const sections = new Map<SectionName, SectionBytes>([
    ['removed', encodeStrings([...revived.map(({ path }) => path), ...segment.removed])],
  ]);
  if (revived.length > 0) sections.set('revived', encodeRevived(revived));
  if (segment.stamps && segment.stamps.length > 0) {
    sections.set('stamped', encodeStrings(segment.stamps.map(({ path }) => path)));
    sections.set('times', bytesOf(Float64Array.from(segment.stamps, ({ mtimeMs }) => mtimeMs)));
  }
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

/** The sections of a segment are already bytes; only those of a compaction come in pieces. */
export function bytesOfSections(sections: RecordSections): [SectionName, Uint8Array][] {
  return [...sections].map(([name, bytes]) => [
    name,
    bytes instanceof Uint8Array ? bytes : Buffer.concat([...bytes.pieces()]),
  ]);
}
