/** A language model behind a server. Patience, errors and keys are those of embedding servers (`src/embedding/server/endpoint.ts`). */

import { Endpoint, patience } from '../embedding/server/endpoint';
import { EndpointError } from '../embedding/server/endpoint-error';
import { readKey } from '../embedding/server/secrets';
import { hostOf } from '../embedding/server/server-address';
import { counterOrApproximate } from '../tokens/counter';
import { recommendedMethod } from '../tokens/counter-models';
import { countMessages } from '../tokens/message-tokens';
import type { CounterName } from '../tokens/token-types';
import type { ChatDialect, ChatQuestion, Ways } from './chat-dialect';
import {
  type AskOptions,
  type ChatAnswer,
  type ChatMessage,
  type ChatModel,
  ChatRefused,
  usualTimeoutSeconds,
  type WhyRefused,
} from './chat-model';
import { windowOf } from './chat-windows';

export interface EndpointChatOptions {
  readonly url: URL;
  readonly model: string;
  readonly key?: string | undefined;
  /** Tokens of question and answer together. */
  readonly window?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
  readonly longestWaitMs?: number | undefined;
  /** Told of what is worth a line in a log. */
  readonly warn?: ((message: string) => void) | undefined;
  /** Instead of the clock, for tests. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Bytes: more than any model writes. */
const largestAnswer = 8 * 1024 * 1024;

export class EndpointChat implements ChatModel {
  readonly id: string;
  readonly place: string;
  readonly limits: ChatModel['limits'];
  private readonly endpoint: Endpoint;
  private readonly counter: CounterName;
  private ways: Ways = { limit: 'max_tokens', json: 'schema' };

  /** @throws where the key cannot be one. */
  constructor(
    private readonly dialect: ChatDialect,
    private readonly options: EndpointChatOptions,
  ) {
    const { url, model, window } = options;
    const known = windowOf(model, dialect.provider === 'ollama');
    this.limits = {
      window: window ?? known.window,
      output: Math.min(known.output, Math.floor((window ?? known.window) / 4)),
    };
    this.id = `${dialect.provider}://${hostOf(url)}/${encodeURIComponent(model)}`;
    this.place = url.origin;
    const method = recommendedMethod(model);
    // Models with a vocabulary of their own are nearer to an exact count of another one than to a division by 4.
    this.counter = method === 'approximate' ? 'o200k_base' : method;
    this.endpoint = new Endpoint({
      url: dialect.address(url),
      key: readKey(options.key),
      timeoutMs: options.timeoutMs ?? usualTimeoutSeconds * 1000,
      retries: options.retries ?? patience.retries,
      longestWaitMs: options.longestWaitMs ?? patience.longestWaitMs,
      largestAnswer,
      retriesHalves: true,
      ...(options.sleep && { sleep: options.sleep }),
    });
  }

  count(messages: readonly ChatMessage[]): number {
    return countMessages(messages, this.counter, (why) => this.options.warn?.(why)).tokens;
  }

  async ask(messages: readonly ChatMessage[], options: AskOptions): Promise<ChatAnswer> {
    const { maxTokens, schema } = options;
    const { model } = this.options;
    const question = { model, messages: messages.map(sendable), maxTokens, schema, window: this.limits.window };
    const { text, input, output, isCut } = this.dialect.answer(await this.answer(question, options));
    const said = withoutThoughts(text);
    const usage = {
      input: input ?? this.count(messages),
      output: output ?? counterOrApproximate(this.counter, () => {}).count(text),
    };
    return { text: said, usage, ...(isCut && { isCut }) };
  }

  private async answer(question: ChatQuestion, { signal, again }: AskOptions): Promise<unknown> {
    for (;;) {
      const { ways } = this;
      try {
        return await this.endpoint.ask(this.dialect.request(question, ways), signal, again);
      } catch (error) {
        if (!(error instanceof EndpointError)) throw error;
        const other = this.dialect.otherWays(error, ways);
        if (other) {
          // Several requests may find out at once; each step goes down, so none goes on for ever.
          if (this.ways === ways) this.ways = other;
          await again?.();
          continue;
        }
        const advice = this.dialect.advice?.(error, question.model);
        const message = advice === undefined ? error.message : `${error.message}; ${advice}`;
        const why = whyRefused(error);
        throw why ? new ChatRefused(message, why) : new EndpointError(message, error.status, error.refusal);
      }
    }
  }
}

/** What the next question would meet too; undefined: it concerns this one. */
function whyRefused({ status, refusal }: EndpointError): WhyRefused | undefined {
  if (refusal === 'unreachable' || refusal === 'later') return refusal;
  if (refusal !== 'access') return undefined;
  if (status === 404) return 'model';
  return status === 401 || status === 403 ? 'key' : 'credit';
}

/** Half of a surrogate pair is no valid JSON to strict servers. */
function sendable({ role, content }: ChatMessage): ChatMessage {
  return { role, content: content.replace(/\p{Surrogate}/gu, '\ufffd') };
}

/** Models that think aloud do so before they answer. */
function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i, '').trim();
}
