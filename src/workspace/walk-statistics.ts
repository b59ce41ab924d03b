/** How many files a walk found, how many were taken, and why the others were skipped, with a few examples of each reason. */
import { type Skipped, type SkipReason, skipReasons } from './skip-reasons';

interface SkipCount {
  readonly reason: SkipReason;
  /** An ignored folder counts once, because its content was not read. */
  readonly count: number;
  readonly examples: readonly { readonly path: string; readonly message: string }[];
}

export interface WalkStatistics {
  readonly seen: number;
  readonly taken: number;
  /** Most frequent first; reasons that did not occur are left out. */
  readonly skipped: readonly SkipCount[];
}

/** Counts files as they are taken or skipped: by the walk, or later by their content. */
export class WalkCounter {
  private taken = 0;
  private readonly skipped = new Map<SkipReason, { count: number; examples: { path: string; message: string }[] }>();

  /** @param maxExamples for each reason. */
  constructor(private readonly maxExamples = 5) {}

  take(): void {
    this.taken++;
  }

  skip(path: string, { reason, message }: Skipped): void {
    const entry = this.skipped.get(reason) ?? { count: 0, examples: [] };
    entry.count++;
    if (entry.examples.length < this.maxExamples) entry.examples.push({ path, message });
    this.skipped.set(reason, entry);
  }

  statistics(): WalkStatistics {
    const skipped = skipReasons.flatMap((reason): SkipCount[] => {
      const entry = this.skipped.get(reason);
      return entry ? [{ reason, count: entry.count, examples: [...entry.examples] }] : [];
    });
    skipped.sort((a, b) => b.count - a.count);
    return { seen: skipped.reduce((sum, { count }) => sum + count, this.taken), taken: this.taken, skipped };
  }
}
