/** Reads a damaged index file: the result of everything in it that is as it was written, and what is missing. */
import { decodeHeader, headerBytes, type IndexHeader } from '../format/header';
import { isSameGeneration, type SectionName } from '../format/log-record';
import { type ByteRange, type RecoveredRecord, recoverRecords } from '../format/recover-records';
import { inMemory } from '../format/section-source';
import { scaleBytes } from '../vectors/row-scales';
import { decodeTarget, encodeTarget, type IndexContents } from './index-contents';
import type { IndexDamage } from './index-error';
import { type About, decodeAbout, decodeOrigin } from './index-origin';
import { type SalvagedSegment, salvageSegment } from './salvage-segment';

interface RecoveredContents {
  readonly contents: IndexContents;
  readonly damage: IndexDamage;
  /** Paths of files that are in the contents, but not with all their words and vectors. */
  readonly weakened: readonly string[];
}

/**
 * Undefined: it is not known what the index was made with, so nothing of it can be used.
 * @param begin gives the contents that records are added to; undefined: they cannot be read.
 */
export function recoverContents(
  file: Buffer,
  begin: (header: IndexHeader, about: About) => IndexContents | undefined,
): RecoveredContents | undefined {
  const own = decodeHeader(file.subarray(0, headerBytes));
  const { records, generation, badBytes, files, hasEnd } = recoverRecords(
    file,
    typeof own === 'string' ? undefined : own.generation,
  );
  const isKnown = ({ unknown }: RecoveredRecord): boolean => !unknown.has('origin');
  const origins = records.flatMap((record) => (isKnown(record) && decodeOrigin(record.sections.get('origin'))) || []);
  const [origin] = origins;
  const isOwn = typeof own !== 'string' && (!generation || isSameGeneration(own.generation, generation));
  const header = isOwn ? own : origin?.header;
  const about = origin?.about ?? aboutIn(records);
  const contents = header && about && begin(header, about);
  if (!contents) return undefined;
  const salvage = new Salvage(contents);
  for (const record of records) salvage.apply(record);
  contents.about ??= about;
  contents.end = file.length;
  const lostPaths = [...salvage.lostPaths].filter((path) => !contents.file(path));
  const weakened = [...salvage.weakened].flatMap(([sequence, paths]) =>
    paths.filter((path) => contents.file(path)?.segment.sequence === sequence),
  );
  // Records of an older file do not say how many files the newer one had.
  const isOlder = !isOwn && typeof own !== 'string';
  const lostFiles =
    files === undefined || isOlder ? undefined : Math.max(0, files - contents.fileCount, lostPaths.length);
  const damage = { bytes: badBytes, lostFiles, lostPaths, weakenedFiles: weakened.length };
  return { contents, damage: hasEnd ? damage : { ...damage, isAtLeast: true }, weakened };
}

function aboutIn(records: readonly RecoveredRecord[]): About | undefined {
  const record = records.find(({ header, unknown }) => header.type === 'about' && !unknown.has('about'));
  try {
    return record && decodeAbout(record.sections.get('about'));
  } catch {
    return undefined;
  }
}

function withoutSections(
  sections: RecoveredRecord['sections'],
  names: ReadonlyMap<SectionName, unknown>,
): Map<SectionName, Uint8Array> {
  return new Map([...sections].filter(([name]) => !names.has(name)));
}

class Salvage {
  readonly lostPaths = new Set<string>();
  /** By sequence of a salvaged segment: paths of its files. */
  readonly weakened = new Map<number, readonly string[]>();
  /** By sequence of a salvaged segment: where its rows are now. */
  private readonly rows = new Map<number, Int32Array>();

  constructor(private readonly contents: IndexContents) {}

  apply(record: RecoveredRecord): void {
    const { header, unknown } = record;
    if (header.type === 'about') {
      if (!unknown.has('about')) this.put(record, record.sections);
    } else if (header.type === 'fill') this.fill(record);
    else if ([...unknown.keys()].every((name) => name === 'origin' || name === 'codes'))
      this.put(record, withoutSections(record.sections, unknown));
    else this.segment(record);
  }

  private segment(record: RecoveredRecord): void {
    const { sequence } = record.header;
    let salvaged: SalvagedSegment;
    try {
      salvaged = salvageSegment(record, this.contents.header.dimensions);
    } catch {
      return;
    }
    // Older versions of files whose current version is lost are not what the index had.
    for (const path of salvaged.lostPaths) {
      this.contents.forget(path);
      this.lostPaths.add(path);
    }
    this.rows.set(sequence, salvaged.rows);
    this.weakened.set(sequence, salvaged.weakened);
    this.put(record, salvaged.sections);
  }

  /** Keeps the vectors that are known, for rows that are still there. */
  private fill(record: RecoveredRecord): void {
    const { sections, unknown } = record;
    const { dimensions } = this.contents.header;
    const [target, vectors, scales] = (['target', 'vectors', 'scales'] as const).map((name) => sections.get(name));
    if (unknown.has('target') || !target || !vectors || !scales) return;
    const { sequence, rows } = decodeTarget(target);
    const moved = this.rows.get(sequence);
    const isBad = (name: SectionName, from: number, to: number): boolean =>
      (unknown.get(name) ?? []).some(([start, end]: ByteRange) => start < to && from < end);
    const kept = rows.flatMap((row, i) => {
      const now = moved ? (moved[row] ?? -1) : row;
      const isLost =
        isBad('vectors', i * dimensions, (i + 1) * dimensions) || isBad('scales', scaleBytes * i, scaleBytes * (i + 1));
      return now < 0 || isLost ? [] : [{ now, i }];
    });
    const keptVectors = new Uint8Array(kept.length * dimensions);
    const keptScales = new Uint8Array(kept.length * scaleBytes);
    kept.forEach(({ i }, at) => {
      keptVectors.set(vectors.subarray(i * dimensions, (i + 1) * dimensions), at * dimensions);
      keptScales.set(scales.subarray(i * scaleBytes, (i + 1) * scaleBytes), at * scaleBytes);
    });
    const made = new Map<SectionName, Uint8Array>([
      [
        'target',
        encodeTarget(
          sequence,
          Uint32Array.from(kept, ({ now }) => now),
        ),
      ],
      ['vectors', keptVectors],
      ['scales', keptScales],
    ]);
    this.put(record, made);
  }

  private put({ header }: RecoveredRecord, all: ReadonlyMap<SectionName, Uint8Array>): void {
    if (!this.contents.applyContent({ header, sections: inMemory(all) })) return;
    if (header.type === 'base' || header.type === 'delta') this.updateLost();
  }

  /** After a segment: what it removes is not missed any more; a file is lost if the rows are that it revives. */
  private updateLost(): void {
    const { removed = [], revived = [] } = this.contents.segments.at(-1) ?? {};
    for (const path of removed) this.lostPaths.delete(path);
    for (const { path } of revived) if (!this.contents.file(path)) this.lostPaths.add(path);
  }
}
