/**
 * POST {base}/v1/embeddings as OpenAI defined it and LM Studio, vLLM, the llama.cpp server and many others speak it. Each
 * vector says by `index` which text it belongs to; servers that work on several at once send them as they are ready.
 */

import { EndpointError } from './endpoint-error';
import { below } from './server-address';
import { answerField, listIn } from './server-answer';
import type { Dialect } from './vector-client';

export const openai: Dialect = {
  provider: 'openai',
  // Servers that limit a list of texts mostly do so at 32.
  batch: { texts: 32, tokens: 32_768 },
  parallel: 4,

  address(base) {
    const path = base.pathname.replace(/\/+$/, '');
    if (path.endsWith('/embeddings')) return new URL(base);
    return below(base, /\/v\d+$/.test(path) ? 'embeddings' : 'v1/embeddings');
  },

  request(model, texts, dimensions) {
    return { model, input: texts, encoding_format: 'float', ...(dimensions !== undefined && { dimensions }) };
  },

  vectors(answer) {
    const data = listIn(answer, 'data');
    const indexes = data.map((each) => answerField(each, 'index'));
    const vectors = data.map((each) => answerField(each, 'embedding'));
    // A server that numbers none sends them in order.
    if (indexes.every((index) => index === undefined)) return vectors;
    const ordered = new Map(indexes.map((index, i) => [index, vectors[i]]));
    return data.map((_, i) => {
      if (!ordered.has(i))
        throw new EndpointError(`the server's answer has no vector for text ${i + 1} of ${data.length}`);
      return ordered.get(i);
    });
  },
};
