/**
 * Asks a model within its window and a budget, and checks what it answers. An answer that does not fit the schema is asked for
 * once more, with what is wrong with it: most models then get it right, and one that does not will not the third time.
 */
import { EndpointError } from '../embedding/server/endpoint-error';
import { errorMessage } from '../shared/error-message';
import { addUsage, type ChatMessage, type ChatModel, ChatRefused, noUsage, type Usage } from './chat-model';
import type { JsonAnswers } from './json-answer';
import type { Budget } from './token-budget';

export type Asked =
  | { readonly is: 'answer'; readonly value: unknown; readonly usage: Usage }
  | { readonly is: 'failed'; readonly error: string; readonly isTooLong?: true; readonly usage: Usage }
  /** The budget is spent: it was not asked, or not once more. */
  | { readonly is: 'left'; readonly usage: Usage }
  /** The model answers nobody: nothing else needs to be asked. */
  | { readonly is: 'refused'; readonly refusal: ChatRefused; readonly usage: Usage };

interface Question {
  readonly messages: readonly ChatMessage[];
  /** Most tokens of the answer. */
  readonly maxTokens: number;
  readonly json?: JsonAnswers | undefined;
}

class BudgetSpent extends Error {}

export class Asker {
  constructor(
    readonly model: ChatModel,
    readonly budget: Budget,
  ) {}

  /** What one request may cost at most. */
  cost({ messages, maxTokens }: Question): number {
    return this.model.count(messages) + maxTokens;
  }

  /** @throws the signal's reason. */
  async ask(question: Question, signal: AbortSignal): Promise<Asked> {
    const first = await this.once(question, signal);
    if (first.is !== 'wrong') return first;
    const { text, problem, usage } = first;
    const failed = { is: 'failed', error: `the answer is not what was asked for: ${problem}`, usage } as const;
    const again: Question = {
      ...question,
      messages: [
        ...question.messages,
        { role: 'assistant', content: text },
        { role: 'user', content: `This does not fit: ${problem}. Answer again, with the JSON alone.` },
      ],
    };
    const second = await this.once(again, signal);
    const sum = addUsage(usage, second.usage);
    // Where there is no room or no budget for a second question, the first one has failed.
    if (second.is === 'left' || (second.is === 'failed' && second.isTooLong)) return { ...failed, usage: sum };
    if (second.is === 'wrong')
      return { ...failed, error: `${failed.error}; asked again: ${second.problem}`, usage: sum };
    return { ...second, usage: sum };
  }

  private async once(
    { messages, maxTokens, json }: Question,
    signal: AbortSignal,
  ): Promise<Asked | { readonly is: 'wrong'; readonly text: string; readonly problem: string; readonly usage: Usage }> {
    signal.throwIfAborted();
    const { model, budget } = this;
    const input = model.count(messages);
    const cost = input + maxTokens;
    if (cost > model.limits.window) {
      const error = `${input} tokens and ${maxTokens} for the answer are more than the model's window of ${model.limits.window}`;
      return { is: 'failed', error, isTooLong: true, usage: noUsage };
    }
    if (!(await budget.reserve(cost, signal))) return { is: 'left', usage: noUsage };
    let usage = noUsage;
    // Whether something is set aside for an attempt that is not booked yet.
    let isOpen = true;
    const book = (spent: Usage): void => {
      if (!isOpen) return;
      isOpen = false;
      usage = addUsage(usage, spent);
      budget.settle(cost, spent.input + spent.output);
    };
    /** An attempt that came to nothing was sent all the same, and counts as read. */
    const again = async (): Promise<void> => {
      book({ input, output: 0 });
      if (!(await budget.reserve(cost, signal))) throw new BudgetSpent();
      isOpen = true;
    };
    try {
      const answer = await model.ask(messages, { signal, maxTokens, schema: json?.schema, again });
      book(answer.usage);
      const { text, isCut } = answer;
      if (isCut) return { is: 'failed', error: `the answer is longer than ${maxTokens} tokens`, usage };
      if (text === '') return { is: 'failed', error: 'the answer is empty', usage };
      if (!json) return { is: 'answer', value: text, usage };
      const read = json.read(text);
      return 'value' in read
        ? { is: 'answer', value: read.value, usage }
        : { is: 'wrong', text, problem: read.problem, usage };
    } catch (error) {
      const isUnsent = error instanceof ChatRefused && error.why === 'unreachable';
      book(isUnsent ? noUsage : { input, output: 0 });
      signal.throwIfAborted();
      if (error instanceof BudgetSpent) return { is: 'left', usage };
      if (error instanceof ChatRefused) return { is: 'refused', refusal: error, usage };
      const isTooLong = error instanceof EndpointError && error.refusal === 'too-long';
      const reason = errorMessage(error);
      return { is: 'failed', error: reason, ...(isTooLong && { isTooLong }), usage };
    }
  }
}
