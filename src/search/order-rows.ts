/** The rows that a search found in indexes, as candidates in their order. */
import type { FoundChunk } from './hits/index-hits';
import { importantPaths, type PersonalRanking, PersonalSignals, personalWeights } from './rank/personal-ranking';
import type { QueryFacts } from './rank/query-facts';
import { type Ranked, type RankOptions, rank } from './rank/rank';
import { dropIrrelevant } from './rank/rank-candidates';
import { defaultWeights, type RankWeights } from './rank/rank-weights';
import type { FoundRow, IndexView } from './view/index-view';

interface OrderOptions {
  readonly weights?: RankWeights;
  readonly mixing?: RankOptions['mixing'];
  readonly ranking?: PersonalRanking | undefined;
}

/** What is the same for all rows of a file. */
interface FileOfRows {
  readonly key: string;
  readonly mtimeMs: number;
  readonly isOlder: boolean;
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
  const files = new Map<IndexView, Map<string, FileOfRows>>();
  const fileOf = (view: IndexView, path: string): FileOfRows => {
    const ofView = files.get(view) ?? new Map<string, FileOfRows>();
    files.set(view, ofView);
    const known = ofView.get(path);
    if (known) return known;
    const mtimeMs = signals.modifiedAt(view, path);
    const file = { key: `${view.root}\n${path}`, mtimeMs, isOlder: view.isOlderVersion(path) };
    ofView.set(path, file);
    return file;
  };
  const candidates: FoundChunk[] = [];
  for (const one of found) {
    const chunk = one.view.segments[one.segment]?.rowAt(one.row);
    if (!chunk) continue;
    const { key: file, mtimeMs, isOlder } = fileOf(one.view, chunk.path);
    const { view, segment, row, words, vector, title } = one;
    // An id is decoded for it.
    const uses = weights.usage === 0 ? 0 : signals.uses(view, chunk.id);
    // Written out, since copying an object of this size takes longer than all the rest.
    candidates.push(
      title
        ? { view, segment, row, words, vector, title, chunk, file, mtimeMs, uses, isOlder }
        : { view, segment, row, words, vector, chunk, file, mtimeMs, uses, isOlder },
    );
  }
  const isImportant = importantPaths(ranking);
  const ranked = rank(candidates, facts, { weights, vectorShare, repeat, now, isImportant, ...(mixing && { mixing }) });
  return dropIrrelevant(ranked, weights);
}
