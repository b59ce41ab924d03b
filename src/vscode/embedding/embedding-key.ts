/** "Set Embedding Key…" and "Clear Embedding Key": the key for the server in the settings, in the secret storage. */
import * as vscode from 'vscode';
import { readKey } from '../../embedding/server/server-key';
import type { Embedding } from './embedding-model';

export function registerEmbeddingKey(embedding: Embedding): vscode.Disposable {
  embedding.keys.keepContext('codegrain.hasEmbeddingKey');
  return vscode.Disposable.from(
    vscode.commands.registerCommand('codegrain.setEmbeddingKey', () => setKey(embedding)),
    vscode.commands.registerCommand('codegrain.clearEmbeddingKey', () => clearKey(embedding)),
  );
}

async function setKey(embedding: Embedding): Promise<void> {
  const { l10n, window } = vscode;
  const url = embedding.endpoint();
  if (!url) {
    const open = l10n.t('Open Settings');
    const text = l10n.t('First choose provider, endpoint and model in the settings.');
    if ((await window.showInformationMessage(text, open)) === open) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'codegrain.embedding');
    }
    return;
  }
  const key = await window.showInputBox({
    title: l10n.t('Key for {0}', url.host),
    prompt: l10n.t("Stored in VS Code's secret storage and sent only to this host."),
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) =>
      isValidKey(value) ? undefined : l10n.t('A key cannot contain spaces or non-ASCII characters.'),
  });
  const read = readKey(key);
  if (read === undefined) return;
  await embedding.keys.set(url.origin, read);
  void window.showInformationMessage(l10n.t('The key for {0} is saved.', url.host));
}

async function clearKey({ keys }: Embedding): Promise<void> {
  const { l10n, window } = vscode;
  const [first, ...others] = keys.owners;
  if (first === undefined) {
    void window.showInformationMessage(l10n.t('No embedding key is saved.'));
    return;
  }
  const origin =
    others.length === 0
      ? first
      : await window.showQuickPick([first, ...others], { title: l10n.t('Clear the key for which host?') });
  if (origin === undefined) return;
  await keys.clear(origin);
  void window.showInformationMessage(l10n.t('The key for {0} is deleted.', new URL(origin).host));
}

function isValidKey(value: string): boolean {
  try {
    return readKey(value) !== undefined;
  } catch {
    return false;
  }
}
