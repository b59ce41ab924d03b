/**
 * The index that a new one of a folder continues, from the setting `index.base`: a file, or an address that is fetched once, after the
 * user agrees to its host. Only the request is sent. Without it, the index is made from nothing.
 */
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as vscode from 'vscode';
import { fetchBase, isBaseUrl } from '../../engine/indexer/fetch-base';
import type { FolderSetup } from '../../engine/service-protocol';
import { indexFileOf } from '../../index/index-settings';
import { errorMessage } from '../../shared/error-message';
import { isWebHost } from '../common/folder-root';
import { type ConsentDialogs, destinationOf, NotAllowed, SendConsent } from '../consent/send-consent';
import { indexingSettingsOf } from '../settings/settings';

export class FolderBase {
  private readonly consent: SendConsent;

  constructor(
    globalState: vscode.Memento,
    private readonly cache: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
    dialogs: ConsentDialogs = fetchDialogs,
  ) {
    this.consent = new SendConsent(globalState, 'index.agreedBaseOrigins', dialogs);
  }

  /** The same file whether it is still needed or not, so that a folder keeps its setup. Undefined: none is set. */
  async fileFor(
    folder: vscode.WorkspaceFolder,
    { root, indexFile = indexFileOf(root) }: Pick<FolderSetup, 'root' | 'indexFile'>,
  ): Promise<string | undefined> {
    const { base } = indexingSettingsOf(folder);
    if (base === '' || isWebHost || !vscode.workspace.isTrusted) return undefined;
    if (!isBaseUrl(base)) return resolve(root, base);
    const name = createHash('sha256').update(base).digest('hex').slice(0, 16);
    const file = join(this.cache.fsPath, 'bases', `${name}.cgx`);
    // The index has a name of its own for it by now.
    if (existsSync(indexFile)) rmSync(file, { force: true });
    else if (!existsSync(file)) await this.fetch(base, file);
    return file;
  }

  private async fetch(url: string, file: string): Promise<void> {
    const { l10n, window, ProgressLocation } = vscode;
    try {
      await this.consent.require(destinationOf(new URL(url)));
      const title = l10n.t('Codegrain: fetching an index from {0}', new URL(url).host);
      await window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
        const stop = new AbortController();
        token.onCancellationRequested(() => stop.abort());
        return fetchBase({ url, file, signal: stop.signal });
      });
    } catch (error) {
      this.log.warn(errorMessage(error));
      if (error instanceof NotAllowed || (error instanceof Error && error.name === 'AbortError')) return;
      void window.showWarningMessage(l10n.t('Indexing from nothing: {0}.', errorMessage(error)));
    }
  }
}

const fetchDialogs: ConsentDialogs = {
  isTrusted: () => vscode.workspace.isTrusted,

  async agree({ host }) {
    const { l10n } = vscode;
    const fetch = l10n.t('Fetch Index');
    const title = l10n.t('Fetch an index of this workspace from {0}?', host);
    const detail = l10n.t(
      'The settings name an index there that yours can continue, which saves most of the work. No code is sent. What is fetched is checked against the files on disk.',
    );
    return (await vscode.window.showWarningMessage(title, { modal: true, detail }, fetch)) === fetch;
  },
};
