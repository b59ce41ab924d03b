/** Finds the lines that have several texts. */
import type { Needle } from './needle';

/** How to look for things in a source, a text or bytes. */
interface Look<Source> {
  /** As `Needle.inText`. */
  readonly find: (needle: Needle, source: Source, from: number) => number;
  /** The last line break at or before a place; -1: there is none. */
  readonly lineBreak: (source: Source, at: number) => number;
}

export const inText: Look<string> = {
  find: (needle, source, from) => needle.inText(source, from),
  lineBreak: (source, at) => source.lastIndexOf('\n', at),
};

export const inBytes: Look<Buffer> = {
  find: (needle, source, from) => needle.inBytes(source, from),
  lineBreak: (source, at) => source.lastIndexOf(10, at),
};

/**
 * Goes through the lines of a source that have all needles. The needle that is found last tells the first line that can have all of
 * them, and the others are searched for from there on. So each needle is searched for only once in the source.
 */
export class NeedleLines<Source> {
  /** Where each needle was found last. */
  private readonly found: number[];

  /** @param needles at least one; without line breaks. */
  constructor(
    private readonly source: Source,
    private readonly needles: readonly Needle[],
    private readonly look: Look<Source>,
  ) {
    this.found = needles.map(() => -1);
  }

  /** A place in the first line with all needles, at `from`, where a line begins, or after it; -1: there is none. */
  next(from: number): number {
    const { source, needles, look, found } = this;
    for (let start = from; ; ) {
      let first = Infinity;
      let last = -1;
      for (let i = 0; i < needles.length; i++) {
        const needle = needles[i];
        if (needle && (found[i] ?? -1) < start) found[i] = look.find(needle, source, start);
        const at = found[i] ?? -1;
        if (at < 0) return -1;
        first = Math.min(first, at);
        last = Math.max(last, at);
      }
      start = look.lineBreak(source, last) + 1;
      if (first >= start) return last;
    }
  }
}
