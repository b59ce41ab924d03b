/** The chat protocols of the kinds of servers. Servers of a kind differ in what they support: a feature that is refused is not used again. */
import { answerField } from '../../embedding/server/endpoint';
import { EndpointError } from '../../embedding/server/endpoint-error';
import { callBelow, urlBelow } from '../../embedding/server/server-address';
import { ollama } from '../../embedding/server/service-embeddings';
import type { ChatAnswer, ChatMessage, JsonSchema } from './chat-model';

export interface ChatQuestion {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
  readonly schema?: JsonSchema | undefined;
  /** The context window to request: tokens of prompt and answer together. */
  readonly window: number;
}

/** What a server supports, as far as it is known. */
export interface ChatFeatures {
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** How answers are constrained to a schema; `words`: only by the text of the prompt. */
  readonly json: 'schema' | 'object' | 'words';
}

export interface ChatDialect {
  readonly provider: 'ollama' | 'openai' | 'anthropic' | 'gemini' | 'cohere' | 'mistral';
  /** The header that has the key; left out: `Authorization: Bearer`. */
  readonly keyHeader?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The URL of the chat endpoint, from the address that the user gave. */
  address(base: URL): URL;
  request(question: ChatQuestion, features: ChatFeatures): unknown;
  /** Parses a response. Usage is undefined if the server does not report it. @throws EndpointError if there is no answer. */
  answer(answer: unknown): Omit<ChatAnswer, 'usage'> & {
    readonly input?: number | undefined;
    readonly output?: number | undefined;
  };
  /** The features to try next if the server refused one of these; undefined if it refused for another reason. */
  fallbackFeatures(error: EndpointError, features: ChatFeatures): ChatFeatures | undefined;
  /** What the user can do about an error, if this kind of server has a hint. */
  advice?(error: EndpointError, model: string): string | undefined;
}

/** The text of an answer that is a string or a list of parts; parts that are no text, such as thoughts, are left out. */
function textOfParts(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.flatMap((part: unknown) => {
    const text = answerField(part, 'type') === 'text' ? answerField(part, 'text') : undefined;
    return typeof text === 'string' ? [text] : [];
  });
  return texts.join('');
}

function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

// Anthropic: POST /v1/messages. Its OpenAI-compatible API is meant for trials and ignores `response_format`, so Claude is asked in its
// own protocol: the key in `x-api-key`, a version, the system prompt apart from the messages, and a schema in `output_config`.

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

// Ollama: POST /api/chat, without streaming.

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

// POST {base}/v1/chat/completions, defined by OpenAI and used by LM Studio, vLLM, the llama.cpp server and many others. Servers differ in
// how the length of an answer is limited (newer models of OpenAI refuse `max_tokens`, most other servers support nothing else) and in
// whether answers can be constrained to a schema.

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
