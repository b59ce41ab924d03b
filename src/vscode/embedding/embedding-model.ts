/**
 * The embedding model of the settings, ready to use: the built-in one, or one behind a server once the user has agreed that
 * code goes there. Whoever embeds asks here each time; a model is opened once and kept until its settings or its key change.
 */
import * as vscode from 'vscode';
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import { type Choice, chooseModel, openModel } from '../../embedding/choose-embedder';
import type { Embedder } from '../../embedding/embedder';
import { isLoopback } from '../../embedding/server/server-address';
import { settingSection } from '../../options/setting-groups';
import { embeddingKeys, type KeptSecrets, type Storage } from '../consent/kept-secrets';
import { type Destination, editorGuard, type Guard, SendConsent } from '../consent/send-consent';
import { embeddingSettingName, embeddingSettingsOf } from '../settings/settings';

export class Embedding implements vscode.Disposable {
  readonly keys: KeptSecrets;
  private readonly consent: SendConsent;
  private readonly opened = new Map<string, Promise<Embedder>>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: readonly vscode.Disposable[];

  /** The model may be another one, or work where it did not. */
  readonly onDidChange = this.changed.event;

  constructor(
    storage: Storage,
    private readonly log: vscode.LogOutputChannel,
    guard: Guard = editorGuard(noticeOf),
  ) {
    this.keys = embeddingKeys(storage);
    this.consent = new SendConsent(storage.globalState, 'embedding.agreedOrigins', guard);
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
   * @param scope of the files that are embedded: a folder may ask for the built-in model.
   * @throws NotAllowed, or an Error that says what to fix.
   */
  async embedder(scope?: vscode.ConfigurationScope, signal?: AbortSignal): Promise<Embedder> {
    const { problems: _, ...settings } = embeddingSettingsOf(scope);
    const choice = chooseModel(settings, embeddingSettingName);
    if (choice.is === 'endpoint') await this.consent.require(destinationOf(choice.options.url));
    const name = JSON.stringify(settings);
    const known = this.opened.get(name);
    if (known) return orAborted(known, signal);
    // Others may wait for it too, so it goes on when this caller does not.
    const opening = this.open(choice);
    this.opened.set(name, opening);
    // What failed is tried anew by the next who asks.
    opening.catch(() => {
      if (this.opened.get(name) === opening) this.opened.delete(name);
    });
    return orAborted(opening, signal);
  }

  /** Where texts would be sent; undefined for the built-in model and where the settings lack something. */
  endpoint(scope?: vscode.ConfigurationScope): URL | undefined {
    const choice = chooseModel(embeddingSettingsOf(scope), embeddingSettingName);
    return choice.is === 'endpoint' ? choice.options.url : undefined;
  }

  /** Forgets opened models and refusals, but no agreement. */
  reset(): void {
    this.opened.clear();
    this.consent.reset();
  }

  dispose(): void {
    for (const each of this.subscriptions) each.dispose();
  }

  private async open(choice: Choice): Promise<Embedder> {
    const key = choice.is === 'endpoint' ? await this.keys.get(choice.options.url.origin) : undefined;
    const embedder = await openModel(choice, {
      builtIn: loadBuiltIn,
      key,
      warn: (message) => this.log.warn(message),
      onCut: ({ text, kept }) => this.log.info(`embedding: ${kept} of ${text.length} characters of a text were sent`),
    });
    this.log.info(`embedding model: ${embedder.id}`);
    return embedder;
  }
}

function destinationOf(url: URL): Destination {
  return { id: url.origin, host: url.host, isHere: isLoopback(url), isEncrypted: url.protocol !== 'http:' };
}

function noticeOf({ host }: Destination): readonly string[] {
  const { l10n } = vscode;
  return [
    l10n.t(
      'The embedding model in your settings runs on {0}. The text of your files, in chunks, and your searches are sent there.',
      host,
    ),
    l10n.t('Codegrain asks once per host. With the built-in model nothing leaves this machine.'),
  ];
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((done, fail) => {
    const stop = (): void => fail(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(done, fail).finally(() => signal.removeEventListener('abort', stop));
  });
}
