/** The score that a chunk would have if it were the only one of its file among the results. */
import type { SignalShare } from '../rank/rank';

interface ScoredHit {
  readonly score: number;
  readonly why: readonly SignalShare[];
}

export function scoreBeforeRepeat({ score, why }: ScoredHit): number {
  return why.reduce((sum, { signal, share }) => (signal === 'repeat' ? sum - share : sum), score);
}
