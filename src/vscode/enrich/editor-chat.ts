/** A language model from VS Code (Copilot, or one of another extension). VS Code asks the user before its first use. */
import * as vscode from 'vscode';
import { unlessAborted } from '../../engine/workers/chunking-pool';
import { enrichOptions } from '../../options/enrich-options';
import { type CounterName, recommendedCounter } from '../../tokens/counter-table';
import { counterOrApproximate, countMessages } from '../../tokens/token-counter';
import {
  type ChatAnswer,
  type ChatMessage,
  type ChatModel,
  type ChatOptions,
  ChatRefused,
} from '../../wings/models/chat-model';

/** The API cannot limit the tokens of an answer. An answer this many times longer than the limit is treated as endless. */
const maxOverrun = 4;
const maxOutputTokens = 4_096;

/** Waits until the user cancels, or, if it is timed, until the model sends nothing for too long. @throws the reason */
type Wait = <T>(pending: PromiseLike<T>, isTimed?: boolean) => Promise<T>;

export class EditorChat implements ChatModel {
  /** Prefix of the ids of these models. */
  static readonly scheme = 'vscode://';
  readonly id: string;
  readonly place: string;
  readonly limits: ChatModel['limits'];
  private readonly counter: CounterName;
  private consent: Promise<void> | undefined;
  private isAllowed = false;

  constructor(
    private readonly model: vscode.LanguageModelChat,
    /** How long the model may send nothing. */
    private readonly timeoutMs = enrichOptions.timeoutSeconds.default * 1000,
  ) {
    const { vendor, id, family, version, name, maxInputTokens } = model;
    // A family may have several models.
    this.id = `${EditorChat.scheme}${vendor}/${id}/${version}`;
    this.place = `${name} (${vendor})`;
    // VS Code limits only the question. Used for question and answer together, the limit holds for any answer.
    this.limits = { window: maxInputTokens, output: Math.min(maxOutputTokens, Math.floor(maxInputTokens / 4)) };
    const method = recommendedCounter(family);
    this.counter = method === 'approximate' ? 'o200k_base' : method;
  }

  count(messages: readonly ChatMessage[]): number {
    return countMessages(messages, this.counter).tokens;
  }

  async ask(messages: readonly ChatMessage[], { signal, maxTokens }: ChatOptions): Promise<ChatAnswer> {
    signal.throwIfAborted();
    const source = new vscode.CancellationTokenSource();
    const idle = new AbortController();
    const ended = AbortSignal.any([signal, idle.signal]);
    ended.addEventListener('abort', () => source.cancel());
    // Some models ignore cancellation: this goes on without them.
    const wait: Wait = async (pending, isTimed = true) => {
      ended.throwIfAborted();
      const timer = isTimed ? setTimeout(() => idle.abort(this.sentNothing()), this.timeoutMs) : undefined;
      return unlessAborted(Promise.resolve(pending), ended).finally(() => clearTimeout(timer));
    };
    try {
      const response = await this.send(messages, source.token, wait);
      const parts = response.text[Symbol.asyncIterator]();
      let text = '';
      for (;;) {
        const { done, value } = await wait(parts.next());
        if (done) return { text: text.trim(), usage: this.usage(messages, text) };
        text += value;
        if (text.length > maxTokens * maxOverrun * 4) {
          source.cancel();
          return { text, usage: this.usage(messages, text), isTruncated: true };
        }
      }
    } catch (error) {
      ended.throwIfAborted();
      throw toChatError(error);
    } finally {
      source.dispose();
    }
  }

  private sentNothing(): Error {
    return new Error(vscode.l10n.t('The language model sent nothing for {0} s.', this.timeoutMs / 1000));
  }

  /** On the first request VS Code asks the user, which may take a while. Other requests wait for the answer. */
  private async send(
    messages: readonly ChatMessage[],
    token: vscode.CancellationToken,
    wait: Wait,
  ): Promise<vscode.LanguageModelChatResponse> {
    const justification = vscode.l10n.t('Codegrain sends it chunks of your files, as you requested.');
    while (this.consent && !this.isAllowed) await wait(this.consent, false);
    const sending = this.model.sendRequest(messages.map(messageOf), { justification }, token);
    if (!this.isAllowed) {
      this.consent = this.watchConsent(sending);
      // No unhandled rejection: callers get the error from the request or from waiting.
      this.consent.catch(() => {});
    }
    return wait(sending, this.isAllowed);
  }

  /** Resolves when the user has answered. @throws ChatRefused if the model may not be used. */
  private async watchConsent(sending: PromiseLike<unknown>): Promise<void> {
    try {
      await sending;
      this.isAllowed = true;
    } catch (error) {
      const reason = toChatError(error);
      if (reason instanceof ChatRefused) throw reason;
      // It failed for another reason: the next request tries again.
      this.consent = undefined;
    }
  }

  private usage(messages: readonly ChatMessage[], text: string): ChatAnswer['usage'] {
    return { input: this.count(messages), output: counterOrApproximate(this.counter, () => {}).count(text) };
  }
}

/** The API has no system messages. */
function messageOf({ role, content }: ChatMessage): vscode.LanguageModelChatMessage {
  const { LanguageModelChatMessage: Message } = vscode;
  return role === 'assistant' ? Message.Assistant(content) : Message.User(content);
}

function toChatError(error: unknown): Error {
  if (error instanceof ChatRefused) return error;
  if (!(error instanceof vscode.LanguageModelError)) return error instanceof Error ? error : new Error(String(error));
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions.name:
      // Not a failure of one chunk: VS Code would ask the user again for every chunk.
      return new ChatRefused(vscode.l10n.t('You did not allow the language model to be used.'), 'consent');
    case vscode.LanguageModelError.NotFound.name:
      return new ChatRefused(vscode.l10n.t('The language model is no longer available.'), 'model');
    case vscode.LanguageModelError.Blocked.name:
      // The quota is used up, or the model's extension does not allow this use.
      return new ChatRefused(vscode.l10n.t('The language model refused the request: {0}', error.message), 'credit');
    default:
      return error.cause instanceof Error ? error.cause : error;
  }
}
