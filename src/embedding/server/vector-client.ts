/** Asks a server for vectors and checks each. A `Dialect` says how one kind of server is asked. */

import { errorMessage } from '../../shared/error-message';
import { unitVector } from '../vector-math';
import { Endpoint, patience } from './endpoint';
import { EndpointError } from './endpoint-error';
import type { BatchLimits } from './server-inputs';
import { readKey } from './server-key';

export interface Dialect {
  readonly provider: 'ollama' | 'openai';
  /** How much is sent at once, and how many requests at a time. */
  readonly batch: BatchLimits;
  readonly parallel: number;
  /** Where to ask, from the address the user gave. */
  address(base: URL): URL;
  request(model: string, texts: readonly string[], dimensions: number | undefined): unknown;
  /** The vectors in the order of the texts, unchecked. @throws where the answer has none. */
  vectors(answer: unknown): readonly unknown[];
  /** What the user can do about an error, where the kind of server tells. */
  advice?(error: EndpointError, model: string): string | undefined;
}

export interface ClientOptions {
  readonly url: URL;
  readonly model: string;
  readonly key?: string | undefined;
  /** Asked of the server where it can choose, and checked. */
  readonly dimensions?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
  readonly longestWaitMs?: number | undefined;
  /** Told of what is worth a line in a log. */
  readonly warn?: ((message: string) => void) | undefined;
  /** Instead of the clock, for tests. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

export class VectorClient {
  private readonly endpoint: Endpoint;
  private sendsDimensions: boolean;

  constructor(
    private readonly dialect: Dialect,
    private readonly options: ClientOptions,
  ) {
    const { timeoutMs = patience.timeoutMs, retries = patience.retries } = options;
    this.endpoint = new Endpoint({
      url: dialect.address(options.url),
      key: readKey(options.key),
      timeoutMs,
      retries,
      longestWaitMs: options.longestWaitMs ?? patience.longestWaitMs,
      ...(options.sleep && { sleep: options.sleep }),
    });
    this.sendsDimensions = options.dimensions !== undefined;
  }

  async vectors(
    texts: readonly string[],
    dimensions: number | undefined,
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    const { model } = this.options;
    const raw = this.dialect.vectors(await this.answer(texts, signal));
    const from = `the model "${model}"`;
    if (raw.length !== texts.length) {
      throw new EndpointError(`${from} gave ${raw.length} vectors for ${texts.length} texts`);
    }
    return raw.map((each, i) => {
      try {
        return unitVector(each, dimensions);
      } catch (error) {
        const reason = errorMessage(error);
        throw new EndpointError(`${from} gave a vector (${i + 1} of ${raw.length}) that ${reason}`);
      }
    });
  }

  private async answer(texts: readonly string[], signal: AbortSignal): Promise<unknown> {
    const { model, dimensions, warn } = this.options;
    const ask = (size: number | undefined) => this.endpoint.ask(this.dialect.request(model, texts, size), signal);
    try {
      if (!this.sendsDimensions) return await ask(undefined);
      try {
        return await ask(dimensions);
      } catch (error) {
        if (!(error instanceof EndpointError && error.refusal === 'dimensions')) throw error;
        // It may give that many all the same, being its only size; the check of the vectors will tell.
        const answer = await ask(undefined);
        this.sendsDimensions = false;
        warn?.(`${error.message}; asked without a number of dimensions instead`);
        return answer;
      }
    } catch (error) {
      const advice = error instanceof EndpointError ? this.dialect.advice?.(error, model) : undefined;
      if (!(error instanceof EndpointError) || advice === undefined) throw error;
      throw new EndpointError(`${error.message}; ${advice}`, error.status, error.refusal);
    }
  }
}
