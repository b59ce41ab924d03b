/** The chat protocol of one kind of server. Servers of a kind differ in what they support: a feature that is refused is not used again. */
import { answerField } from '../../embedding/server/endpoint';
import type { EndpointError } from '../../embedding/server/endpoint-error';
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
export function textOfParts(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.flatMap((part: unknown) => {
    const text = answerField(part, 'type') === 'text' ? answerField(part, 'text') : undefined;
    return typeof text === 'string' ? [text] : [];
  });
  return texts.join('');
}

export function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
