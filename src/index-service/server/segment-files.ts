/**
 * What the files of a segment are, read once: the status of a folder is told some times a second, and to decode each file's entry
 * whenever one of them was replaced would cost more than what is told is worth.
 */
import type { LoadedSegment } from '../../index/file/loaded-segment';

/** The code of a file that was left out for its content. */
const leftOut = 0;

export class SegmentFiles {
  /** Of each file: 1 + the place of its language in `names`. */
  private readonly codes: Uint16Array;
  private readonly names: string[] = [];
  private counted: { readonly live: number; readonly perLanguage: ReadonlyMap<string, number> } | undefined;

  constructor(private readonly segment: LoadedSegment) {
    const known = new Map<string, number>();
    this.codes = Uint16Array.from({ length: segment.fileCount }, (_, file) => {
      const { skipped, language } = segment.file(file);
      if (skipped) return leftOut;
      let code = known.get(language);
      if (code === undefined) {
        code = this.names.push(language);
        known.set(language, code);
      }
      return code;
    });
  }

  /** How many files of each language are alive and indexed. Files only ever die, so their number tells whether one did. */
  perLanguage(): ReadonlyMap<string, number> {
    const { segment, codes, names } = this;
    const live = segment.liveFiles;
    if (this.counted?.live === live) return this.counted.perLanguage;
    const counts = new Uint32Array(names.length + 1);
    codes.forEach((code, file) => {
      if (!segment.isDeadFile(file)) counts[code] = (counts[code] ?? 0) + 1;
    });
    const pairs = names.map((name, i): [string, number] => [name, counts[i + 1] ?? 0]);
    const perLanguage = new Map(pairs.filter(([, count]) => count > 0));
    this.counted = { live, perLanguage };
    return perLanguage;
  }
}
