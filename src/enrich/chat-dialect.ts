/** How one kind of server is asked. What servers of a kind differ in is found out by asking: a refused way is not tried again. */
import type { EndpointError } from '../embedding/server/endpoint-error';
import type { ChatAnswer, ChatMessage, Schema } from './chat-model';

export interface ChatQuestion {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
  readonly schema?: Schema | undefined;
  /** Tokens of question and answer that the server shall have room for. */
  readonly window: number;
}

/** What a server was found to take. */
export interface Ways {
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** How it is bound to a schema; `words`: only by what the question says. */
  readonly json: 'schema' | 'object' | 'words';
}

export interface ChatDialect {
  readonly provider: 'ollama' | 'openai';
  /** Where to ask, from the address the user gave. */
  address(base: URL): URL;
  request(question: ChatQuestion, ways: Ways): unknown;
  /** Usage is left out where the server does not tell. @throws EndpointError where there is no answer in it. */
  answer(answer: unknown): Omit<ChatAnswer, 'usage'> & {
    readonly input?: number | undefined;
    readonly output?: number | undefined;
  };
  /** Another way, where the server refused this one; undefined: it refused for another reason. */
  otherWays(error: EndpointError, ways: Ways): Ways | undefined;
  /** What the user can do about an error, where the kind of server tells. */
  advice?(error: EndpointError, model: string): string | undefined;
}

export function countIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
