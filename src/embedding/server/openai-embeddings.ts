/**
 * POST {base}/v1/embeddings as defined by OpenAI and supported by LM Studio, vLLM, the llama.cpp server and many others. The
 * `index` of a vector says which text it belongs to; servers that work in parallel may send vectors out of order.
 */

import { EndpointError } from './endpoint-error';
import { callBelow } from './server-address';
import { answerField, answerList } from './server-answer';
import type { ServerDialect } from './vector-client';

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
export function orderedVectors(answer: unknown): readonly unknown[] {
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
