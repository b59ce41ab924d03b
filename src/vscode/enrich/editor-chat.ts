/** A language model of VS Code (Copilot, or whatever extensions bring), which asks the user itself before it is first used. */
import * as vscode from 'vscode';
import {
  type ChatAnswer,
  type ChatMessage,
  type ChatModel,
  type ChatOptions,
  ChatRefused,
} from '../../enrich/chat-model';
import { enrichOptions } from '../../options/enrich-options';
import { recommendedCounter } from '../../tokens/counter-models';
import type { CounterName } from '../../tokens/counter-table';
import { countMessages } from '../../tokens/message-tokens';
import { counterOrApproximate } from '../../tokens/token-counter';
import { Patience } from './patience';

/** Tokens of an answer are not limited by the API: what is this many times longer than was asked for has no end. */
const longest = 4;
const most = 4_096;

export class EditorChat implements ChatModel {
  /** What the ids of these models begin with. */
  static readonly scheme = 'vscode://';
  readonly id: string;
  readonly place: string;
  readonly limits: ChatModel['limits'];
  private readonly counter: CounterName;
  private consent: Promise<void> | undefined;
  private isAllowed = false;

  constructor(
    private readonly model: vscode.LanguageModelChat,
    /** How long it may be silent. */
    private readonly timeoutMs = enrichOptions.timeoutSeconds.default * 1000,
  ) {
    const { vendor, id, family, version, name, maxInputTokens } = model;
    // A family may have several models.
    this.id = `${EditorChat.scheme}${vendor}/${id}/${version}`;
    this.place = `${name} (${vendor})`;
    // The limit is that of the question alone; held for both together, it holds whatever the answer takes.
    this.limits = { window: maxInputTokens, output: Math.min(most, Math.floor(maxInputTokens / 4)) };
    const method = recommendedCounter(family);
    this.counter = method === 'approximate' ? 'o200k_base' : method;
  }

  count(messages: readonly ChatMessage[]): number {
    return countMessages(messages, this.counter).tokens;
  }

  async ask(messages: readonly ChatMessage[], { signal, maxTokens }: ChatOptions): Promise<ChatAnswer> {
    signal.throwIfAborted();
    const source = new vscode.CancellationTokenSource();
    const late = (): Error =>
      new Error(vscode.l10n.t('The language model said nothing for {0} s.', this.timeoutMs / 1000));
    const patience = new Patience(signal, this.timeoutMs, late, () => source.cancel());
    try {
      const response = await this.send(messages, source.token, patience);
      const parts = response.text[Symbol.asyncIterator]();
      let text = '';
      for (;;) {
        const { done, value } = await patience.next(parts.next());
        if (done) return { text: text.trim(), usage: this.usage(messages, text) };
        text += value;
        if (text.length > maxTokens * longest * 4) {
          source.cancel();
          return { text, usage: this.usage(messages, text), isTruncated: true };
        }
      }
    } catch (error) {
      patience.throwIfEnded();
      throw explained(error);
    } finally {
      patience.dispose();
      source.dispose();
    }
  }

  /** With the first request VS Code asks the user, who may take their time. Others wait for that instead of asking too. */
  private async send(
    messages: readonly ChatMessage[],
    token: vscode.CancellationToken,
    patience: Patience,
  ): Promise<vscode.LanguageModelChatResponse> {
    const justification = vscode.l10n.t('Codegrain sends it chunks of your files, as you requested.');
    while (this.consent && !this.isAllowed) await patience.next(this.consent, false);
    const sending = this.model.sendRequest(messages.map(messageOf), { justification }, token);
    if (!this.isAllowed) {
      this.consent = this.heard(sending);
      // Whoever waits for it hears of it; the one who asks hears it from the request itself.
      this.consent.catch(() => {});
    }
    return patience.next(sending, this.isAllowed);
  }

  /** Ends when it is known whether the model may be used. @throws ChatRefused where it may not. */
  private async heard(sending: PromiseLike<unknown>): Promise<void> {
    try {
      await sending;
      this.isAllowed = true;
    } catch (error) {
      const reason = explained(error);
      if (reason instanceof ChatRefused) throw reason;
      // It failed for another reason: the next one finds out.
      this.consent = undefined;
    }
  }

  private usage(messages: readonly ChatMessage[], text: string): ChatAnswer['usage'] {
    return { input: this.count(messages), output: counterOrApproximate(this.counter, () => {}).count(text) };
  }
}

/** The API knows no system messages. */
function messageOf({ role, content }: ChatMessage): vscode.LanguageModelChatMessage {
  const { LanguageModelChatMessage: Message } = vscode;
  return role === 'assistant' ? Message.Assistant(content) : Message.User(content);
}

function explained(error: unknown): Error {
  if (error instanceof ChatRefused) return error;
  if (!(error instanceof vscode.LanguageModelError)) return error instanceof Error ? error : new Error(String(error));
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions.name:
      // Asked again, VS Code would ask the user again, for every chunk.
      return new ChatRefused(vscode.l10n.t('You did not allow the language model to be used.'), 'consent');
    case vscode.LanguageModelError.NotFound.name:
      return new ChatRefused(vscode.l10n.t('The language model is no longer available.'), 'model');
    case vscode.LanguageModelError.Blocked.name:
      // No quota is left, or whoever brings the model does not let it be used from here.
      return new ChatRefused(vscode.l10n.t('The language model refused the request: {0}', error.message), 'credit');
    default:
      return error.cause instanceof Error ? error.cause : error;
  }
}
