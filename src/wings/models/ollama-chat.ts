/** Ollama: POST /api/chat, without streaming. */

import { answerField } from '../../embedding/server/endpoint';
import { EndpointError } from '../../embedding/server/endpoint-error';
import { urlBelow } from '../../embedding/server/server-address';
import { ollama } from '../../embedding/server/service-embeddings';
import { type ChatDialect, readCount } from './chat-dialect';

export const ollamaChat: ChatDialect = {
  provider: 'ollama',

  address(base) {
    const path = base.pathname.replace(/\/+$/, '');
    if (path.endsWith('/api/chat')) return new URL(base);
    return urlBelow(base, path.endsWith('/api') ? 'chat' : 'api/chat');
  },

  request({ model, messages, maxTokens, schema, window }, { json }) {
    return {
      model,
      messages,
      stream: false,
      // By default, Ollama gives a model a few thousand tokens and silently cuts longer prompts.
      options: { num_ctx: window, num_predict: maxTokens, temperature: 0 },
      ...(schema && json !== 'words' && { format: json === 'schema' ? schema : 'json' }),
    };
  },

  answer(answer) {
    const text = answerField(answerField(answer, 'message'), 'content');
    if (typeof text !== 'string') {
      throw new EndpointError('the answer has no "message" with a "content"; is this the address of Ollama?');
    }
    return {
      text,
      // Missing if the whole prompt was cached.
      input: readCount(answerField(answer, 'prompt_eval_count')),
      output: readCount(answerField(answer, 'eval_count')),
      ...(answerField(answer, 'done_reason') === 'length' && { isTruncated: true }),
    };
  },

  fallbackFeatures({ status, message }, features) {
    if (status !== 400 || !/format|schema|grammar/i.test(message)) return undefined;
    return features.json === 'words'
      ? undefined
      : { ...features, json: features.json === 'schema' ? 'object' : 'words' };
  },

  ...(ollama.advice && { advice: ollama.advice }),
};
