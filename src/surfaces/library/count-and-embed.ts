/** Token counts and vectors of texts. */
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import { type CounterName, counterNames, recommendedCounter } from '../../tokens/counter-table';
import { type Counted, countedTokens } from '../../tokens/token-counter';
import { CodegrainError, libraryError } from './library-error';
import { checkCounted, checkText, type Tokenizer } from './library-options';

/** Options of `countTokens`. */
export interface CountOptions {
  /** What counts, or the name of a model such as `gpt-4o` or `claude-sonnet-4`. Default `o200k_base`. */
  readonly tokenizer?: Tokenizer | (string & {}) | undefined;
}

/** Options of `embed`. */
export interface EmbedOptions {
  /** A question to search with, or a text to be found. Default `passage`. */
  readonly kind?: 'query' | 'passage' | undefined;
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The number of tokens of a text, or of messages as they are sent to a model. The first call for a tokenizer reads its table.
 * @throws CodegrainError
 */
export function countTokens(counted: Counted, { tokenizer = 'o200k_base' }: CountOptions = {}): number {
  checkCounted(counted);
  checkText('tokenizer', tokenizer);
  const name = counterNames.find((known) => known === tokenizer) ?? counterOfModel(tokenizer);
  try {
    return countedTokens(counted, name);
  } catch (error) {
    throw libraryError(error, undefined);
  }
}

/**
 * The vectors of texts by the built-in model, in their order. They have the length 1, so a dot product is their similarity.
 * @throws CodegrainError
 */
export async function embed(
  texts: readonly string[],
  { kind = 'passage', signal }: EmbedOptions = {},
): Promise<Float32Array[]> {
  if (!Array.isArray(texts)) throw new CodegrainError('invalid-argument', 'texts must be a list of texts');
  for (const text of texts) checkText('each text', text);
  if (kind !== 'query' && kind !== 'passage')
    throw new CodegrainError('invalid-argument', 'kind must be query or passage');
  signal?.throwIfAborted();
  try {
    const model = await loadBuiltIn();
    return await model.embed(texts, kind, signal);
  } catch (error) {
    throw libraryError(error, signal);
  }
}

function counterOfModel(model: string): CounterName {
  const counter = recommendedCounter(model);
  if (counter !== 'approximate') return counter;
  throw new CodegrainError(
    'invalid-argument',
    `there is no tokenizer "${model}": use ${counterNames.join(', ')}, or the name of a known model`,
  );
}
