/**
 * POST {base}/v1/chat/completions as OpenAI defined it and LM Studio, vLLM, the llama.cpp server and many others speak it. They
 * differ in how the length of an answer is limited (newer models of OpenAI refuse `max_tokens`, most other servers know nothing
 * else) and in whether they can be bound to a schema.
 */

import { EndpointError } from '../embedding/server/endpoint-error';
import { below } from '../embedding/server/server-address';
import { field } from '../embedding/server/server-answer';
import { type ChatDialect, countIn } from './chat-dialect';

export const openaiChat: ChatDialect = {
  provider: 'openai',

  address(base) {
    const path = base.pathname.replace(/\/+$/, '');
    if (path.endsWith('/chat/completions')) return new URL(base);
    return below(base, /\/v\d+$/.test(path) ? 'chat/completions' : 'v1/chat/completions');
  },

  request({ model, messages, maxTokens, schema }, { limit, json }) {
    return {
      model,
      messages,
      stream: false,
      [limit]: maxTokens,
      ...(schema &&
        json === 'schema' && { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } }),
      ...(schema && json === 'object' && { response_format: { type: 'json_object' } }),
    };
  },

  answer(answer) {
    const choices = field(answer, 'choices');
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
    const message = field(choice, 'message');
    const text = field(message, 'content');
    const refusal = field(message, 'refusal');
    if (typeof refusal === 'string' && refusal !== '')
      throw new EndpointError(`the model refuses: ${refusal.slice(0, 300)}`);
    if (typeof text !== 'string') {
      throw new EndpointError('the answer has no "choices" with a "message"; is this the address of a chat API?');
    }
    const usage = field(answer, 'usage');
    return {
      text,
      input: countIn(field(usage, 'prompt_tokens')),
      output: countIn(field(usage, 'completion_tokens')),
      ...(field(choice, 'finish_reason') === 'length' && { isCut: true }),
    };
  },

  otherWays({ status, message }, ways) {
    if (status !== 400 && status !== 422) return undefined;
    // "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    if (ways.limit === 'max_tokens' && /max_completion_tokens/.test(message)) {
      return { ...ways, limit: 'max_completion_tokens' };
    }
    if (ways.json === 'words' || !/response_format|json_schema|json_object|grammar|schema/i.test(message))
      return undefined;
    return { ...ways, json: ways.json === 'schema' ? 'object' : 'words' };
  },
};
