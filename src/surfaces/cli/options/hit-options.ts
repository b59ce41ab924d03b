/** What the flags of `search` and `similar` ask for: which hits, and how they are printed. */

import { hitsForBudget } from '../../../engine/answers/fit-spans';
import type { OptionValues } from '../../../options/option';
import type { SearchOptions } from '../../../search/searcher';
import type { AnswerForm } from '../output/print-answer';
import type { hitFlags } from './shared-flags';

type HitValues = OptionValues<typeof hitFlags>;

/** @param chosen the flags that were written. */
export function hitOptions(
  { limit, noParents, only, spans, budget }: HitValues,
  chosen: Partial<HitValues>,
): SearchOptions {
  const isFree = budget !== undefined && chosen.limit === undefined;
  return {
    ...(isFree ? hitsForBudget : { limit }),
    parents: !noParents && !spans && budget === undefined,
    only,
  };
}

export function answerForm({
  json,
  spans,
  budget,
  explain = false,
}: HitValues & { readonly explain?: boolean }): AnswerForm {
  return { json, spans: spans || budget !== undefined, budget, explain };
}
