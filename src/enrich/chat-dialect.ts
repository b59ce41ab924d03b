/** The chat protocol of one kind of server. Servers of a kind differ in what they support: a feature that is refused is not used again. */
import type { EndpointError } from '../embedding/server/endpoint-error';
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
  readonly provider: 'ollama' | 'openai';
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

export function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
