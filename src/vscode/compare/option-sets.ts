/** The two sets of options under comparison: how the second begins, and which values a set may have. */

import type { contextModes, counters, limits } from '../settings/settings';
import type { ComparedOptions } from './compare-messages';

/** Passed in, because the module that owns them needs a running editor. */
interface Allowed {
  readonly limits: Pick<typeof limits, 'maxTokens' | 'parentTokens'>;
  readonly contextModes: typeof contextModes;
  readonly counters: typeof counters;
}

/** The question asked most: what do smaller chunks do? Where they cannot be smaller, larger ones. */
export function variationOf(options: ComparedOptions, least: number): ComparedOptions {
  const half = Math.floor(options.maxTokens / 2);
  const maxTokens = half < least ? options.maxTokens * 2 : half;
  return { ...options, maxTokens, parentTokens: Math.max(options.parentTokens, maxTokens) };
}

/** The values of a set that came from outside (the page, a saved state), or undefined where one is not allowed. */
export function allowedOptions(
  value: unknown,
  { limits, contextModes, counters }: Allowed,
): ComparedOptions | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const from: Partial<Record<keyof ComparedOptions, unknown>> = value;
  const maxTokens = whole(from.maxTokens, limits.maxTokens);
  const parentTokens = whole(from.parentTokens, limits.parentTokens);
  const context = contextModes.find((each) => each === from.context);
  const counter = counters.find((each) => each === from.counter);
  if (maxTokens === undefined || parentTokens === undefined || parentTokens < maxTokens) return undefined;
  return context && counter && { maxTokens, parentTokens, context, counter };
}

export function sameOptions(a: ComparedOptions, b: ComparedOptions): boolean {
  return differing(a, b).length === 0;
}

/**
 * The options of `to` that `from` does not have, in an order in which they can be set one after the other: at no time is a
 * parent smaller than a chunk.
 */
export function differing(from: ComparedOptions, to: ComparedOptions): (keyof ComparedOptions)[] {
  const sizes: (keyof ComparedOptions)[] =
    to.parentTokens >= from.maxTokens ? ['parentTokens', 'maxTokens'] : ['maxTokens', 'parentTokens'];
  return [...sizes, 'context' as const, 'counter' as const].filter((key) => from[key] !== to[key]);
}

function whole(value: unknown, { least, most }: { readonly least: number; readonly most: number }): number | undefined {
  const isAllowed = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  return isAllowed ? value : undefined;
}
