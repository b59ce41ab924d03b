import { type CountAccuracy, type CounterName, counterNames, counterTable, type EncodingName } from './counter-table';

const families: readonly (readonly [CounterName, RegExp])[] = counterNames.flatMap((name) => {
  const { models } = counterTable[name];
  return models === '' ? [] : [[name, new RegExp(`(?:^|[/.:@_])(?:${models})(?![a-z0-9])`)] as const];
});

/**
 * The counter for a model by its name; `approximate` for unknown models.
 *
 * Model names have a provider in front (`anthropic/claude-…`, `models/gemini-…`, `us.anthropic.claude-…`, `ft:gpt-4o:…`)
 * and versions and dates at the end. The first counter with a family that occurs in the name, at its start or after a
 * separator, is used.
 */
export function recommendedCounter(model: string): CounterName {
  const name = model.trim().toLowerCase();
  return families.find(([, pattern]) => pattern.test(name))?.[0] ?? 'approximate';
}

/**
 * A text whose tokens were counted once, so that any slice of it can be counted again almost for free.
 * All offsets are UTF-16 offsets into that text. Every result is for the slice alone, as if the rest of the
 * text did not exist: no token extends beyond the ends of the slice.
 */
export interface CountedText {
  readonly length: number;
  /** Tokens in the whole text. */
  readonly total: number;
  /** Tokens in `text.slice(start, end)`. */
  count(start: number, end: number): number;
  /** True if `text.slice(start, end)` has at most `maxTokens` tokens. A slice that is far too long is not counted. */
  fits(start: number, end: number, maxTokens: number): boolean;
  /** Tokens in `prefix + text.slice(start, end)`. */
  countAfter(prefix: string, start: number, end: number): number;
  /**
   * The largest cut `c` in `(start, end]` for which `count(start, c) <= maxTokens`. It is never between the halves of a
   * surrogate pair, and always after the first code point, even if that alone has more than `maxTokens`.
   * Inside one unbroken piece of more than 128 characters the cut is found by bisection and may stop a few
   * characters short of the largest, because the count does not grow steadily there.
   */
  fit(start: number, end: number, maxTokens: number): number;
}

/** How tokens were counted; part of the chunk record. */
export type CountMethod = 'openai-tiktoken' | 'anthropic-estimate' | 'gemini-estimate' | 'approximate';

export interface TokenCounter {
  readonly name: CounterName;
  readonly method: CountMethod;
  readonly accuracy: CountAccuracy;
  /** The encoding whose tokens are counted; undefined for estimates. */
  readonly encoding: EncodingName | undefined;
  /** Tokens in `text`; the spelling of a special token (`<|endoftext|>`) counts as ordinary text. */
  count(text: string): number;
  /** @param units the UTF-16 units of `text`, if the caller already has them. */
  document(text: string, units?: Uint16Array): CountedText;
}
