/** The two sets of options that are compared: the initial value of the second, and the values that are allowed. */
import { type ChunkOptions, chunkOptions } from '../../options/chunk-options';
import { isAllowedNumber, type NumberOption, valuesOf } from '../../options/option';

/** The options that are compared; all others come from the settings. */
export type ComparedOptions = Pick<ChunkOptions, 'maxTokens' | 'parentTokens' | 'context' | 'counter'>;

export type ComparedSide = 'a' | 'b';
export type BySide<T> = Readonly<Record<ComparedSide, T>>;

/** Half the chunk size, because most users want to try smaller chunks; twice the size if they cannot be smaller. */
export function variationOf(options: ComparedOptions): ComparedOptions {
  const half = Math.floor(options.maxTokens / 2);
  const maxTokens = half < chunkOptions.maxTokens.min ? options.maxTokens * 2 : half;
  return { ...options, maxTokens, parentTokens: Math.max(options.parentTokens, maxTokens) };
}

/** Checks a set from outside (the page, a saved state); undefined if a value is not allowed. */
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
  return changedOptions(a, b).length === 0;
}

/**
 * The options that differ, in an order in which they can be set one after the other: parents are never smaller than chunks in
 * between.
 */
export function changedOptions(from: ComparedOptions, to: ComparedOptions): (keyof ComparedOptions)[] {
  const sizes: (keyof ComparedOptions)[] =
    to.parentTokens >= from.maxTokens ? ['parentTokens', 'maxTokens'] : ['maxTokens', 'parentTokens'];
  return [...sizes, 'context' as const, 'counter' as const].filter((key) => from[key] !== to[key]);
}

function allowedNumber(value: unknown, option: NumberOption): number | undefined {
  return typeof value === 'number' && isAllowedNumber(option, value) ? value : undefined;
}
