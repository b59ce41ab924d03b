/** The rows that a search found in indexes, as candidates in their order. */
import type { LoadedSegment } from '../index/file/loaded-segment';
import type { FoundChunk } from './hits/index-hits';
import type { QueryFacts } from './rank/query-facts';
import { type Ranked, type RankOptions, rank } from './rank/rank';
import { dropIrrelevant } from './rank/rank-candidates';
import { defaultWeights, type RankWeights } from './rank-weights';
import type { FoundRow, IndexView } from './view/index-view';
import { importantPaths, type PersonalRanking, PersonalSignals, personalWeights } from './view/personal-ranking';

interface OrderOptions {
  readonly weights?: RankWeights;
  readonly mixing?: RankOptions['mixing'];
  readonly ranking?: PersonalRanking | undefined;
  /** Also rows that have none of the words and are not near: something else found them. */
  readonly keepsAll?: boolean;
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
      const { key: file, mtimeMs, isOlder } = known;
      // An id is decoded for it.
      const uses = weights.usage === 0 ? 0 : signals.uses(view, chunk.id);
      // Written out, since copying an object of this size takes longer than all the rest.
      candidates[place] = title
        ? { view, segment, row, words, vector, title, chunk, file, mtimeMs, uses, isOlder }
        : { view, segment, row, words, vector, chunk, file, mtimeMs, uses, isOlder };
    });
  }
  const present = candidates.filter((one) => one !== undefined);
  const isImportant = importantPaths(ranking);
  const ranked = rank(present, facts, { weights, vectorShare, repeat, now, isImportant, ...(mixing && { mixing }) });
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
