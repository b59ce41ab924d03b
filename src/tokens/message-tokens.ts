import { type CountAccuracy, type CounterName, counterTable, type MessageOverhead } from './counter-table';
import { counterOrApproximate } from './token-counter';
import type { CountMethod } from './token-types';

/**
 * Tokens of a conversation: those of its texts, and those that mark where a message begins, who speaks, and where the
 * reply begins. OpenAI publishes its marks; those of the others are estimates, whose reasons are in `docs/tokens.md`.
 */

export interface Message {
  readonly role: string;
  readonly content: string;
  /** Who speaks, where one role has several speakers. */
  readonly name?: string;
}

export interface MessageCount {
  readonly tokens: number;
  /** How the texts were counted; the overhead is never more than an estimate of what a provider adds. */
  readonly method: CountMethod;
  readonly accuracy: CountAccuracy;
}

/** @param warn is told when the counter cannot count and lengths are divided by 4 instead. */
export function countMessages(
  messages: readonly Message[],
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
