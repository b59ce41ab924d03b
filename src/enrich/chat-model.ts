/** Messages in, an answer out: what every language model looks like to the rest, wherever it runs. */

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface Usage {
  /** Tokens that were read and written: as the model says, or counted here where it does not. */
  readonly input: number;
  readonly output: number;
}

export interface ChatAnswer {
  readonly text: string;
  readonly usage: Usage;
  /** It has more to say than `maxTokens`. */
  readonly isCut?: true;
}

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

export interface AskOptions {
  readonly signal: AbortSignal;
  /** Most tokens of the answer. */
  readonly maxTokens: number;
  /** What the answer shall fit, where the model can be bound to it; the caller checks. */
  readonly schema?: Schema | undefined;
  /** Called before what was sent once is sent again, as it is or otherwise; what it throws ends the asking. */
  readonly again?: (() => Promise<void>) | undefined;
}

/**
 * Why a model answers nobody here: the key is missing, wrong or may not do this; no credit is left; it wants to be left alone for
 * long; there is no such model or address; nothing listens there; the user did not agree to it.
 */
export type WhyRefused = 'key' | 'credit' | 'later' | 'model' | 'unreachable' | 'consent';

/** The model answers nobody here, whatever is asked: a run ends with it, instead of failing piece by piece. */
export class ChatRefused extends Error {
  constructor(
    message: string,
    readonly why: WhyRefused,
  ) {
    super(message);
    this.name = 'ChatRefused';
  }
}

export interface ChatModel {
  /** Which model, and where: two answers of one id to the same question are worth the same. */
  readonly id: string;
  /** Where texts go, for the user who has to agree. */
  readonly place: string;
  /** Tokens: of question and answer together, and of an answer. */
  readonly limits: { readonly window: number; readonly output: number };
  /** Tokens of a question, marks around messages included. */
  count(messages: readonly ChatMessage[]): number;
  /** @throws an Error that says what is wrong (`ChatRefused`: with every question), or the signal's reason. */
  ask(messages: readonly ChatMessage[], options: AskOptions): Promise<ChatAnswer>;
}

/** A model writes slower than it reads. */
export const usualTimeoutSeconds = 180;

export const noUsage: Usage = { input: 0, output: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return { input: a.input + b.input, output: a.output + b.output };
}
