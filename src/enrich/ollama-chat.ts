/** Ollama: POST /api/chat, in one piece. */

import { EndpointError } from '../embedding/server/endpoint-error';
import { ollama } from '../embedding/server/ollama-embeddings';
import { below } from '../embedding/server/server-address';
import { field } from '../embedding/server/server-answer';
import { type ChatDialect, countIn } from './chat-dialect';

export const ollamaChat: ChatDialect = {
  provider: 'ollama',

  address(base) {
    const path = base.pathname.replace(/\/+$/, '');
    if (path.endsWith('/api/chat')) return new URL(base);
    return below(base, path.endsWith('/api') ? 'chat' : 'api/chat');
  },

  request({ model, messages, maxTokens, schema, window }, { json }) {
    return {
      model,
      messages,
      stream: false,
      // Left to itself it gives a model a few thousand tokens, and cuts what is longer without a word.
      options: { num_ctx: window, num_predict: maxTokens, temperature: 0 },
      ...(schema && json !== 'words' && { format: json === 'schema' ? schema : 'json' }),
    };
  },

  answer(answer) {
    const text = field(field(answer, 'message'), 'content');
    if (typeof text !== 'string') {
      throw new EndpointError('the answer has no "message" with a "content"; is this the address of Ollama?');
    }
    return {
      text,
      // Missing where all of the question was in its cache.
      input: countIn(field(answer, 'prompt_eval_count')),
      output: countIn(field(answer, 'eval_count')),
      ...(field(answer, 'done_reason') === 'length' && { isCut: true }),
    };
  },

  otherWays({ status, message }, ways) {
    if (status !== 400 || !/format|schema|grammar/i.test(message)) return undefined;
    return ways.json === 'words' ? undefined : { ...ways, json: ways.json === 'schema' ? 'object' : 'words' };
  },

  ...(ollama.advice && { advice: ollama.advice }),
};
