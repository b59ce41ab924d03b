/**
 * Embeddings of services whose API differs from OpenAI's. They are told whether a text is a query or a passage, refuse texts that are
 * too long instead of cutting them silently, and call the number of dimensions `output_dimension`. docs/providers.md has the addresses
 * of their references.
 */
import { answerField, answerList } from './endpoint';
import { EndpointError } from './endpoint-error';
import { callBelow, urlBelow } from './server-address';
import type { ServerDialect } from './vector-client';

/**
 * POST {base}/v1/embeddings as defined by OpenAI and supported by LM Studio, vLLM, the llama.cpp server and many others. The
 * `index` of a vector says which text it belongs to; servers that work in parallel may send vectors out of order.
 */
export const openai: ServerDialect = {
  provider: 'openai',
  // Servers that limit the number of texts usually allow 32.
  batch: { texts: 32, tokens: 32_768 },
  parallel: 4,

  address: (base) => callBelow(base, 'embeddings'),

  request({ model, texts, dimensions }) {
    return { model, input: texts, encoding_format: 'float', ...(dimensions !== undefined && { dimensions }) };
  },

  vectors: orderedVectors,
};

/** `data` with vectors that say which text they belong to. */
function orderedVectors(answer: unknown): readonly unknown[] {
  const data = answerList(answer, 'data');
  const indexes = data.map((each) => answerField(each, 'index'));
  const vectors = data.map((each) => answerField(each, 'embedding'));
  // Servers without `index` send the vectors in order.
  if (indexes.every((index) => index === undefined)) return vectors;
  const ordered = new Map(indexes.map((index, i) => [index, vectors[i]]));
  return data.map((_, i) => {
    if (!ordered.has(i)) throw new EndpointError(`the server returned no vector for text ${i + 1} of ${data.length}`);
    return ordered.get(i);
  });
}

/** Ollama: POST /api/embed. Vectors come in the order of the texts. */
export const ollama: ServerDialect = {
  provider: 'ollama',
  batch: { texts: 32, tokens: 16_384 },
  // Ollama handles one request at a time; the second one waits there when the first is done.
  parallel: 2,

  address(base) {
    const path = base.pathname.replace(/\/+$/, '');
    if (path.endsWith('/api/embed')) return new URL(base);
    return urlBelow(base, path.endsWith('/api') ? 'embed' : 'api/embed');
  },

  request({ model, texts, dimensions }) {
    // By default Ollama truncates long texts silently.
    return { model, input: texts, truncate: false, ...(dimensions !== undefined && { dimensions }) };
  },

  vectors(answer) {
    return answerList(answer, 'embeddings');
  },

  advice({ status, message }, model) {
    return status === 404 && /model .* not found|pull/i.test(message) ? `get it with: ollama pull ${model}` : undefined;
  },
};

/** OpenAI-compatible, at its own address. */
export const gemini: ServerDialect = { ...openai, provider: 'gemini' };

/** POST /v1/embeddings, like OpenAI except for the number of dimensions. */
export const mistral: ServerDialect = {
  ...openai,
  provider: 'mistral',

  request({ model, texts, dimensions }) {
    return { model, input: texts, ...(dimensions !== undefined && { output_dimension: dimensions }) };
  },
};

/** POST /v1/embeddings. `encoding_format` knows only base64 there; left out, vectors are lists of numbers. */
export const voyage: ServerDialect = {
  ...openai,
  provider: 'voyage',
  // At most 1,000 texts, with 120,000 tokens for the largest models; its tokens are not ours.
  batch: { texts: 128, tokens: 64_000 },

  request({ model, texts, dimensions, side }) {
    return {
      model,
      input: texts,
      input_type: side === 'query' ? 'query' : 'document',
      truncation: false,
      ...(dimensions !== undefined && { output_dimension: dimensions }),
    };
  },
};

/** POST /v2/embed. Vectors come in the order of the texts, by type. */
export const cohere: ServerDialect = {
  provider: 'cohere',
  batch: { texts: 96, tokens: 64_000 },
  parallel: 4,

  address(base) {
    const path = base.pathname.replace(/\/+$/, '');
    if (path.endsWith('/embed')) return new URL(base);
    return urlBelow(base, path.endsWith('/v2') ? 'embed' : 'v2/embed');
  },

  request({ model, texts, dimensions, side }) {
    return {
      model,
      texts,
      input_type: side === 'query' ? 'search_query' : 'search_document',
      embedding_types: ['float'],
      truncate: 'NONE',
      ...(dimensions !== undefined && { output_dimension: dimensions }),
    };
  },

  vectors: (answer) => answerList(answerField(answer, 'embeddings'), 'float'),
};
