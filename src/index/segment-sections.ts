/** A new segment as the sections of a record. */
import { bytesToBits } from './bits';
import { bytesOf } from './bytes';
import { encodeRemoved } from './contents';
import type { SectionBytes, SectionName } from './record';
import type { NewSegment } from './segment';
import { TablesWriter } from './segment-tables';

export type Sections = ReadonlyMap<SectionName, SectionBytes>;

export function segmentSections(segment: NewSegment, dimensions: number): Sections {
  const tables = new TablesWriter();
  for (const file of segment.files) tables.add(file);
  const { terms, postings, lengths } = segment.lexical;
  const sections = new Map<SectionName, SectionBytes>([
    ['removed', encodeRemoved(segment.removed)],
    ...tables.finish(),
    ['terms', terms],
    ['postings', postings],
    ['lengths', lengths],
  ]);
  if (segment.vectors) {
    const { vectors, scales, missing } = segment.vectors;
    if (vectors.length !== tables.searched * dimensions || scales.length !== tables.searched)
      throw new RangeError(`${scales.length} vectors for ${tables.searched} searched chunks`);
    sections.set('vectors', bytesOf(vectors)).set('scales', bytesOf(scales));
    if (missing?.includes(1)) sections.set('missing', bytesToBits(missing));
  }
  return sections;
}
