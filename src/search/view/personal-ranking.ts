/**
 * The signals that only the user can ask for: recency, usage and importance (docs/search.md). All are off by default, and nothing is
 * read from the disk for those that are off.
 *
 * Recency is the time of modification on this disk, not that of the last commit: it exists without git, for what is not committed yet
 * and at no cost. After a clone it is about the same for all files, so it prefers nothing until something changes.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { UseLog, useFileOf } from '../../index/logs/use-log';
import type { OptionValues } from '../../options/option';
import type { rankingOptions } from '../../options/ranking-options';
import { globsOf } from '../../workspace/globs';
import type { RankWeights } from '../rank-weights';
import type { IndexView } from './index-view';

export type PersonalRanking = OptionValues<typeof rankingOptions>;

/** Half of what a name in the query gives, so it decides between results that fit about equally well. */
const importanceBonus = 0.3;

export function personalWeights(weights: RankWeights, ranking: PersonalRanking | undefined): RankWeights {
  if (!ranking) return weights;
  const { recency, usage, halfLifeDays, important } = ranking;
  return { ...weights, recency, usage, halfLifeDays, importance: important.length > 0 ? importanceBonus : 0 };
}

export function importantPaths(ranking: PersonalRanking | undefined): ((path: string) => boolean) | undefined {
  return ranking && ranking.important.length > 0 ? globsOf(ranking.important).isIncluded : undefined;
}

/** What the signals of a search need from the disk. */
export class PersonalSignals {
  private readonly logs = new Map<IndexView, UseLog>();
  private readonly times = new Map<string, number>();

  constructor(
    private readonly weights: RankWeights,
    private readonly now: number,
  ) {}

  /** @returns 0 if recency does not count, or the file is gone. */
  modifiedAt(view: IndexView, path: string): number {
    if (this.weights.recency === 0) return 0;
    // A draft is being changed.
    if (view.draft(path)) return this.now;
    const file = join(view.root, path);
    const known = this.times.get(file) ?? statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    this.times.set(file, known);
    return known;
  }

  uses(view: IndexView, chunk: string): number {
    const { usage, halfLifeDays } = this.weights;
    if (usage === 0) return 0;
    let log = this.logs.get(view);
    if (!log) {
      log = new UseLog(useFileOf(view.reader.path));
      log.refresh();
      this.logs.set(view, log);
    }
    return log.usesOf(chunk, this.now, halfLifeDays * 86_400_000);
  }
}
