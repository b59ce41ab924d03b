/**
 * An embedding model on a server. This is the part that all kinds of servers share: texts are cut, collected into batches, sent
 * in parallel, and their vectors put back into order.
 *
 * The number of dimensions is part of a model's id, so it must be known before the first text: from the options, or from one short
 * request to the server. Every later response must have the same number.
 */
import { createHash } from 'node:crypto';
import { recommendedCounter, type TokenCounter } from '../../tokens/counter-table';
import { counterOrApproximate } from '../../tokens/token-counter';
import { type Embedder, type EmbeddingSide, type Passage, passageText } from '../embedder';
import { EndpointError } from './endpoint-error';
import { modelDefaults } from './known-services';
import { hostOf } from './server-address';
import { type BatchLimits, type Cut, type EmbeddingInput, halveInput, inBatches, makeInput } from './server-inputs';
import { type ServerDialect, VectorClient, type VectorClientOptions } from './vector-client';

export interface EndpointModel extends VectorClientOptions {
  readonly maxTokens?: number | undefined;
  readonly queryPrefix?: string | undefined;
  readonly passagePrefix?: string | undefined;
  readonly batch?: BatchLimits | undefined;
  readonly parallel?: number | undefined;
  /** Called for each text that was cut. */
  readonly onCut?: ((cut: Cut) => void) | undefined;
}

/** @throws EndpointError if the server cannot be used, or the signal's reason. */
export async function openEndpoint(
  dialect: ServerDialect,
  options: EndpointModel,
  signal?: AbortSignal,
): Promise<Embedder> {
  const client = new VectorClient(dialect, options);
  const dimensions =
    options.dimensions ??
    (await client.vectors(['dimensions'], undefined, 'passage', signal ?? new AbortController().signal))[0]?.length;
  if (dimensions === undefined) throw new EndpointError('the server returned no vector');
  return new EndpointEmbedder(dialect, options, client, dimensions);
}

class EndpointEmbedder implements Embedder {
  readonly id: string;
  readonly limits: { readonly tokens: number; readonly batch: number };
  private readonly batch: BatchLimits;
  private readonly parallel: number;
  private readonly counter: TokenCounter;
  private readonly prefixes: Readonly<Record<EmbeddingSide, string>>;
  /** Tokens of the shortest text that the server refused. Texts of this size are sent alone, so that they do not fail a whole batch. */
  private minRefusedTokens = Number.POSITIVE_INFINITY;

  constructor(
    { provider, batch, parallel }: ServerDialect,
    private readonly options: EndpointModel,
    private readonly client: VectorClient,
    readonly dimensions: number,
  ) {
    const { model, url } = options;
    const defaults = modelDefaults(model);
    this.prefixes = {
      query: options.queryPrefix ?? defaults.query,
      passage: options.passagePrefix ?? defaults.passage,
    };
    this.batch = options.batch ?? batch;
    this.parallel = options.parallel ?? parallel;
    this.limits = { tokens: options.maxTokens ?? defaults.tokens, batch: this.batch.texts };
    // For models with their own vocabulary, an exact count of another vocabulary is closer than a division by 4.
    const method = recommendedCounter(model);
    this.counter = counterOrApproximate(method === 'approximate' ? 'o200k_base' : method, (why) => options.warn?.(why));
    const prefixes = createHash('sha256').update(JSON.stringify([this.prefixes.query, this.prefixes.passage]));
    const host = hostOf(url);
    this.id = `${provider}://${host}/${encodeURIComponent(model)}?dimensions=${dimensions}&prefixes=${prefixes.digest('hex').slice(0, 12)}`;
  }

  async embed(
    passages: readonly (string | Passage)[],
    side: EmbeddingSide,
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    const texts = passages.map(passageText);
    const vectors = texts.map((): Float32Array => new Float32Array(this.dimensions));
    const stop = new AbortController();
    const cancel = (): void => stop.abort(signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    // One source of batches for all workers, made as they are needed: counting thousands of texts ahead would block.
    const batches = inBatches(this.inputs(texts, side), this.batch, ({ tokens }) => tokens >= this.minRefusedTokens);
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
      // The first failure cancels the other requests.
      stop.abort(error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  private *inputs(texts: readonly string[], side: EmbeddingSide): Generator<EmbeddingInput> {
    for (const [at, text] of texts.entries()) {
      const input = makeInput(text, at, this.prefixes[side], this.limits.tokens, this.counter);
      if (input) yield input;
    }
  }

  /** If the server refuses it as too long, a batch is sent in two halves, and a single text without its second half. */
  private async send(batch: readonly EmbeddingInput[], side: EmbeddingSide, signal: AbortSignal): Promise<Embedded[]> {
    try {
      const texts = batch.map(({ text }) => text);
      const vectors = await this.client.vectors(texts, this.dimensions, side, signal);
      return batch.flatMap((input, i) => (vectors[i] ? [{ input, vector: vectors[i] }] : []));
    } catch (error) {
      const [input] = batch;
      if (!(error instanceof EndpointError && error.refusal === 'too-long') || !input) throw error;
      if (batch.length > 1) {
        const middle = Math.ceil(batch.length / 2);
        const first = await this.send(batch.slice(0, middle), side, signal);
        return [...first, ...(await this.send(batch.slice(middle), side, signal))];
      }
      this.minRefusedTokens = Math.min(this.minRefusedTokens, input.tokens);
      const shorter = halveInput(input, this.prefixes[side], this.counter);
      if (!shorter) throw error;
      return this.send([shorter], side, signal);
    }
  }
}

type Embedded = { readonly input: EmbeddingInput; readonly vector: Float32Array };
