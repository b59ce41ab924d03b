/** The hits of `--spans`: the spans of each, as many as a token budget allows, and one line about those that are left out. */
import type { Hit } from '../../search/hits/hit';
import { type Span, spanText } from '../../search/hits/spans';
import { counterOrApproximate } from '../../tokens/token-counter';
import { type FittedHit, fitSpans } from '../../tools/fit-spans';
import { formatCount } from './format-numbers';

export interface BudgetedHits {
  readonly shown: readonly FittedHit[];
  /** Undefined if nothing is left out. */
  readonly leftOut: string | undefined;
}

interface Printed {
  /** What is printed of a hit besides its spans. */
  readonly frame: (hit: Hit, spans: readonly Span[]) => string;
  /** All that is printed. */
  readonly all: (shown: readonly FittedHit[]) => string;
}

/** @param printed what counts; undefined: the texts of the spans alone. */
export async function budgetedHits(
  hits: readonly Hit[],
  budget: number | undefined,
  printed?: Printed,
): Promise<BudgetedHits> {
  const counter = counterOrApproximate('o200k_base', (message) => console.error(`codegrain: ${message}`));
  const count = (text: string): number => counter.count(text);
  const shownAs = (hit: Hit, spans: readonly Span[]): FittedHit => {
    const text = spanText(hit, spans);
    return { hit, spans, text, tokens: count(text) };
  };
  if (budget === undefined) return { shown: hits.map((hit) => shownAs(hit, hit.spans)), leftOut: undefined };
  const reserved = printed ? count(leftOutLine(hits, budget)) : 0;
  const { fitted, leftOut } = await fitSpans(hits, {
    budget: budget - reserved,
    count,
    textOf: (hit, spans) => `${printed?.frame(hit, spans) ?? ''}${spanText(hit, spans)}`,
    ...(printed && { total: (all) => count(printed.all(all.map(({ hit, spans }) => shownAs(hit, spans)))) }),
  });
  return {
    shown: fitted.map(({ hit, spans }) => shownAs(hit, spans)),
    leftOut: leftOut.length > 0 ? leftOutLine(leftOut, budget) : undefined,
  };
}

function leftOutLine(hits: readonly Hit[], budget: number): string {
  const files = new Set(hits.map(({ root, path }) => `${root}\n${path}`)).size;
  return `left out: ${formatCount(hits.length, 'hit')} in ${formatCount(files, 'file')}, beyond ${budget} tokens`;
}
