/** A segment as it is in its file, for a new file. Nothing is decoded; what its record said about other segments is left out. */
import type { LoadedSegment } from '../file/loaded-segment';
import type { SectionBytes, SectionName } from '../format/log-record';
import { FourBitSection, MemorySection, type SectionSource } from '../parts/section-source';

const ofRecord: ReadonlySet<SectionName> = new Set(['removed', 'revived', 'stamped', 'times', 'sharedTimes', 'origin']);

const pieceBytes = 2 ** 18;

export function copiedSections({ sections }: LoadedSegment): Map<SectionName, SectionBytes> {
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
