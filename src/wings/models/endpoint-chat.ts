/** A language model behind a server. Retries, errors and keys work as for embedding servers (`src/embedding/server/endpoint.ts`). */

import { Endpoint } from '../../embedding/server/endpoint';
import { EndpointError } from '../../embedding/server/endpoint-error';
import { hostOf } from '../../embedding/server/server-address';
import type { VectorClientOptions } from '../../embedding/server/vector-client';
import { enrichOptions } from '../../options/enrich-options';
import { type CounterName, recommendedCounter } from '../../tokens/counter-table';
import { counterOrApproximate, countMessages } from '../../tokens/token-counter';
import type { ChatDialect, ChatFeatures, ChatQuestion } from './chat-dialects';
import {
  type ChatAnswer,
  type ChatMessage,
  type ChatModel,
  type ChatOptions,
  ChatRefused,
  type RefusalReason,
} from './chat-model';

/** In tokens: of prompt and answer together, and of an answer at most. */
type ModelWindow = ChatModel['limits'];

const defaultWindow: ModelWindow = { window: 8_192, output: 2_048 };

/** The first family that matches the name decides. */
const rules: readonly (readonly [family: RegExp, window: number, output: number])[] = [
  [/gpt-4\.1/, 1_000_000, 32_768],
  [/gpt-([5-9]|1\d)/, 272_000, 16_384],
  [/gpt-4o|gpt-4-turbo/, 128_000, 4_096],
  [/gpt-3\.5/, 16_384, 4_096],
  [/(^|[/.:@_])o[134](-|$)/, 200_000, 16_384],
  [/claude/, 200_000, 8_192],
  [/gemini/, 1_000_000, 8_192],
  [/command-/, 128_000, 4_000],
  [/(mis|codes|devs|minis|magis)tral/, 128_000, 8_192],
];

/**
 * How much models read and write, by name. The window of a local model depends on the configuration of its server, not on its name, so
 * it gets one that any current model has. Settings override this.
 */
function modelWindow(model: string, isLocal: boolean): ModelWindow {
  if (isLocal) return defaultWindow;
  const rule = rules.find(([family]) => family.test(model.toLowerCase()));
  return rule ? { window: rule[1], output: rule[2] } : defaultWindow;
}

export interface EndpointChatOptions extends Omit<VectorClientOptions, 'dimensions'> {
  /** Tokens of prompt and answer together. */
  readonly window?: number | undefined;
}

/** More than any model writes. */
const maxAnswerBytes = 8 * 1024 * 1024;

export class EndpointChat implements ChatModel {
  readonly id: string;
  readonly place: string;
  readonly limits: ChatModel['limits'];
  private readonly endpoint: Endpoint;
  private readonly counter: CounterName;
  private features: ChatFeatures = { limit: 'max_tokens', json: 'schema' };

  /** @throws if the key is malformed. */
  constructor(
    private readonly dialect: ChatDialect,
    private readonly options: EndpointChatOptions,
  ) {
    const { url, model, window } = options;
    const known = modelWindow(model, dialect.provider === 'ollama');
    this.limits = {
      window: window ?? known.window,
      output: Math.min(known.output, Math.floor((window ?? known.window) / 4)),
    };
    this.id = `${dialect.provider}://${hostOf(url)}/${encodeURIComponent(model)}`;
    this.place = url.origin;
    const method = recommendedCounter(model);
    // For models with their own vocabulary, an exact count with another vocabulary is closer than a division by 4.
    this.counter = method === 'approximate' ? 'o200k_base' : method;
    const { keyHeader, headers } = dialect;
    const timeoutMs = options.timeoutMs ?? enrichOptions.timeoutSeconds.default * 1000;
    const parts = { url: dialect.address(url), keyHeader, headers, timeoutMs, maxAnswerBytes, retriesCutOffJson: true };
    this.endpoint = new Endpoint({ ...options, ...parts });
  }

  count(messages: readonly ChatMessage[]): number {
    return countMessages(messages, this.counter, (why) => this.options.warn?.(why)).tokens;
  }

  async ask(messages: readonly ChatMessage[], options: ChatOptions): Promise<ChatAnswer> {
    const { maxTokens, schema } = options;
    const { model } = this.options;
    const question = { model, messages: messages.map(sendable), maxTokens, schema, window: this.limits.window };
    const { text, input, output, isTruncated } = this.dialect.answer(await this.answer(question, options));
    const answer = withoutThoughts(text);
    const usage = {
      input: input ?? this.count(messages),
      output: output ?? counterOrApproximate(this.counter, () => {}).count(text),
    };
    return { text: answer, usage, ...(isTruncated && { isTruncated }) };
  }

  private async answer(question: ChatQuestion, { signal, beforeRetry }: ChatOptions): Promise<unknown> {
    for (;;) {
      const { features } = this;
      try {
        return await this.endpoint.ask(this.dialect.request(question, features), signal, beforeRetry);
      } catch (error) {
        if (!(error instanceof EndpointError)) throw error;
        const fallback = this.dialect.fallbackFeatures(error, features);
        if (fallback) {
          // Several requests may find out at once. Each step removes a feature, so this ends.
          if (this.features === features) this.features = fallback;
          await beforeRetry?.();
          continue;
        }
        const advice = this.dialect.advice?.(error, question.model);
        const message = advice === undefined ? error.message : `${error.message}; ${advice}`;
        const reason = refusalReason(error);
        throw reason ? new ChatRefused(message, reason) : new EndpointError(message, error.status, error.refusal);
      }
    }
  }
}

/** Why the next request would fail too; undefined if the error concerns only this one. */
function refusalReason({ status, refusal }: EndpointError): RefusalReason | undefined {
  if (refusal === 'unreachable' || refusal === 'later') return refusal;
  if (refusal !== 'access') return undefined;
  if (status === 404) return 'model';
  return status === 401 || status === 403 ? 'key' : 'credit';
}

/** Strict servers reject lone surrogates in JSON. */
function sendable({ role, content }: ChatMessage): ChatMessage {
  return { role, content: content.replace(/\p{Surrogate}/gu, '\ufffd') };
}

/** Removes the reasoning that some models write before the answer. */
function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i, '').trim();
}
