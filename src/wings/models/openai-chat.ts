/**
 * POST {base}/v1/chat/completions, defined by OpenAI and used by LM Studio, vLLM, the llama.cpp server and many others. Servers differ in
 * how the length of an answer is limited (newer models of OpenAI refuse `max_tokens`, most other servers support nothing else) and in
 * whether answers can be constrained to a schema.
 */

import { answerField } from '../../embedding/server/endpoint';
import { EndpointError } from '../../embedding/server/endpoint-error';
import { callBelow } from '../../embedding/server/server-address';
import { type ChatDialect, readCount, textOfParts } from './chat-dialect';

export const openaiChat: ChatDialect = {
  provider: 'openai',

  address: (base) => callBelow(base, 'chat/completions'),

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
    const choices = answerField(answer, 'choices');
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
    const message = answerField(choice, 'message');
    const text = textOfParts(answerField(message, 'content'));
    const refusal = answerField(message, 'refusal');
    if (typeof refusal === 'string' && refusal !== '')
      throw new EndpointError(`the model declined to answer: ${refusal.slice(0, 300)}`);
    if (text === undefined) {
      throw new EndpointError('the answer has no "choices" with a "message"; is this the address of a chat API?');
    }
    const usage = answerField(answer, 'usage');
    return {
      text,
      input: readCount(answerField(usage, 'prompt_tokens')),
      output: readCount(answerField(usage, 'completion_tokens')),
      ...(answerField(choice, 'finish_reason') === 'length' && { isTruncated: true }),
    };
  },

  fallbackFeatures({ status, message }, features) {
    if (status !== 400 && status !== 422) return undefined;
    // "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    if (features.limit === 'max_tokens' && /max_completion_tokens/.test(message)) {
      return { ...features, limit: 'max_completion_tokens' };
    }
    if (features.json === 'words' || !/response_format|json_schema|json_object|grammar|schema/i.test(message))
      return undefined;
    return { ...features, json: features.json === 'schema' ? 'object' : 'words' };
  },
};
