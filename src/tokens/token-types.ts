import type { CountAccuracy, CounterName, EncodingName } from './counter-table';

/**
 * A text whose tokens were counted once, so that any slice of it can be counted again almost for free.
 * All offsets are UTF-16 offsets into that text. Every answer is for the slice on its own, as if the rest of the
 * text did not exist: tokens that straddle the ends of the slice are not shared with what lies outside it.
 */
export interface CountedText {
  readonly length: number;
  /** Tokens in the whole text. */
  readonly total: number;
  /** Tokens in `text.slice(start, end)`. */
  count(start: number, end: number): number;
  /** Whether `text.slice(start, end)` has at most `maxTokens` tokens; a text far too long is told without counting it. */
  fits(start: number, end: number, maxTokens: number): boolean;
  /** Tokens in `prefix + text.slice(start, end)`. */
  countAfter(prefix: string, start: number, end: number): number;
  /**
   * The largest cut `c` in `(start, end]` for which `count(start, c) <= maxTokens`. Never between the halves of a
   * surrogate pair, and always past the first code point, even where that alone is more than `maxTokens`.
   * Inside one unbroken piece of more than 128 characters the cut is found by bisection and may stop a few
   * characters short of the largest, because there the count does not grow steadily with the cut.
   */
  fit(start: number, end: number, maxTokens: number): number;
}

/** How a count was made, as records say it. */
export type CountMethod = 'openai-tiktoken' | 'anthropic-estimate' | 'gemini-estimate' | 'approximate';

export interface TokenCounter {
  readonly name: CounterName;
  readonly method: CountMethod;
  readonly accuracy: CountAccuracy;
  /** The encoding whose tokens are counted; undefined for estimates. */
  readonly encoding: EncodingName | undefined;
  /** Tokens in `text`; the spelling of a special token (`<|endoftext|>`) counts as ordinary text. */
  count(text: string): number;
  /** @param units of `text`, where the caller has them already. */
  document(text: string, units?: Uint16Array): CountedText;
}
