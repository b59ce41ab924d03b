/** How many files a walk found, how many were taken, and why the others were skipped, with a few examples of each reason. */
import { isAbsolute } from 'node:path';
import { type IgnoreRule, type Skipped, type SkipReason, skipReasons } from './skip-reasons';

interface SkipCount {
  readonly reason: SkipReason;
  /** An ignored folder counts once, because its content was not read. */
  readonly count: number;
  readonly examples: readonly { readonly path: string; readonly message: string }[];
  /** For `ignored`: the rules that ignore the most, most first. */
  readonly rules?: readonly RuleCount[];
}

interface RuleCount extends IgnoreRule {
  /** Files and folders; an ignored folder counts once. */
  readonly count: number;
}

export interface WalkStatistics {
  readonly seen: number;
  readonly taken: number;
  /** Most frequent first; reasons that did not occur are left out. */
  readonly skipped: readonly SkipCount[];
}

/** Rules to report. */
const maxRules = 3;

/** Counts files as they are taken or skipped: by the walk, or later by their content. */
export class WalkCounter {
  private taken = 0;
  private readonly skipped = new Map<SkipReason, { count: number; examples: { path: string; message: string }[] }>();

  private readonly rules = new Map<string, { rule: IgnoreRule; count: number }>();

  /** @param maxExamples for each reason. */
  constructor(private readonly maxExamples = 5) {}

  take(): void {
    this.taken++;
  }

  skip(path: string, { reason, message, rule }: Skipped): void {
    const entry = this.skipped.get(reason) ?? { count: 0, examples: [] };
    entry.count++;
    if (entry.examples.length < this.maxExamples) entry.examples.push({ path, message });
    this.skipped.set(reason, entry);
    if (rule) this.countRule(rule);
  }

  statistics(): WalkStatistics {
    const skipped = skipReasons.flatMap((reason): SkipCount[] => {
      const entry = this.skipped.get(reason);
      if (!entry) return [];
      const rules = reason === 'ignored' ? this.mainRules() : [];
      return [{ reason, count: entry.count, examples: [...entry.examples], ...(rules.length > 0 && { rules }) }];
    });
    skipped.sort((a, b) => b.count - a.count);
    return { seen: skipped.reduce((sum, { count }) => sum + count, this.taken), taken: this.taken, skipped };
  }

  private countRule(rule: IgnoreRule): void {
    const key = `${rule.file}\n${rule.line ?? 0}\n${rule.pattern}`;
    const counted = this.rules.get(key) ?? { rule, count: 0 };
    counted.count++;
    this.rules.set(key, counted);
  }

  private mainRules(): RuleCount[] {
    return [...this.rules.values()]
      .sort((a, b) => b.count - a.count)
      .slice(0, maxRules)
      .map(({ rule, count }) => ({ ...rule, count }));
  }
}

/**
 * The rule to name when a folder gives nothing, or nearly nothing, because it is ignored: the one that ignores the most, if it
 * ignores several times what is taken. Built-in rules do not count: everybody expects them.
 */
export function mainIgnoreRule({ taken, skipped }: WalkStatistics): RuleCount | undefined {
  const rules = skipped.find(({ reason }) => reason === 'ignored')?.rules ?? [];
  const [first] = rules.filter(({ line }) => line !== undefined);
  return first && first.count > taken * 4 ? first : undefined;
}

/** Where a `.codegrainignore` can take back what a rule ignores, and the line that does it. */
export function lineThatIncludes({ file, pattern }: IgnoreRule): { readonly file: string; readonly line: string } {
  const folder = isAbsolute(file) || file.startsWith('.git/') ? '' : file.slice(0, file.lastIndexOf('/') + 1);
  return { file: `${folder}.codegrainignore`, line: `!${pattern}` };
}
