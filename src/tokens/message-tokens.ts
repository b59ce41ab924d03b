import { type CountAccuracy, type CounterName, counterTable, type MessageOverhead } from './counter-table';
import { counterOrApproximate } from './token-counter';
import type { CountMethod } from './token-types';

/**
 * Counts the tokens of a conversation: its texts, and the tokens that mark where a message begins, who speaks, and where
 * the reply begins. OpenAI publishes its overhead; the others are estimates, explained in `docs/tokens.md`.
 */

export interface CountedMessage {
  readonly role: string;
  readonly content: string;
  /** The speaker, if several speakers share one role. */
  readonly name?: string;
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
