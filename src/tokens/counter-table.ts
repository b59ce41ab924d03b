/**
 * Every token counter, one entry each. The setting, the flag, their help and docs, the counter for a model, and the overhead
 * of a conversation are all read from here; `token-counter.ts` makes the counter.
 */

/** The OpenAI encodings that are shipped and counted exactly; `o200k_base` (GPT-4o and later) is the product's default. */
export const encodingNames = ['o200k_base', 'cl100k_base'] as const;
export type EncodingName = (typeof encodingNames)[number];

export type CountAccuracy = 'exact' | 'estimated' | 'approximate';

/** Tokens that mark where a message begins, who speaks, and where the reply begins. */
export interface MessageOverhead {
  readonly message: number;
  /** For a system message, if it is not a turn of its own. */
  readonly system?: number;
  readonly name: number;
  readonly reply: number;
  /** True if the role is counted as text; false if it is part of the mark. */
  readonly countsRole: boolean;
}

interface CounterEntry {
  /** One line for the settings editor and the docs, Markdown. */
  readonly description: string;
  readonly accuracy: CountAccuracy;
  /** The model families it is for: alternatives of a regular expression that is matched with the name in lower case. */
  readonly models: string;
  /** OpenAI publishes its overhead; the others are estimates, explained in `docs/tokens.md`. */
  readonly overhead: MessageOverhead;
  /** For estimates: the encoding whose pieces are weighted, by a column of `estimate-weights.ts`. */
  readonly estimate?: { readonly encoding: EncodingName; readonly column: 0 | 1 };
}

const openAiOverhead: MessageOverhead = { message: 3, name: 1, reply: 3, countsRole: true };

export const counterTable = {
  o200k_base: {
    description: 'GPT-4o and later models, exact.',
    accuracy: 'exact',
    models: '(chat)?gpt-4o|gpt-4\\.\\d|gpt-([5-9]|1\\d)|gpt-oss|o[1-9]|codex-mini',
    overhead: openAiOverhead,
  },
  // After o200k_base: its families begin with names of this one.
  cl100k_base: {
    description: 'GPT-4, GPT-3.5 and `text-embedding-3`, exact.',
    accuracy: 'exact',
    models: 'gpt-4|gpt-3\\.?5|text-embedding-3|text-embedding-ada-002',
    overhead: openAiOverhead,
  },
  'anthropic-estimate': {
    description: 'Claude, estimated.',
    accuracy: 'estimated',
    models: 'claude',
    overhead: { message: 4, system: 0, name: 1, reply: 3, countsRole: false },
    estimate: { encoding: 'cl100k_base', column: 0 },
  },
  'gemini-estimate': {
    description: 'Gemini, estimated.',
    accuracy: 'estimated',
    models: 'gemini|(code)?gemma\\d*',
    overhead: { message: 5, name: 1, reply: 4, countsRole: false },
    estimate: { encoding: 'o200k_base', column: 1 },
  },
  approximate: {
    description: 'The length divided by 4.',
    accuracy: 'approximate',
    models: '',
    overhead: openAiOverhead,
  },
} as const satisfies Readonly<Record<string, CounterEntry>>;

export type CounterName = keyof typeof counterTable;
export const counterNames = Object.keys(counterTable) as CounterName[];

/** The counters that estimate a vocabulary that is not shipped; `docs/tokens.md` states their error. */
export type EstimateName = {
  [K in CounterName]: (typeof counterTable)[K] extends { readonly estimate: unknown } ? K : never;
}[CounterName];

export function isEstimate(name: CounterName): name is EstimateName {
  return 'estimate' in counterTable[name];
}

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
