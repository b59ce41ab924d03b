/** The language model in the settings: one from VS Code, which the user picks, or one on a server. Nothing is sent yet. */
import * as vscode from 'vscode';
import { isLoopback } from '../../embedding/server/server-address';
import { readKey } from '../../embedding/server/server-key';
import { settingSection } from '../../options/setting-id';
import type { ChatModel } from '../../wings/models/chat-model';
import { type ChatChoice, chooseChat } from '../../wings/models/choose-chat';
import { EndpointChat } from '../../wings/models/endpoint-chat';
import { askSecret } from '../common/dialogs';
import type { SavedSecrets } from '../consent/saved-secrets';
import { enrichSettingsOf } from '../settings/settings';
import { EditorChat } from './editor-chat';

/** @returns undefined if the user cancelled. @throws an Error that says what to fix. */
export async function chooseChatModel(
  keys: SavedSecrets,
  log: vscode.LogOutputChannel,
): Promise<ChatModel | undefined> {
  const server = configuredServer();
  if (!server) return pickModel();
  const { dialect, options } = server;
  const key = await keyFor(options.url, keys);
  return new EndpointChat(dialect, { ...options, key, warn: (message) => log.warn(message) });
}

/** The model that a run has used. @throws if it is not available: with another model every answer would be asked for again. */
export async function modelOfRun(
  id: string,
  keys: SavedSecrets,
  log: vscode.LogOutputChannel,
): Promise<ChatModel | undefined> {
  const { l10n, lm } = vscode;
  if (id.startsWith(EditorChat.scheme)) {
    const found = (await lm.selectChatModels()).map(editorChat).find((model) => model.id === id);
    if (!found) throw new Error(l10n.t('The run uses {0}, which VS Code does not offer now.', id));
    return found;
  }
  const model = configuredServer() && (await chooseChatModel(keys, log));
  if (model?.id !== id) {
    const text = l10n.t('The run uses {0}. Choose it in the settings ({1}), or start a new run.', id, settingNames);
    throw new Error(text);
  }
  return model;
}

/** Asks for a new key for the server in the settings and saves it; false if the user cancelled. */
export async function changeKey(keys: SavedSecrets): Promise<boolean> {
  const server = configuredServer();
  return server !== undefined && (await askKey(server.options.url, keys)) !== undefined;
}

const settingNames = `${settingSection}.enrich`;

/** The server in the settings; undefined for a model from VS Code. @throws an Error that says what to fix. */
function configuredServer(): Extract<ChatChoice, { is: 'endpoint' }> | undefined {
  const { provider, ...settings } = enrichSettingsOf(undefined);
  if (provider === 'editor') return undefined;
  const choice = chooseChat(
    { provider, ...settings },
    (name) => `${settingNames}.${name === 'url' ? 'endpoint' : name === 'timeoutSeconds' ? 'timeout' : name}`,
  );
  if (choice.is === 'wrong') throw new Error(choice.problems.join('; '));
  return choice;
}

async function pickModel(): Promise<ChatModel | undefined> {
  const { l10n, window } = vscode;
  const models = await vscode.lm.selectChatModels();
  if (models.length === 0)
    throw new Error(
      l10n.t(
        'VS Code has no language model here. Sign in to one, such as Copilot, or choose a server in the settings ({0}).',
        `${settingSection}.enrich.provider`,
      ),
    );
  const items = models.map((model) => ({ label: model.name, description: model.vendor, model }));
  const [first] = items;
  const title = l10n.t('Which language model?');
  const picked = items.length === 1 ? first : await window.showQuickPick(items, { title });
  return picked && editorChat(picked.model);
}

function editorChat(model: vscode.LanguageModelChat): EditorChat {
  return new EditorChat(model, enrichSettingsOf(undefined).timeoutSeconds * 1000);
}

/** Keys are saved by origin, like those of embedding servers. */
async function keyFor(url: URL, keys: SavedSecrets): Promise<string | undefined> {
  const known = await keys.get(url.origin);
  if (known !== undefined || isLoopback(url)) return known;
  return askKey(url, keys);
}

async function askKey(url: URL, keys: SavedSecrets): Promise<string | undefined> {
  const key = readKey(await askSecret(vscode.l10n.t('Key for {0}', url.host)));
  if (key !== undefined) await keys.set(url.origin, key);
  return key;
}
