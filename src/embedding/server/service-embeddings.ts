/**
 * Embeddings of services whose API differs from OpenAI's. They are told whether a text is a query or a passage, refuse texts that are
 * too long instead of cutting them silently, and call the number of dimensions `output_dimension`. docs/providers.md has the addresses
 * of their references.
 */
import { openai, orderedVectors } from './openai-embeddings';
import { callBelow, urlBelow } from './server-address';
import { answerField, answerList } from './server-answer';
import type { ServerDialect } from './vector-client';

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
  provider: 'voyage',
  // At most 1,000 texts, with 120,000 tokens for the largest models; its tokens are not ours.
  batch: { texts: 128, tokens: 64_000 },
  parallel: 4,

  address: (base) => callBelow(base, 'embeddings'),

  request({ model, texts, dimensions, side }) {
    return {
      model,
      input: texts,
      input_type: side === 'query' ? 'query' : 'document',
      truncation: false,
      ...(dimensions !== undefined && { output_dimension: dimensions }),
    };
  },

  vectors: orderedVectors,
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
