/** The rows that a search found in indexes, as candidates in their order. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedSegment } from '../index/file/loaded-segment';
import { UseLog, useFileOf } from '../index/logs/use-log';
import type { OptionValues } from '../options/option';
import type { rankingOptions } from '../options/ranking-options';
import { globsOf } from '../workspace/globs';
import type { FoundChunk } from './hits/index-hits';
import { dropIrrelevant, type QueryFacts } from './rank/query-facts';
import { type Ranked, rank } from './rank/rank';
import { defaultWeights, type RankWeights } from './rank-weights';
import type { FoundRow, IndexView } from './view/index-view';

interface OrderOptions {
  readonly weights?: RankWeights;
  readonly ranking?: PersonalRanking | undefined;
  /** Also rows that have none of the words and are not near: something else found them. */
  readonly keepsAll?: boolean;
}

/** What is the same for all rows of a file. */
type FileOfRows = { readonly key: string; readonly mtimeMs: number; readonly isOlder: boolean };

export function orderRows(
  found: readonly FoundRow[],
  facts: QueryFacts,
  vectorShare: number,
  repeat: number,
  options: OrderOptions,
): Ranked<FoundChunk>[] {
  const { ranking } = options;
  const weights = personalWeights(options.weights ?? defaultWeights, ranking);
  const now = Date.now();
  const signals = new PersonalSignals(weights, now);
  const candidates: (FoundChunk | undefined)[] = found.map(() => undefined);
  for (const [stored, places] of placesBySegment(found)) {
    // By number, since a path would be decoded for each row.
    const files = new Map<number, FileOfRows>();
    stored.rowsAt(places.map((place) => found[place]?.row ?? 0)).forEach((chunk, i) => {
      const place = places[i] ?? 0;
      const one = found[place];
      if (!one) return;
      const { view, segment, row, words, vector, title } = one;
      const known = files.get(chunk.file) ?? fileOfRows(view, chunk.path, signals);
      files.set(chunk.file, known);
      const { key: file, isOlder } = known;
      const sent = weights.recency === 0 ? undefined : chunk.endTime;
      const mtimeMs = sent === undefined ? known.mtimeMs : Date.parse(sent);
      // An id is decoded for it.
      const uses = weights.usage === 0 ? 0 : signals.uses(view, chunk.id);
      // Written out, since copying an object of this size takes longer than all the rest.
      candidates[place] = { view, segment, row, words, vector, title, chunk, file, mtimeMs, uses, isOlder };
    });
  }
  const present = candidates.filter((one) => one !== undefined);
  const isImportant = importantPaths(ranking);
  const ranked = rank(present, facts, { weights, vectorShare, repeat, now, isImportant });
  return options.keepsAll ? ranked : dropIrrelevant(ranked, weights);
}

function fileOfRows(view: IndexView, path: string, signals: PersonalSignals): FileOfRows {
  const mtimeMs = signals.modifiedAt(view, path);
  return { key: `${view.root}\n${path}`, mtimeMs, isOlder: view.isOlderVersion(path) };
}

/** By segment: the places of its rows in the list. The rows of a segment are read together. */
function placesBySegment(found: readonly FoundRow[]): Map<LoadedSegment, number[]> {
  const places = new Map<LoadedSegment, number[]>();
  found.forEach(({ view, segment }, place) => {
    const stored = view.segments[segment];
    if (!stored) return;
    const known = places.get(stored);
    if (known) known.push(place);
    else places.set(stored, [place]);
  });
  return places;
}

/**
 * The signals that only the user can ask for: recency, usage and importance (docs/search.md). All are off by default, and nothing is
 * read from the disk for those that are off.
 *
 * Recency is the time of the last message of a chunk of a conversation, and otherwise the time of modification on this disk, not that
 * of the last commit: it exists without git, for what is not committed yet and at no cost. After a clone it is about the same for all files, so it prefers nothing until something changes.
 */
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
class PersonalSignals {
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
