/**
 * Texts on their way to a server: made sendable, cut at the token limit, gathered into batches.
 *
 * How a text is cut depends on the text and the options alone, never on its neighbours or on what was sent before: the same
 * text must have the same vector in every index.
 */
import type { TokenCounter } from '../../tokens/token-types';

export interface EmbeddingInput {
  /** Its place in the caller's list. */
  readonly at: number;
  /** What is sent, prefix included. */
  readonly text: string;
  readonly tokens: number;
  /** UTF-16 units of the caller's text that are in `text`. */
  readonly kept: number;
  /** What cut it, where it is shorter than the caller's text. */
  readonly by: Cut['by'];
}

/** A text that no longer fitted and lost its end. */
export interface Cut {
  readonly text: string;
  /** UTF-16 units that were embedded. */
  readonly kept: number;
  /** Whether the limit of the options did it, or the server refused more. */
  readonly by: 'limit' | 'server';
}

export interface BatchLimits {
  readonly texts: number;
  readonly tokens: number;
}

/** Below this many tokens a text that is still "too long" is refused for another reason. */
const SHORTEST = 32;

/** Undefined: there is nothing in the text to embed, and servers refuse empty ones. */
export function inputOf(
  text: string,
  at: number,
  prefix: string,
  maxTokens: number,
  counter: TokenCounter,
): EmbeddingInput | undefined {
  if (text.trim() === '') return undefined;
  // Half of a surrogate pair is no valid JSON to strict servers.
  const sendable = text.replace(/\p{Surrogate}/gu, '\ufffd');
  const counted = counter.document(sendable);
  const before = prefix === '' ? 0 : counter.count(prefix);
  const room = Math.max(1, maxTokens - before);
  const kept = counted.fit(0, sendable.length, room);
  return { at, text: prefix + sendable.slice(0, kept), tokens: before + counted.count(0, kept), kept, by: 'limit' };
}

/** After the server refused it: half as long; undefined where that makes no sense any more. */
export function halved(input: EmbeddingInput, prefix: string, counter: TokenCounter): EmbeddingInput | undefined {
  const text = input.text.slice(prefix.length);
  const counted = counter.document(text);
  const tokens = Math.floor(counted.total / 2);
  if (tokens < SHORTEST) return undefined;
  const kept = counted.fit(0, text.length, tokens);
  if (kept >= text.length) return undefined;
  const left = input.tokens - counted.total + counted.count(0, kept);
  return { at: input.at, text: prefix + text.slice(0, kept), tokens: left, kept, by: 'server' };
}

/** In order. An input that `isAlone` has a batch of its own. */
export function* inBatches(
  inputs: Iterable<EmbeddingInput>,
  { texts, tokens }: BatchLimits,
  isAlone: (input: EmbeddingInput) => boolean,
): Generator<readonly EmbeddingInput[]> {
  let batch: EmbeddingInput[] = [];
  let sum = 0;
  for (const input of inputs) {
    if (isAlone(input)) {
      yield [input];
      continue;
    }
    if (batch.length > 0 && (batch.length === texts || sum + input.tokens > tokens)) {
      yield batch;
      batch = [];
      sum = 0;
    }
    batch.push(input);
    sum += input.tokens;
  }
  if (batch.length > 0) yield batch;
}
