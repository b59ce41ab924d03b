/**
 * Every token counter, one entry each. The setting, the flag, their help and docs, the counter for a model, and the overhead
 * of a conversation are all read from here; `token-counter.ts` makes the counter.
 */
import { ANTHROPIC_WEIGHTS, GEMINI_WEIGHTS, type PieceWeights } from './estimates/estimate-weights';

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
  /** For estimates: the encoding whose pieces are weighted, and the weights. */
  readonly estimate?: { readonly encoding: EncodingName; readonly weights: Readonly<Record<string, PieceWeights>> };
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
    estimate: { encoding: 'cl100k_base', weights: ANTHROPIC_WEIGHTS },
  },
  'gemini-estimate': {
    description: 'Gemini, estimated.',
    accuracy: 'estimated',
    models: 'gemini|(code)?gemma\\d*',
    overhead: { message: 5, name: 1, reply: 4, countsRole: false },
    estimate: { encoding: 'o200k_base', weights: GEMINI_WEIGHTS },
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
