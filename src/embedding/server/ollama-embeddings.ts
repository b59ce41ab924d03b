/** Ollama: POST /api/embed. Vectors come in the order of the texts. */
import { urlBelow } from './server-address';
import { answerList } from './server-answer';
import type { ServerDialect } from './vector-client';

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
