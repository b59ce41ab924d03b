/** Counts pairs of a statement and a name: right, missed by us, wrongly reported by us. */

import type { NameKind, Unit } from './compared-unit';
import type { OurUse } from './our-uses';

interface Count {
  right: number;
  missed: number;
  wrong: number;
}

export interface Miss {
  readonly is: 'missed' | 'wrong';
  readonly kind: NameKind;
  readonly name: string;
  /** Line of the statement. */
  readonly line: number;
}

const kinds = ['import', 'global'] as const;

export class Tally {
  files = 0;
  filesWithSyntaxErrors = 0;
  private units = 0;
  private unitsRight = 0;
  private readonly counts: Record<NameKind, Count> = {
    import: { right: 0, missed: 0, wrong: 0 },
    global: { right: 0, missed: 0, wrong: 0 },
  };

  /** Compares one file and returns the differences. */
  compare(units: readonly Unit[], uses: readonly OurUse[]): Miss[] {
    const misses: Miss[] = [];
    for (const unit of units) {
      const ours = usesIn(unit, uses);
      const before = misses.length;
      for (const [name, kind] of unit.uses) {
        if (ours.delete(name)) this.counts[kind].right++;
        else misses.push({ is: 'missed', kind, name, line: unit.line });
      }
      for (const { name, kind } of ours.values()) misses.push({ is: 'wrong', kind, name, line: unit.line });
      this.units++;
      if (misses.length === before) this.unitsRight++;
    }
    for (const { is, kind } of misses) this.counts[kind][is]++;
    return misses;
  }

  add(other: Tally): void {
    this.files += other.files;
    this.filesWithSyntaxErrors += other.filesWithSyntaxErrors;
    this.units += other.units;
    this.unitsRight += other.unitsRight;
    for (const kind of kinds) {
      this.counts[kind].right += other.counts[kind].right;
      this.counts[kind].missed += other.counts[kind].missed;
      this.counts[kind].wrong += other.counts[kind].wrong;
    }
  }

  static readonly head: readonly string[] = [
    ...['', 'files', 'with syntax errors', 'statements', 'all names right', 'uses', 'precision', 'recall'],
    ...['imports used', 'precision', 'recall', 'globals used', 'precision', 'recall'],
  ];

  row(name: string): string[] {
    const both: Count = { right: 0, missed: 0, wrong: 0 };
    for (const kind of kinds) {
      both.right += this.counts[kind].right;
      both.missed += this.counts[kind].missed;
      both.wrong += this.counts[kind].wrong;
    }
    return [
      name,
      ...[this.files, this.filesWithSyntaxErrors, this.units].map(String),
      percent(this.unitsRight, this.units),
      ...[both, this.counts.import, this.counts.global].flatMap(quality),
    ];
  }
}

function usesIn(unit: Unit, uses: readonly OurUse[]): Map<string, OurUse> {
  const found = new Map<string, OurUse>();
  const within = (offset: number): boolean => offset >= unit.start && offset < unit.end;
  for (const use of uses) {
    // To the compiler, members of a namespace inside the statement are not module-level names.
    const isOwn = unit.binds.has(use.name) || within(use.target);
    if (within(use.offset) && !isOwn && !found.has(use.name)) found.set(use.name, use);
  }
  return found;
}

function quality({ right, missed, wrong }: Count): string[] {
  return [String(right + missed), percent(right, right + wrong), percent(right, right + missed)];
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`;
}

/** A Markdown table that is also aligned in the terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, i) => Math.max(4, ...[head, ...rows].map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head, rule, ...rows].map(line).join('\n');
}
