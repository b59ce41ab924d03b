/** A task with known answers: a text, and the places that an engineer changed for it. */
import type { Span } from '../../search/hits/spans';

/** A function or another stretch of a file that was changed. */
export interface GoldPlace {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** The changed lines in it. Empty: only the file is known, and any line of it counts. */
  readonly lines: readonly Span[];
  /** Of the function; empty outside of any. */
  readonly name: string;
}

export interface MeasuredTask {
  readonly id: string;
  readonly text: string;
  readonly places: readonly GoldPlace[];
}

/** Changed lines of a file, before it is known which functions they are in. */
export interface ChangedLines {
  readonly path: string;
  readonly spans: readonly Span[];
}
