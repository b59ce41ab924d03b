/**
 * Counts the files of a segment per language. The entries are decoded once: the status of a folder is sent several times a second, and
 * decoding every entry whenever a file was replaced would cost too much.
 */
import type { LoadedSegment } from '../../index/file/loaded-segment';

/** The code of a file that was skipped for its content. */
const skippedCode = 0;

export class SegmentFiles {
  /** For each file: 1 + the position of its language in `names`. */
  private readonly codes: Uint16Array;
  private readonly names: string[] = [];
  private counted: { readonly turns: number; readonly perLanguage: ReadonlyMap<string, number> } | undefined;

  constructor(private readonly segment: LoadedSegment) {
    const known = new Map<string, number>();
    this.codes = Uint16Array.from({ length: segment.fileCount }, (_, file) => {
      if (segment.isSkippedFile(file)) return skippedCode;
      const language = segment.language(file);
      let code = known.get(language);
      if (code === undefined) {
        code = this.names.push(language);
        known.set(language, code);
      }
      return code;
    });
  }

  /** The number of live indexed files per language. */
  perLanguage(): ReadonlyMap<string, number> {
    const { segment, codes, names } = this;
    const { turns } = segment.living;
    if (this.counted?.turns === turns) return this.counted.perLanguage;
    const counts = new Uint32Array(names.length + 1);
    codes.forEach((code, file) => {
      if (!segment.isDeadFile(file)) counts[code] = (counts[code] ?? 0) + 1;
    });
    const pairs = names.map((name, i): [string, number] => [name, counts[i + 1] ?? 0]);
    const perLanguage = new Map(pairs.filter(([, count]) => count > 0));
    this.counted = { turns, perLanguage };
    return perLanguage;
  }
}
