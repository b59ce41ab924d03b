/** How good the answers to a question are, by the protocol of its set. */
import { ndcg } from '../code-search/score';
import type { Asked, Target } from './question-sets';

/** What counts of a hit. */
export interface Place {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** By measure. */
export type Quality = Readonly<Record<string, number>>;

/** @param places best first. */
export function qualityOf({ set, targets }: Asked, places: readonly Place[]): Quality {
  const none = { 'no hit': places.length === 0 ? 1 : 0 };
  if (set === 'files')
    return {
      'nDCG@10': ndcg(
        targets.map(({ path }) => path),
        places.map(({ path }) => path),
      ),
      ...none,
    };
  if (set === 'lines') {
    const at = places.findIndex((place) => targets.some((target) => overlaps(target, place)));
    return { 'Hit@5': within(at, 5), 'Hit@10': within(at, 10), MRR: at < 0 ? 0 : 1 / (at + 1), ...none };
  }
  const files = [...new Set(places.map(({ path }) => path))];
  const ranks = targets.map(({ path }) => files.indexOf(path));
  const found = ranks.filter((rank) => rank >= 0);
  const first = found.length > 0 ? Math.min(...found) : -1;
  const last = found.length === targets.length ? Math.max(...found) : -1;
  const any = { 'any@5': within(first, 5), 'any@10': within(first, 10), MRR: first < 0 ? 0 : 1 / (first + 1) };
  return set === 'repository-questions'
    ? { ...any, ...none }
    : { 'Acc@5': within(last, 5), 'Acc@10': within(last, 10), ...any, ...none };
}

function within(at: number, count: number): number {
  return at >= 0 && at < count ? 1 : 0;
}

function overlaps({ path, spans }: Target, place: Place): boolean {
  return path === place.path && spans.some(([start, end]) => start <= place.endLine && place.startLine <= end);
}
