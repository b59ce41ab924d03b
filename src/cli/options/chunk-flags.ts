/** Options that say how files are chunked: the same for every command that chunks. */
import { type ChunkOptions, defaultOptions, type StrategyName, strategyNames } from '../../chunking/chunk';
import { impossible } from '../../chunking/cut/strategies';
import { recommendedMethod } from '../../tokens/counter-models';
import { COUNTER_NAMES, type CounterName } from '../../tokens/token-types';
import { decimal, oneOf, UsageError, wholeNumber } from './usage';

export const chunkFlags = {
  'max-tokens': { type: 'string', default: String(defaultOptions.maxTokens) },
  'parent-tokens': { type: 'string' },
  context: { type: 'string', default: defaultOptions.context },
  strategy: { type: 'string' },
  'text-strategy': { type: 'string' },
  overlap: { type: 'string', default: String(defaultOptions.overlap * 100) },
  threshold: { type: 'string', default: String(defaultOptions.threshold) },
  'min-sentences': { type: 'string', default: String(defaultOptions.minSentences) },
  'max-sentences': { type: 'string', default: String(defaultOptions.maxSentences) },
  counter: { type: 'string' },
} as const;

export const sizeHelp = `  --max-tokens N            most tokens of a chunk's own text (default ${defaultOptions.maxTokens}); context adds at most a quarter
  --parent-tokens N         most tokens of a parent chunk (default ${defaultOptions.parentTokens}, or three chunks)
  --context used|all|none   attach what the chunk uses (default), every import, or nothing`;

export const strategyHelp = `  --strategy S[,S]          instead of the structure of code (ast) and prose (boundary): sliding-window, semantic, fixed or
                            lines; a second one cuts what the first leaves too large
  --text-strategy S[,S]     the same for prose alone
  --overlap P               percent of a chunk of prose that repeats the one before (default ${defaultOptions.overlap * 100}, at most 50)
  --threshold T             of semantic: how alike neighbouring sentences stay together (default ${defaultOptions.threshold})
  --min-sentences N, --max-sentences N   of semantic (default ${defaultOptions.minSentences} and ${defaultOptions.maxSentences})
  --counter C               ${COUNTER_NAMES.join(', ')} (default ${defaultOptions.counter})`;

interface ChunkValues {
  readonly 'max-tokens': string;
  readonly 'parent-tokens'?: string | undefined;
  readonly context: string;
  readonly strategy?: string | undefined;
  readonly 'text-strategy'?: string | undefined;
  readonly overlap: string;
  readonly threshold: string;
  readonly 'min-sentences': string;
  readonly 'max-sentences': string;
  readonly counter?: string | undefined;
}

/** @param model to count tokens as fits it, where no counter is named. */
export function chunkOptionsOf(values: ChunkValues, model?: string): ChunkOptions {
  const maxTokens = wholeNumber('max-tokens', values['max-tokens'], 16, 100_000);
  // A parent holds three chunks, unless told otherwise.
  const parentTokens = values['parent-tokens'] ?? String(Math.max(defaultOptions.parentTokens, maxTokens * 3));
  const options: ChunkOptions = {
    maxTokens,
    parentTokens: wholeNumber('parent-tokens', parentTokens, 16, 1_000_000),
    context: oneOf('context', values.context, ['used', 'all', 'none']),
    counter: counterOf(values.counter, model),
    strategy: strategiesOf('strategy', values.strategy),
    textStrategy: strategiesOf('text-strategy', values['text-strategy']),
    overlap: decimal('overlap', values.overlap, 0, 50) / 100,
    threshold: decimal('threshold', values.threshold, 0, 1),
    minSentences: wholeNumber('min-sentences', values['min-sentences'], 1, 100_000),
    maxSentences: wholeNumber('max-sentences', values['max-sentences'], 1, 100_000),
  };
  const wrong = impossible(options);
  if (wrong !== undefined) throw new UsageError(wrong);
  return options;
}

function strategiesOf(option: string, names: string | undefined): StrategyName[] {
  return (names?.split(',') ?? []).map((name) => oneOf(option, name.trim(), strategyNames));
}

function counterOf(counter: string | undefined, model: string | undefined): CounterName {
  if (counter !== undefined) return oneOf('counter', counter, COUNTER_NAMES);
  return model === undefined ? defaultOptions.counter : recommendedMethod(model);
}
