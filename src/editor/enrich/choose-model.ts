/** The language model of the settings: one of VS Code's, which the user picks, or a server's. Nothing is sent yet. */
import * as vscode from 'vscode';
import { isLoopback } from '../../embedding/address';
import { readKey } from '../../embedding/secrets';
import type { ChatModel } from '../../enrich/chat';
import { chooseChat } from '../../enrich/choose-chat';
import { EndpointChat } from '../../enrich/endpoint-chat';
import type { KeptSecrets } from '../kept-secrets';
import { enrichSettingsOf, section } from '../settings';
import { EditorChat } from './editor-chat';

/** @returns undefined where the user chose none. @throws an Error that says what to fix. */
export async function chooseModel(keys: KeptSecrets, log: vscode.LogOutputChannel): Promise<ChatModel | undefined> {
  const { provider, ...settings } = enrichSettingsOf(undefined);
  if (provider === 'editor') return pickModel();
  const choice = chooseChat(
    { provider, ...settings },
    (name) => `${section}.enrich.${name === 'url' ? 'endpoint' : name}`,
  );
  if (choice.is === 'wrong') throw new Error(choice.problems.join('; '));
  const { dialect, options } = choice;
  const key = await keyFor(options.url, keys);
  return new EndpointChat(dialect, { ...options, key, warn: (message) => log.warn(message) });
}

async function pickModel(): Promise<ChatModel | undefined> {
  const { l10n, window } = vscode;
  const models = await vscode.lm.selectChatModels();
  if (models.length === 0) {
    throw new Error(
      l10n.t(
        'VS Code has no language model here. Sign in to one, such as Copilot, or choose a server in the settings ({0}).',
        `${section}.enrich.provider`,
      ),
    );
  }
  const items = models.map((model) => ({ label: model.name, description: model.vendor, model }));
  const [first] = items;
  const title = l10n.t('Which language model?');
  const picked = items.length === 1 ? first : await window.showQuickPick(items, { title });
  return picked && new EditorChat(picked.model);
}

/** Kept by origin, like those of embedding servers. */
async function keyFor(url: URL, keys: KeptSecrets): Promise<string | undefined> {
  const known = await keys.get(url.origin);
  if (known !== undefined || isLoopback(url)) return known;
  const { l10n, window } = vscode;
  const given = await window.showInputBox({
    title: l10n.t('Key for {0}', url.host),
    prompt: l10n.t('It is kept in the secret storage of VS Code and sent to this host only.'),
    password: true,
    ignoreFocusOut: true,
  });
  const key = readKey(given);
  if (key !== undefined) await keys.set(url.origin, key);
  return key;
}
