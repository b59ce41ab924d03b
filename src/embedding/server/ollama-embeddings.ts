/** Ollama: POST /api/embed. Vectors come in the order of the texts. */
import { below } from './server-address';
import { listIn } from './server-answer';
import type { Dialect } from './vector-client';

export const ollama: Dialect = {
  provider: 'ollama',
  batch: { texts: 32, tokens: 16_384 },
  // It works off one request after the other; the second is there when the first is done.
  parallel: 2,

  address(base) {
    const path = base.pathname.replace(/\/+$/, '');
    if (path.endsWith('/api/embed')) return new URL(base);
    return below(base, path.endsWith('/api') ? 'embed' : 'api/embed');
  },

  request(model, texts, dimensions) {
    // Left to itself it would cut what is too long without a word.
    return { model, input: texts, truncate: false, ...(dimensions !== undefined && { dimensions }) };
  },

  vectors(answer) {
    return listIn(answer, 'embeddings');
  },

  advice({ status, message }, model) {
    return status === 404 && /model .* not found|pull/i.test(message) ? `get it with: ollama pull ${model}` : undefined;
  },
};
