/** The interface of every language model, wherever it runs: messages in, an answer out. */

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface TokenUsage {
  /** Tokens read and written, as the model reports them or else as counted here. */
  readonly input: number;
  readonly output: number;
}

export interface ChatAnswer {
  readonly text: string;
  readonly usage: TokenUsage;
  /** The answer was cut off at `maxTokens`. */
  readonly isTruncated?: true;
}

/** A JSON schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ChatOptions {
  readonly signal: AbortSignal;
  /** Max tokens of the answer. */
  readonly maxTokens: number;
  /** The schema of the answer. Not every model can be constrained to it, so the caller checks the answer. */
  readonly schema?: JsonSchema | undefined;
  /** Called before a request is sent again, unchanged or not. If it throws, the request is given up. */
  readonly beforeRetry?: (() => Promise<void>) | undefined;
}

/**
 * Why a model refuses every request: the key is missing, wrong or lacks permission; no credit is left; it asks to wait for a long
 * time; there is no such model or address; no server is running; the user did not agree.
 */
export type RefusalReason = 'key' | 'credit' | 'later' | 'model' | 'unreachable' | 'consent';

/** The model would refuse every request: the run stops, instead of failing piece by piece. */
export class ChatRefused extends Error {
  constructor(
    message: string,
    readonly reason: RefusalReason,
  ) {
    super(message);
    this.name = 'ChatRefused';
  }
}

export interface ChatModel {
  /** Names the model and its server: answers of the same id to the same prompt are interchangeable. */
  readonly id: string;
  /** Where texts are sent, shown to the user who has to agree. */
  readonly place: string;
  /** In tokens: `window` is for prompt and answer together, `output` for the answer. */
  readonly limits: { readonly window: number; readonly output: number };
  /** Tokens of a prompt, including the markers around messages. */
  count(messages: readonly ChatMessage[]): number;
  /** @throws an Error that says what is wrong (`ChatRefused` if every request would fail), or the signal's reason. */
  ask(messages: readonly ChatMessage[], options: ChatOptions): Promise<ChatAnswer>;
}

export const noUsage: TokenUsage = { input: 0, output: 0 };

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return { input: a.input + b.input, output: a.output + b.output };
}
