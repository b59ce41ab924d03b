/** Requests vectors from a server and checks each. A `ServerDialect` defines the API of one kind of server. */

import { errorMessage } from '../../shared/error-message';
import type { EmbeddingSide } from '../embedder';
import { unitVector } from '../vector-math';
import { Endpoint, type RequestOptions } from './endpoint';
import { EndpointError } from './endpoint-error';
import type { BatchLimits } from './server-inputs';

interface VectorRequest {
  readonly model: string;
  readonly texts: readonly string[];
  readonly dimensions: number | undefined;
  readonly side: EmbeddingSide;
}

export interface ServerDialect {
  readonly provider: 'ollama' | 'openai' | 'gemini' | 'cohere' | 'voyage' | 'mistral';
  /** Limits of one request, and the number of parallel requests. */
  readonly batch: BatchLimits;
  readonly parallel: number;
  /** The URL for requests, from the address in the settings. */
  address(base: URL): URL;
  request(request: VectorRequest): unknown;
  /** The unchecked vectors in the order of the texts. @throws if the response has none. */
  vectors(answer: unknown): readonly unknown[];
  /** What the user can do about an error, if the dialect knows. */
  advice?(error: EndpointError, model: string): string | undefined;
}

export interface VectorClientOptions extends RequestOptions {
  readonly url: URL;
  readonly model: string;
  /** Requested from servers that support it, and checked. */
  readonly dimensions?: number | undefined;
  /** Called with messages for the log. */
  readonly warn?: ((message: string) => void) | undefined;
}

export class VectorClient {
  private readonly endpoint: Endpoint;
  private sendsDimensions: boolean;

  constructor(
    private readonly dialect: ServerDialect,
    private readonly options: VectorClientOptions,
  ) {
    this.endpoint = new Endpoint({ ...options, url: dialect.address(options.url) });
    this.sendsDimensions = options.dimensions !== undefined;
  }

  async vectors(
    texts: readonly string[],
    dimensions: number | undefined,
    side: EmbeddingSide,
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    const { model } = this.options;
    const raw = this.dialect.vectors(await this.answer(texts, side, signal));
    const from = `the model "${model}"`;
    if (raw.length !== texts.length)
      throw new EndpointError(`${from} returned ${raw.length} vectors for ${texts.length} texts`);
    return raw.map((each, i) => {
      try {
        return unitVector(each, dimensions);
      } catch (error) {
        const reason = errorMessage(error);
        throw new EndpointError(`${from} returned a vector (${i + 1} of ${raw.length}) that ${reason}`);
      }
    });
  }

  private async answer(texts: readonly string[], side: EmbeddingSide, signal: AbortSignal): Promise<unknown> {
    const { model, dimensions, warn } = this.options;
    const ask = (size: number | undefined) =>
      this.endpoint.ask(this.dialect.request({ model, texts, dimensions: size, side }), signal);
    try {
      if (!this.sendsDimensions) return await ask(undefined);
      try {
        return await ask(dimensions);
      } catch (error) {
        if (!(error instanceof EndpointError && error.refusal === 'dimensions')) throw error;
        // This may be the only size of the model, then the vectors pass the check below.
        const answer = await ask(undefined);
        this.sendsDimensions = false;
        warn?.(`${error.message}; the request was sent again without a number of dimensions`);
        return answer;
      }
    } catch (error) {
      const advice = error instanceof EndpointError ? this.dialect.advice?.(error, model) : undefined;
      if (!(error instanceof EndpointError) || advice === undefined) throw error;
      throw new EndpointError(`${error.message}; ${advice}`, error.status, error.refusal);
    }
  }
}
