/**
 * The embedding model in the settings, ready to use: the built-in one, or one on a server after the user has agreed to send code
 * there. Call `embedder` before each use: a model is opened once and reused until its settings or its key change.
 */
import * as vscode from 'vscode';
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import { chooseEmbedder, type EmbedderChoice, openEmbedder } from '../../embedding/choose-embedder';
import type { Embedder } from '../../embedding/embedder';
import { unlessAborted } from '../../engine/workers/chunking-pool';
import { settingSection } from '../../options/setting-id';
import { errorMessage } from '../../shared/error-message';
import { type ExtensionStorage, embeddingKeys, type SavedSecrets } from '../consent/saved-secrets';
import { type ConsentDialogs, destinationOf, editorConsentDialogs, SendConsent } from '../consent/send-consent';
import { embeddingSettingName, embeddingSettingsOf } from '../settings/settings';

export class Embedding implements vscode.Disposable {
  readonly keys: SavedSecrets;
  private readonly consent: SendConsent;
  private readonly opened = new Map<string, Promise<Embedder>>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: readonly vscode.Disposable[];

  /** The settings, the key or the trust changed: the model may be another one, or may work now. */
  readonly onDidChange = this.changed.event;

  constructor(
    storage: ExtensionStorage,
    private readonly log: vscode.LogOutputChannel,
    dialogs: ConsentDialogs = editorConsentDialogs(noticeOf, onceNotice),
  ) {
    this.keys = embeddingKeys(storage);
    this.consent = new SendConsent(storage.globalState, 'embedding.agreedOrigins', dialogs);
    const change = (): void => {
      this.reset();
      this.changed.fire();
    };
    this.subscriptions = [
      this.changed,
      this.keys.onDidChange(change),
      vscode.workspace.onDidGrantWorkspaceTrust(change),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${settingSection}.embedding`)) change();
      }),
    ];
  }

  /**
   * @param scope scope of the embedded files: a folder may choose the built-in model.
   * @throws NotAllowed, or an Error that says what to fix.
   */
  async embedder(scope?: vscode.ConfigurationScope, signal?: AbortSignal): Promise<Embedder> {
    const { problems: _, ...settings } = embeddingSettingsOf(scope);
    const choice = chooseEmbedder(settings, embeddingSettingName);
    if (choice.is === 'endpoint') await this.consent.require(destinationOf(choice.options.url));
    const name = JSON.stringify(settings);
    const known = this.opened.get(name);
    if (known) return signal ? unlessAborted(known, signal) : known;
    // Not cancelled with this caller: others may wait for the same model.
    const opening = this.open(choice);
    this.opened.set(name, opening);
    // After a failure the next call tries again.
    opening.catch(() => {
      if (this.opened.get(name) === opening) this.opened.delete(name);
    });
    return signal ? unlessAborted(opening, signal) : opening;
  }

  /** Where texts would be sent; undefined for the built-in model and for incomplete settings. */
  endpoint(scope?: vscode.ConfigurationScope): URL | undefined {
    const choice = chooseEmbedder(embeddingSettingsOf(scope), embeddingSettingName);
    return choice.is === 'endpoint' ? choice.options.url : undefined;
  }

  /** The key of the server for a process that embeds. Asks for consent. @throws what `embedder` throws */
  async environment(scope: vscode.ConfigurationScope): Promise<Readonly<Record<string, string>>> {
    await this.embedder(scope);
    const server = this.endpoint(scope);
    const key = server && (await this.keys.get(server.origin));
    return key === undefined ? {} : { CODEGRAIN_EMBEDDING_KEY: key };
  }

  /** The model on a server by which `semantic` judges topics; undefined: the built-in one, also if the server cannot be used. */
  async judge(scope: vscode.ConfigurationScope, signal?: AbortSignal): Promise<Embedder | undefined> {
    if (!this.endpoint(scope)) return undefined;
    try {
      return await this.embedder(scope, signal);
    } catch (error) {
      signal?.throwIfAborted();
      this.log.warn(`the built-in model judges topics: ${errorMessage(error)}`);
      return undefined;
    }
  }

  /** Forgets opened models and refusals, but not agreements. */
  reset(): void {
    this.opened.clear();
    this.consent.reset();
  }

  dispose(): void {
    for (const each of this.subscriptions) each.dispose();
  }

  private async open(choice: EmbedderChoice): Promise<Embedder> {
    const key = choice.is === 'endpoint' ? await this.keys.get(choice.options.url.origin) : undefined;
    const embedder = await openEmbedder(choice, {
      builtIn: loadBuiltIn,
      key,
      warn: (message) => this.log.warn(message),
      onCut: ({ text, kept }) => this.log.info(`embedding: ${kept} of ${text.length} characters of a text were sent`),
    });
    this.log.info(`embedding model: ${embedder.id}`);
    return embedder;
  }
}

function noticeOf(host: string): string {
  return vscode.l10n.t(
    'The embedding model in your settings runs on {0}. The text of your files, in chunks, and your searches are sent there.',
    host,
  );
}

function onceNotice(): string {
  return vscode.l10n.t('Codegrain asks once per host. With the built-in model nothing leaves this machine.');
}
