/**
 * Every token counter, one entry each. The setting, the flag, their help and docs, the counter that suits a model, and the tokens
 * that a conversation adds are all read from here; `counter.ts` makes the counter.
 */
import { ANTHROPIC_WEIGHTS, GEMINI_WEIGHTS, type Weights } from './estimates/estimate-weights';

/** The OpenAI encodings that are shipped and counted exactly; `o200k_base` (GPT-4o and later) is the product's default. */
export const encodingNames = ['o200k_base', 'cl100k_base'] as const;
export type EncodingName = (typeof encodingNames)[number];

export type CountAccuracy = 'exact' | 'estimated' | 'approximate';

/** Tokens that mark where a message begins, who speaks, and where the reply begins. */
export interface MessageOverhead {
  readonly message: number;
  /** A system message, where that is not a turn of its own. */
  readonly system?: number;
  readonly name: number;
  readonly reply: number;
  /** Whether the role is text that is counted, or part of the mark. */
  readonly countsRole: boolean;
}

interface CounterEntry {
  /** One line for the settings editor and the docs, Markdown. */
  readonly description: string;
  readonly accuracy: CountAccuracy;
  /** Families of models that it suits, as alternatives of a regular expression over their names in lower case. */
  readonly models: string;
  /** OpenAI publishes its marks; those of the others are estimates, whose reasons are in `docs/tokens.md`. */
  readonly overhead: MessageOverhead;
  /** Of estimates: the encoding whose pieces are weighed, and the weights. */
  readonly estimate?: { readonly encoding: EncodingName; readonly weights: Readonly<Record<string, Weights>> };
}

const openAiOverhead: MessageOverhead = { message: 3, name: 1, reply: 3, countsRole: true };

export const counterTable = {
  o200k_base: {
    description: 'GPT-4o and later models, exact.',
    accuracy: 'exact',
    models: '(chat)?gpt-4o|gpt-4\\.\\d|gpt-([5-9]|1\\d)|gpt-oss|o[1-9]|codex-mini',
    overhead: openAiOverhead,
  },
  // After o200k_base, whose families extend the names of these.
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

/** The counters that are estimates of a vocabulary that is not shipped; `docs/tokens.md` says how far off they are. */
export type EstimateName = {
  [K in CounterName]: (typeof counterTable)[K] extends { readonly estimate: unknown } ? K : never;
}[CounterName];

export function isEstimate(name: CounterName): name is EstimateName {
  return 'estimate' in counterTable[name];
}
