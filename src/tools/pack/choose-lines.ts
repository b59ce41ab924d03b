/**
 * Which places a pack shows, which of their lines, and in which order. All of this is decided here, and nowhere else: what comes after
 * only writes the text.
 */
import type { Hit } from '../../search/hits/hit';
import type { Span } from '../../search/hits/spans';
import type { SearchOptions } from '../../search/searcher';
import { type FittedHit, fitSpans, hitsForBudget } from '../fit-spans';
import type { CountTokens } from '../pack-hits';

/** The places that lines are chosen from. */
export const placesToAsk: Pick<SearchOptions, 'limit' | 'further' | 'parents'> = { ...hitsForBudget, parents: false };

interface ChoiceOptions {
  readonly budget: number;
  readonly count: CountTokens;
  /** What is counted of a place with these lines. */
  readonly textOf: (hit: Hit, spans: readonly Span[]) => string;
  /** Tokens that are spent on other things. */
  readonly spent: number;
  /** The tokens of the whole text. */
  readonly total: (chosen: readonly FittedHit[]) => number | PromiseLike<number>;
}

/** @returns the likeliest place first. */
export async function chooseLines(hits: readonly Hit[], options: ChoiceOptions): Promise<readonly FittedHit[]> {
  const { fitted } = await fitSpans(hits, options);
  return fitted;
}
