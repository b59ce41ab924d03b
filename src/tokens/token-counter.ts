import { errorMessage } from '../shared/error-message';
import { remember } from '../shared/maps';
import {
  type CountAccuracy,
  type CounterName,
  type CountMethod,
  counterTable,
  isEstimate,
  type MessageOverhead,
  type TokenCounter,
} from './counter-table';
import { PieceCounter } from './encoding/counted-text';
import { Encoding } from './encoding/encoding';
import { approximateCounter, estimateCounter } from './estimates/estimate-counter';

const counters = new Map<CounterName, TokenCounter>();
/** Counters that could not be loaded; they are not tried again. */
const failed = new Set<CounterName>();

/**
 * The counter with this name. The first call for a name loads its tokens, which takes about 30 ms and throws if their file
 * is missing or damaged; later calls are free.
 */
export function tokenCounter(name: CounterName): TokenCounter {
  return remember(counters, name, () => makeCounter(name));
}

/**
 * The counter with this name or, if it cannot be loaded, the approximate one: its counts say so in their `method` and
 * `accuracy`. Calls `warn` with the reason, once for each name; the name stays approximate until the process ends.
 */
export function counterOrApproximate(name: CounterName, warn: (message: string) => void): TokenCounter {
  if (failed.has(name)) return approximateCounter;
  try {
    return tokenCounter(name);
  } catch (error) {
    failed.add(name);
    // The lines after the first list modules.
    const [reason] = errorMessage(error).split('\n');
    warn(`${name}: cannot count tokens (${reason}); lengths are divided by 4 instead`);
    return approximateCounter;
  }
}

function makeCounter(name: CounterName): TokenCounter {
  if (name === 'approximate') return approximateCounter;
  return isEstimate(name) ? estimateCounter(name) : new PieceCounter(name, 'openai-tiktoken', new Encoding(name));
}

/**
 * Counts the tokens of a conversation: its texts, and the tokens that mark where a message begins, who speaks, and where
 * the reply begins. OpenAI publishes its overhead; the others are estimates, explained in `docs/tokens.md`.
 */

export interface CountedMessage {
  readonly role: string;
  readonly content: string;
  /** The speaker, if several speakers share one role. */
  readonly name?: string | undefined;
}

interface MessageCount {
  readonly tokens: number;
  /** How the texts were counted; the overhead is always an estimate of what a provider adds. */
  readonly method: CountMethod;
  readonly accuracy: CountAccuracy;
}

/** @param warn called if the counter cannot be loaded and lengths are divided by 4 instead. */
export function countMessages(
  messages: readonly CountedMessage[],
  counterName: CounterName,
  warn: (message: string) => void = () => {},
): MessageCount {
  const counter = counterOrApproximate(counterName, warn);
  const { method, accuracy } = counter;
  const { overhead }: { readonly overhead: MessageOverhead } = counterTable[counter.name];
  let tokens = messages.length > 0 ? overhead.reply : 0;
  for (const { role, content, name } of messages) {
    tokens += role === 'system' ? (overhead.system ?? overhead.message) : overhead.message;
    tokens += counter.count(content);
    if (overhead.countsRole) tokens += counter.count(role);
    if (name !== undefined) tokens += overhead.name + counter.count(name);
  }
  return { tokens, method, accuracy };
}

/** A text, or messages as they are sent to a model. */
export type Counted = string | readonly CountedMessage[];

/** @throws if the counter cannot be loaded. */
export function countedTokens(counted: Counted, name: CounterName): number {
  const counter = tokenCounter(name);
  return typeof counted === 'string' ? counter.count(counted) : countMessages(counted, name).tokens;
}
