/**
 * Asks a model within its window and a token budget, and checks the answer. If an answer does not match the schema, the model is asked
 * once more and shown the problem: most models then get it right, and one that does not will not on a third attempt either.
 */

import { Validator } from '@cfworker/json-schema';
import { EndpointError } from '../../embedding/server/endpoint-error';
import { errorMessage } from '../../shared/error-message';
import {
  addUsage,
  type ChatMessage,
  type ChatModel,
  ChatRefused,
  type JsonSchema,
  noUsage,
  type TokenUsage,
} from './chat-model';

export type AskOutcome =
  | { readonly is: 'answer'; readonly value: unknown; readonly usage: TokenUsage }
  | { readonly is: 'failed'; readonly error: string; readonly isTooLong?: true; readonly usage: TokenUsage }
  /** The budget is spent, so the request was not sent or not repeated. */
  | { readonly is: 'budget-spent'; readonly usage: TokenUsage }
  /** The model refuses every request. */
  | { readonly is: 'refused'; readonly refusal: ChatRefused; readonly usage: TokenUsage };

interface Question {
  readonly messages: readonly ChatMessage[];
  /** Max tokens of the answer. */
  readonly maxTokens: number;
  readonly json?: JsonAnswers | undefined;
}

class BudgetSpent extends Error {}

export class ModelAsker {
  constructor(
    readonly model: ChatModel,
    readonly budget: TokenBudget,
  ) {}

  /** The max cost of one request, in tokens. */
  cost({ messages, maxTokens }: Question): number {
    return this.model.count(messages) + maxTokens;
  }

  /** @throws the signal's reason. */
  async ask(question: Question, signal: AbortSignal): Promise<AskOutcome> {
    const first = await this.once(question, signal);
    if (first.is !== 'wrong') return first;
    const { text, problem, usage } = first;
    const failed = { is: 'failed', error: `the answer does not match the schema: ${problem}`, usage } as const;
    const secondQuestion: Question = {
      ...question,
      messages: [
        ...question.messages,
        { role: 'assistant', content: text },
        { role: 'user', content: `This does not fit: ${problem}. Answer again, with the JSON alone.` },
      ],
    };
    const second = await this.once(secondQuestion, signal);
    const sum = addUsage(usage, second.usage);
    // If the second request does not fit the window or the budget, the first one has failed.
    if (second.is === 'budget-spent' || (second.is === 'failed' && second.isTooLong)) return { ...failed, usage: sum };
    if (second.is === 'wrong')
      return { ...failed, error: `${failed.error}; second attempt: ${second.problem}`, usage: sum };
    return { ...second, usage: sum };
  }

  private async once(
    { messages, maxTokens, json }: Question,
    signal: AbortSignal,
  ): Promise<
    AskOutcome | { readonly is: 'wrong'; readonly text: string; readonly problem: string; readonly usage: TokenUsage }
  > {
    signal.throwIfAborted();
    const { model, budget } = this;
    const input = model.count(messages);
    const cost = input + maxTokens;
    if (cost > model.limits.window) {
      const error = `${input} tokens and ${maxTokens} for the answer exceed the model's window of ${model.limits.window}`;
      return { is: 'failed', error, isTooLong: true, usage: noUsage };
    }
    if (!(await budget.reserve(cost, signal))) return { is: 'budget-spent', usage: noUsage };
    let usage = noUsage;
    // True while tokens are reserved for an attempt that is not booked yet.
    let isReserved = true;
    const book = (spent: TokenUsage): void => {
      if (!isReserved) return;
      isReserved = false;
      usage = addUsage(usage, spent);
      budget.settle(cost, spent.input + spent.output);
    };
    /** A failed attempt was sent nevertheless, so its input counts. */
    const beforeRetry = async (): Promise<void> => {
      book({ input, output: 0 });
      if (!(await budget.reserve(cost, signal))) throw new BudgetSpent();
      isReserved = true;
    };
    try {
      const answer = await model.ask(messages, { signal, maxTokens, schema: json?.schema, beforeRetry });
      book(answer.usage);
      const { text, isTruncated } = answer;
      if (isTruncated) return { is: 'failed', error: `the answer is longer than ${maxTokens} tokens`, usage };
      if (text === '') return { is: 'failed', error: 'the answer is empty', usage };
      if (!json) return { is: 'answer', value: text, usage };
      const read = json.read(text);
      return 'value' in read
        ? { is: 'answer', value: read.value, usage }
        : { is: 'wrong', text, problem: read.problem, usage };
    } catch (error) {
      const isUnsent = error instanceof ChatRefused && error.reason === 'unreachable';
      book(isUnsent ? noUsage : { input, output: 0 });
      signal.throwIfAborted();
      if (error instanceof BudgetSpent) return { is: 'budget-spent', usage };
      if (error instanceof ChatRefused) return { is: 'refused', refusal: error, usage };
      const isTooLong = error instanceof EndpointError && error.refusal === 'too-long';
      const reason = errorMessage(error);
      return { is: 'failed', error: reason, ...(isTooLong && { isTooLong }), usage };
    }
  }
}

// Extracts JSON from an answer and checks it. Models put code fences or sentences around JSON, whatever the prompt says.

type ParsedAnswer = { readonly value: unknown } | { readonly problem: string };

export class JsonAnswers {
  private readonly validator: Validator;

  /** @throws if the schema cannot be used. */
  constructor(readonly schema: JsonSchema) {
    this.validator = new Validator({ ...schema }, '2020-12');
    // References are resolved on use. A first use here makes a broken schema fail before any request.
    this.validator.validate({});
  }

  read(text: string): ParsedAnswer {
    const value = parsed(text);
    if (value === undefined) return { problem: 'it is not JSON' };
    const { valid, errors } = this.validator.validate(value);
    if (valid) return { value };
    const worst = errors.at(-1);
    return { problem: worst ? `${worst.instanceLocation}: ${worst.error}` : 'it does not fit the schema' };
  }
}

function parsed(text: string): unknown {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1];
  const from = text.search(/[{[]/);
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  for (const candidate of [text, fenced, from >= 0 && to > from ? text.slice(from, to + 1) : undefined]) {
    if (candidate === undefined) continue;
    try {
      const value: unknown = JSON.parse(candidate);
      return value;
    } catch {
      // Try the next candidate.
    }
  }
  return undefined;
}

/**
 * A limit on tokens. The max cost of a request is reserved before it is sent, and its real cost is booked afterwards, so parallel
 * requests never exceed the budget together. A request that does not fit waits for the others, which may cost less than they reserved;
 * if there are no others, the budget is spent.
 */
export class TokenBudget {
  private booked = 0;
  private reservedTokens = 0;
  private waiting: (() => void)[] = [];

  constructor(readonly limit = Number.POSITIVE_INFINITY) {}

  get spent(): number {
    return this.booked;
  }

  /** False if the budget is spent. @throws the signal's reason. */
  async reserve(tokens: number, signal: AbortSignal): Promise<boolean> {
    while (this.booked + this.reservedTokens + tokens > this.limit) {
      if (this.reservedTokens === 0 || this.booked + tokens > this.limit) return false;
      await new Promise<void>((done) => {
        this.waiting.push(done);
        signal.addEventListener('abort', () => done(), { once: true });
      });
      signal.throwIfAborted();
    }
    this.reservedTokens += tokens;
    return true;
  }

  settle(reserved: number, used: number): void {
    this.reservedTokens -= reserved;
    this.booked += used;
    const { waiting } = this;
    this.waiting = [];
    for (const wake of waiting) wake();
  }
}
