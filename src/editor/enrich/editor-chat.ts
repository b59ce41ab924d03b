/** A language model of VS Code (Copilot, or whatever extensions bring), which asks the user itself before it is first used. */
import * as vscode from 'vscode';
import {
  type AskOptions,
  type ChatAnswer,
  type ChatMessage,
  type ChatModel,
  ChatRefused,
  usualTimeoutSeconds,
} from '../../enrich/chat';
import { counterOrApproximate } from '../../tokens/counter';
import { countMessages } from '../../tokens/messages';
import { recommendedMethod } from '../../tokens/models';
import type { CounterName } from '../../tokens/types';

/** Tokens of an answer are not limited by the API: what is this many times longer than was asked for has no end. */
const patience = 4;
const most = 4_096;

export class EditorChat implements ChatModel {
  /** What the ids of these models begin with. */
  static readonly scheme = 'vscode://';
  readonly id: string;
  readonly place: string;
  readonly limits: ChatModel['limits'];
  private readonly counter: CounterName;

  constructor(
    private readonly model: vscode.LanguageModelChat,
    /** How long it may be silent. */
    private readonly timeoutMs = usualTimeoutSeconds * 1000,
  ) {
    const { vendor, id, family, version, name, maxInputTokens } = model;
    // A family may have several models.
    this.id = `${EditorChat.scheme}${vendor}/${id}/${version}`;
    this.place = `${name} (${vendor})`;
    // The limit is that of the question alone; held for both together, it holds whatever the answer takes.
    this.limits = { window: maxInputTokens, output: Math.min(most, Math.floor(maxInputTokens / 4)) };
    const method = recommendedMethod(family);
    this.counter = method === 'approximate' ? 'o200k_base' : method;
  }

  count(messages: readonly ChatMessage[]): number {
    return countMessages(messages, this.counter).tokens;
  }

  async ask(messages: readonly ChatMessage[], { signal, maxTokens }: AskOptions): Promise<ChatAnswer> {
    signal.throwIfAborted();
    const source = new vscode.CancellationTokenSource();
    const cancel = (): void => source.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const late = new Silence(this.timeoutMs, cancel);
    try {
      const justification = vscode.l10n.t('Codegrain asks it about chunks of your files, as you told it to.');
      const response = await this.model.sendRequest(messages.map(messageOf), { justification }, source.token);
      let text = '';
      for await (const part of response.text) {
        signal.throwIfAborted();
        late.heard();
        text += part;
        if (text.length > maxTokens * patience * 4) {
          source.cancel();
          return { text, usage: this.usage(messages, text), isCut: true };
        }
      }
      signal.throwIfAborted();
      late.throwIfLong();
      return { text: text.trim(), usage: this.usage(messages, text) };
    } catch (error) {
      signal.throwIfAborted();
      late.throwIfLong();
      throw explained(error);
    } finally {
      late.dispose();
      signal.removeEventListener('abort', cancel);
      source.dispose();
    }
  }

  private usage(messages: readonly ChatMessage[], text: string): ChatAnswer['usage'] {
    return { input: this.count(messages), output: counterOrApproximate(this.counter, () => {}).count(text) };
  }
}

/** Ends a request that brings nothing more: the API waits for ever. */
class Silence {
  private timer: NodeJS.Timeout | undefined;
  private isLong = false;

  constructor(
    private readonly ms: number,
    private readonly end: () => void,
  ) {
    this.heard();
  }

  heard(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isLong = true;
      this.end();
    }, this.ms);
  }

  throwIfLong(): void {
    if (this.isLong) throw new Error(vscode.l10n.t('The language model said nothing for {0} s.', this.ms / 1000));
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}

/** The API knows no system messages. */
function messageOf({ role, content }: ChatMessage): vscode.LanguageModelChatMessage {
  const { LanguageModelChatMessage: Message } = vscode;
  return role === 'assistant' ? Message.Assistant(content) : Message.User(content);
}

function explained(error: unknown): Error {
  if (!(error instanceof vscode.LanguageModelError)) return error instanceof Error ? error : new Error(String(error));
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions.name:
      // Asked again, VS Code would ask the user again, for every chunk.
      return new ChatRefused(vscode.l10n.t('The language model may not be used: you did not agree to it.'), 'consent');
    case vscode.LanguageModelError.NotFound.name:
      return new ChatRefused(vscode.l10n.t('The language model is gone.'), 'model');
    case vscode.LanguageModelError.Blocked.name:
      // No quota is left, or whoever brings the model does not let it be used from here.
      return new ChatRefused(vscode.l10n.t('The language model refuses: {0}', error.message), 'credit');
    default:
      return error.cause instanceof Error ? error.cause : error;
  }
}
