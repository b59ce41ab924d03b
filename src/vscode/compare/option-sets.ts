/** The two sets of options under comparison: how the second begins, and which values a set may have. */
import { chunkOptions } from '../../options/chunk-options';
import { isAllowedNumber, type NumberOption, valuesOf } from '../../options/option';
import type { ComparedOptions } from './compare-messages';

/** The question asked most: what do smaller chunks do? Where they cannot be smaller, larger ones. */
export function variationOf(options: ComparedOptions): ComparedOptions {
  const half = Math.floor(options.maxTokens / 2);
  const maxTokens = half < chunkOptions.maxTokens.min ? options.maxTokens * 2 : half;
  return { ...options, maxTokens, parentTokens: Math.max(options.parentTokens, maxTokens) };
}

/** The values of a set that came from outside (the page, a saved state), or undefined where one is not allowed. */
export function allowedOptions(value: unknown): ComparedOptions | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const from: Partial<Record<keyof ComparedOptions, unknown>> = value;
  const maxTokens = allowedNumber(from.maxTokens, chunkOptions.maxTokens);
  const parentTokens = allowedNumber(from.parentTokens, chunkOptions.parentTokens);
  const context = valuesOf(chunkOptions.context).find((each) => each === from.context);
  const counter = valuesOf(chunkOptions.counter).find((each) => each === from.counter);
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

function allowedNumber(value: unknown, option: NumberOption): number | undefined {
  return typeof value === 'number' && isAllowedNumber(option, value) ? value : undefined;
}
