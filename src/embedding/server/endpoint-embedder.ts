/**
 * An embedding model behind a server. What the servers have in common is here: texts are cut, gathered into batches, sent
 * several at a time, and put back into order.
 *
 * The number of dimensions is part of a model's id, so it is known before the first text: by the options, or by one short
 * question to the server. Every later answer must have the same.
 */
import { createHash } from 'node:crypto';
import { recommendedCounter } from '../../tokens/counter-models';
import { counterOrApproximate } from '../../tokens/token-counter';
import type { TokenCounter } from '../../tokens/token-types';
import { type Embedder, type Passage, type Side, textOf } from '../embedder';
import { EndpointError } from './endpoint-error';
import { habitsOf } from './model-defaults';
import { hostOf } from './server-address';
import { type BatchLimits, type Cut, type EmbeddingInput, halved, inBatches, inputOf } from './server-inputs';
import { type ClientOptions, type Dialect, VectorClient } from './vector-client';

export interface EndpointModel extends ClientOptions {
  readonly maxTokens?: number | undefined;
  readonly queryPrefix?: string | undefined;
  readonly passagePrefix?: string | undefined;
  readonly batch?: BatchLimits | undefined;
  readonly parallel?: number | undefined;
  /** Told of each text that lost its end. */
  readonly onCut?: ((cut: Cut) => void) | undefined;
}

/** @throws EndpointError where the server cannot be used, or the signal's reason. */
export async function openEndpoint(dialect: Dialect, options: EndpointModel, signal?: AbortSignal): Promise<Embedder> {
  const client = new VectorClient(dialect, options);
  const dimensions =
    options.dimensions ??
    (await client.vectors(['dimensions'], undefined, signal ?? new AbortController().signal))[0]?.length;
  if (dimensions === undefined) throw new EndpointError('the server gave no vector');
  return new EndpointEmbedder(dialect, options, client, dimensions);
}

class EndpointEmbedder implements Embedder {
  readonly id: string;
  readonly limits: { readonly tokens: number; readonly batch: number };
  private readonly batch: BatchLimits;
  private readonly parallel: number;
  private readonly counter: TokenCounter;
  private readonly prefixes: Readonly<Record<Side, string>>;
  /** The fewest tokens of a text that the server refused: texts like it are sent alone, for they would take others with them. */
  private refused = Number.POSITIVE_INFINITY;

  constructor(
    { provider, batch, parallel }: Dialect,
    private readonly options: EndpointModel,
    private readonly client: VectorClient,
    readonly dimensions: number,
  ) {
    const { model, url } = options;
    const habits = habitsOf(model);
    this.prefixes = {
      query: options.queryPrefix ?? habits.query,
      passage: options.passagePrefix ?? habits.passage,
    };
    this.batch = options.batch ?? batch;
    this.parallel = options.parallel ?? parallel;
    this.limits = { tokens: options.maxTokens ?? habits.tokens, batch: this.batch.texts };
    // Models with a vocabulary of their own are nearer to an exact count of another one than to a division by 4.
    const method = recommendedCounter(model);
    this.counter = counterOrApproximate(method === 'approximate' ? 'o200k_base' : method, (why) => options.warn?.(why));
    const prefixes = createHash('sha256').update(JSON.stringify([this.prefixes.query, this.prefixes.passage]));
    const host = hostOf(url);
    this.id = `${provider}://${host}/${encodeURIComponent(model)}?dimensions=${dimensions}&prefixes=${prefixes.digest('hex').slice(0, 12)}`;
  }

  async embed(passages: readonly (string | Passage)[], side: Side, signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    const texts = passages.map(textOf);
    const vectors = texts.map((): Float32Array => new Float32Array(this.dimensions));
    const stop = new AbortController();
    const cancel = (): void => stop.abort(signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    // One source of batches for all workers, made as they are needed: counting thousands of texts ahead would block.
    const batches = inBatches(this.inputs(texts, side), this.batch, ({ tokens }) => tokens >= this.refused);
    const work = async (): Promise<void> => {
      for (const batch of batches) {
        for (const { input, vector } of await this.send(batch, side, stop.signal)) {
          vectors[input.at] = vector;
          const text = texts[input.at] ?? '';
          if (input.kept < text.length) this.options.onCut?.({ text, kept: input.kept, by: input.by });
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: this.parallel }, work));
      return vectors;
    } catch (error) {
      // The first failure ends the others.
      stop.abort(error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  private *inputs(texts: readonly string[], side: Side): Generator<EmbeddingInput> {
    for (const [at, text] of texts.entries()) {
      const input = inputOf(text, at, this.prefixes[side], this.limits.tokens, this.counter);
      if (input) yield input;
    }
  }

  /** Where the server finds it too long: a batch in two halves, a text without its second half. */
  private async send(batch: readonly EmbeddingInput[], side: Side, signal: AbortSignal): Promise<Embedded[]> {
    try {
      const texts = batch.map(({ text }) => text);
      const vectors = await this.client.vectors(texts, this.dimensions, signal);
      return batch.flatMap((input, i) => (vectors[i] ? [{ input, vector: vectors[i] }] : []));
    } catch (error) {
      const [input] = batch;
      if (!(error instanceof EndpointError && error.refusal === 'too-long') || !input) throw error;
      if (batch.length > 1) {
        const middle = Math.ceil(batch.length / 2);
        const first = await this.send(batch.slice(0, middle), side, signal);
        return [...first, ...(await this.send(batch.slice(middle), side, signal))];
      }
      this.refused = Math.min(this.refused, input.tokens);
      const shorter = halved(input, this.prefixes[side], this.counter);
      if (!shorter) throw error;
      return this.send([shorter], side, signal);
    }
  }
}

interface Embedded {
  readonly input: EmbeddingInput;
  readonly vector: Float32Array;
}
