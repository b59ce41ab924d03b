/** The scope of a prompt: the selection, the file in the editor, or a folder of the workspace; and the files in it. */
import * as vscode from 'vscode';
import type { ChunkRequest } from '../../engine/workers/worker-protocol';
import type { RunDescription, RunTarget } from '../../wings/models/run-store';
import { type DiscoverOptions, discover } from '../../workspace/discover';
import { globsOf } from '../../workspace/globs';
import { walkLimits } from '../../workspace/read-file';
import { activeEditor } from '../common/active-editor';
import { languageHintOf } from '../documents/parse-worker-client';
import { indexableFolders } from '../indexing/folder-setup';
import { indexingSettingsOf, runChunkOptionsOf, settingsOf } from '../settings/settings';

export type RunScope = Pick<RunDescription, 'title' | 'over' | 'chunk'>;

export async function chooseScope(): Promise<RunScope | undefined> {
  const { l10n, window } = vscode;
  const editor = activeEditor();
  const choices: (vscode.QuickPickItem & { readonly scope: RunScope })[] = [];
  if (editor) {
    const { document, selection } = editor;
    if (!selection.isEmpty) {
      const label = l10n.t('The selection');
      choices.push({ label, scope: textScope(document, document.getText(selection), label) });
    }
    const scope = textScope(document, document.getText());
    choices.push({ label: l10n.t('This file'), description: scope.title, scope });
  }
  for (const { name, uri } of indexableFolders()) {
    const label = l10n.t('All files in {0}', name);
    choices.push({ label, scope: folderScope(uri, label) });
  }
  const picked = await window.showQuickPick(choices, { title: l10n.t('Run the prompt over what?') });
  return picked?.scope;
}

function folderScope(uri: vscode.Uri, title: string): RunScope {
  return { title, over: { is: 'folder', uri: uri.toString() }, chunk: runChunkOptionsOf(uri) };
}

export function textScope(document: vscode.TextDocument, text: string, part?: string): RunScope {
  const path = vscode.workspace.asRelativePath(document.uri, false);
  const name = vscode.workspace.asRelativePath(document.uri);
  const title = part === undefined ? name : `${part}, ${name}`;
  const over = { is: 'texts', texts: [{ path, text, ...languageHintOf(document) }] } as const;
  return { title, over, chunk: runChunkOptionsOf(document) };
}

/** @throws if the folder is not open in this window. */
export async function requestsFor(over: RunTarget): Promise<readonly ChunkRequest[]> {
  if (over.is === 'texts') return over.texts;
  const folder = indexableFolders().find(({ uri }) => uri.toString() === over.uri);
  if (!folder) throw new Error(vscode.l10n.t('The folder {0} is not open in this window.', over.uri));
  return requestsInFolder(folder);
}

/**
 * The files of a folder that are indexed.
 * @param filter globs that exclude more of them.
 */
export async function requestsInFolder(
  folder: vscode.WorkspaceFolder,
  filter: Pick<DiscoverOptions, 'include' | 'exclude'> = {},
): Promise<ChunkRequest[]> {
  const { include, exclude } = indexingSettingsOf(folder);
  const { isIncluded, isExcluded } = globsOf(filter.include, filter.exclude);
  const { limits } = settingsOf(folder);
  const files: ChunkRequest[] = [];
  for await (const found of discover(folder.uri.fsPath, { include, exclude, force: limits.force })) {
    if ('skipped' in found) continue;
    const { path, file, isNamed } = found;
    if (!isIncluded(path) || isExcluded(path)) continue;
    files.push({ path, file, limits: walkLimits(limits, isNamed) });
  }
  return files;
}
