/** All versions of files that were put into an index, so that a test can revive any of them and knows what the index must answer. */
import fc from 'fast-check';
import type { IndexContents } from '../../../../src/index/file/index-contents';
import type { CurrentFile, NewFile } from '../../../../src/index/format/segment-contents';

export interface ReviveStep {
  readonly is: 'revive';
  readonly paths: readonly string[];
  /** Which of the older versions. */
  readonly which: number;
  readonly mtimeMs: number;
}

export function reviveStep(paths: readonly string[]): fc.Arbitrary<ReviveStep> {
  return fc.record({
    is: fc.constant('revive' as const),
    paths: fc.subarray([...paths], { minLength: 1 }),
    which: fc.nat(10),
    mtimeMs: fc.integer({ min: 1, max: 1e12 }),
  });
}

interface Version {
  readonly file: NewFile;
  readonly hasVectors: boolean;
}

export class FileVersions {
  /** @param known by path and hash; undefined: several have the same. */
  constructor(private readonly known = new Map<string, Version | undefined>()) {}

  copy(): FileVersions {
    return new FileVersions(new Map(this.known));
  }

  add(file: NewFile, hasVectors = true): void {
    const key = keyOf(file);
    this.known.set(key, this.known.has(key) ? undefined : { file, hasVectors });
  }

  /** All got their vectors. */
  fill(): void {
    for (const [key, version] of this.known) this.known.set(key, version && { ...version, hasVectors: true });
  }

  /** The chosen versions, as the index has them and as they were put in. */
  choose(
    contents: IndexContents,
    { paths, which, mtimeMs }: ReviveStep,
  ): (Version & { readonly revived: CurrentFile })[] {
    return paths.flatMap((path) => {
      const dead = [...contents.deadFiles(new Set([path]))];
      const place = dead[which % Math.max(1, dead.length)];
      const version = place && this.known.get(keyOf(place.segment.file(place.file)));
      if (!place || !version) return [];
      const revived = { sequence: place.segment.sequence, file: place.file, mtimeMs };
      return [{ revived, file: { ...version.file, mtimeMs }, hasVectors: version.hasVectors }];
    });
  }
}

function keyOf({ path, hash }: Pick<NewFile, 'path' | 'hash'>): string {
  return `${path} ${hash}`;
}
