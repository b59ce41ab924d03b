/** The rows that a search found in indexes, as candidates in their order. */
import type { FoundChunk } from './hits/index-hits';
import { importantPaths, type PersonalRanking, PersonalSignals, personalWeights } from './rank/personal-ranking';
import type { QueryFacts } from './rank/query-facts';
import { type Ranked, type RankOptions, rank } from './rank/rank';
import { dropIrrelevant } from './rank/rank-candidates';
import { defaultWeights, type RankWeights } from './rank/rank-weights';
import type { FoundRow } from './view/index-view';

interface OrderOptions {
  readonly weights?: RankWeights;
  readonly mixing?: RankOptions['mixing'];
  readonly ranking?: PersonalRanking | undefined;
}

export function orderRows(
  found: readonly FoundRow[],
  facts: QueryFacts,
  vectorShare: number,
  repeat: number,
  options: OrderOptions,
): Ranked<FoundChunk>[] {
  const { ranking, mixing } = options;
  const weights = personalWeights(options.weights ?? defaultWeights, ranking);
  const now = Date.now();
  const signals = new PersonalSignals(weights, now);
  const candidates = found.flatMap((one): FoundChunk[] => {
    const segment = one.view.segments[one.segment];
    if (!segment) return [];
    const chunk = segment.rowAt(one.row);
    return [
      {
        ...one,
        chunk,
        file: `${one.view.root}\n${chunk.path}`,
        mtimeMs: signals.modifiedAt(one.view, chunk.path),
        uses: signals.uses(one.view, chunk.id),
        isOlder: one.view.isOlderVersion(chunk.path),
      },
    ];
  });
  const isImportant = importantPaths(ranking);
  const ranked = rank(candidates, facts, { weights, vectorShare, repeat, now, isImportant, ...(mixing && { mixing }) });
  return dropIrrelevant(ranked, weights);
}
