/**
 * Prepares texts for a server: makes them valid, cuts them at the token limit, and collects them into batches.
 *
 * How a text is cut depends on the text and the options alone, never on its neighbours or on what was sent before: the same
 * text must have the same vector in every index.
 */
import type { TokenCounter } from '../../tokens/counter-table';

export interface EmbeddingInput {
  /** Its place in the caller's list. */
  readonly at: number;
  /** The text that is sent, including the prefix. */
  readonly text: string;
  readonly tokens: number;
  /** UTF-16 units of the caller's text that are in `text`. */
  readonly kept: number;
  /** What caused the cut, if it is shorter than the caller's text. */
  readonly by: Cut['by'];
}

/** A text that was too long and lost its end. */
export interface Cut {
  readonly text: string;
  /** UTF-16 units that were embedded. */
  readonly kept: number;
  /** `limit`: it exceeded the limit in the options; `server`: the server refused more. */
  readonly by: 'limit' | 'server';
}

export type BatchLimits = { readonly texts: number; readonly tokens: number };

/** A text with fewer tokens that is still "too long" must be refused for another reason. */
const MIN_TOKENS = 32;

/** Undefined for a blank text: there is nothing to embed, and servers refuse it. */
export function makeInput(
  text: string,
  at: number,
  prefix: string,
  maxTokens: number,
  counter: TokenCounter,
): EmbeddingInput | undefined {
  if (text.trim() === '') return undefined;
  // For strict servers an unpaired surrogate is not valid JSON.
  const sendable = text.replace(/\p{Surrogate}/gu, '\ufffd');
  const counted = counter.document(sendable);
  const before = prefix === '' ? 0 : counter.count(prefix);
  const kept = counted.fit(0, sendable.length, Math.max(1, maxTokens - before));
  return { at, text: prefix + sendable.slice(0, kept), tokens: before + counted.count(0, kept), kept, by: 'limit' };
}

/** Half of a text that the server refused; undefined if it cannot be shortened further. */
export function halveInput(input: EmbeddingInput, prefix: string, counter: TokenCounter): EmbeddingInput | undefined {
  const text = input.text.slice(prefix.length);
  const counted = counter.document(text);
  const tokens = Math.floor(counted.total / 2);
  if (tokens < MIN_TOKENS) return undefined;
  const kept = counted.fit(0, text.length, tokens);
  if (kept >= text.length) return undefined;
  const left = input.tokens - counted.total + counted.count(0, kept);
  return { at: input.at, text: prefix + text.slice(0, kept), tokens: left, kept, by: 'server' };
}

/** Collects inputs into batches, in order. An input for which `isAlone` is true gets its own batch. */
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
