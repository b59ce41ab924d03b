/**
 * Anthropic: POST /v1/messages. Its OpenAI-compatible API is meant for trials and ignores `response_format`, so Claude is asked in its
 * own protocol: the key in `x-api-key`, a version, the system prompt apart from the messages, and a schema in `output_config`.
 */
import { answerField } from '../../embedding/server/endpoint';
import { EndpointError } from '../../embedding/server/endpoint-error';
import { callBelow } from '../../embedding/server/server-address';
import { type ChatDialect, readCount, textOfParts } from './chat-dialect';

export const anthropicChat: ChatDialect = {
  provider: 'anthropic',
  keyHeader: 'x-api-key',
  headers: { 'anthropic-version': '2023-06-01' },

  address: (base) => callBelow(base, 'messages'),

  request({ model, messages, maxTokens, schema }, { json }) {
    const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
    return {
      model,
      max_tokens: maxTokens,
      ...(system.length > 0 && { system: system.join('\n\n') }),
      messages: messages.filter(({ role }) => role !== 'system'),
      ...(schema && json === 'schema' && { output_config: { format: { type: 'json_schema', schema } } }),
    };
  },

  answer(answer) {
    const text = textOfParts(answerField(answer, 'content'));
    const reason = answerField(answer, 'stop_reason');
    if (reason === 'refusal') throw new EndpointError('the model declined to answer');
    if (text === undefined)
      throw new EndpointError('the answer has no "content"; is this the address of the Messages API of Anthropic?');
    const usage = answerField(answer, 'usage');
    const read = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map((name) =>
      readCount(answerField(usage, name)),
    );
    return {
      text,
      // What was read from a cache is counted apart.
      input: read[0] === undefined ? undefined : read.reduce((sum: number, count) => sum + (count ?? 0), 0),
      output: readCount(answerField(usage, 'output_tokens')),
      ...(reason === 'max_tokens' && { isTruncated: true }),
    };
  },

  fallbackFeatures({ status, message }, features) {
    // Older models, and schemas that it cannot enforce: then the prompt alone asks for JSON.
    if (status !== 400 || features.json === 'words' || !/output_config|output_format|json_schema|schema/i.test(message))
      return undefined;
    return { ...features, json: 'words' };
  },
};
