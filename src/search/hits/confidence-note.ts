/** What to say about hits that hardly answer the query; others need no words. */
import type { Confidence } from '../rank/confidence';
import type { Hit } from './hit';

interface Answer {
  readonly hits: readonly Hit[];
  readonly confidence?: Confidence;
}

export function confidenceNote({ hits, confidence }: Answer): string | undefined {
  if (hits.length === 0 || confidence !== 'none') return undefined;
  return 'no close match: nothing here is likely to answer, these are only the nearest chunks';
}
