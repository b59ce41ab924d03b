/** What a prompt is run over: the selection, the file in the editor, or a folder of the workspace. */
import * as vscode from 'vscode';
import type { ChunkRequest } from '../../engine/protocol';
import { discover } from '../../workspace/discover';
import { activeEditor } from '../active-editor';
import { indexableFolders } from '../indexing/folder-setup';
import { indexingSettingsOf, settingsOf } from '../settings';

export async function chooseFiles(): Promise<readonly ChunkRequest[] | undefined> {
  const { l10n, window } = vscode;
  const editor = activeEditor();
  const choices: (vscode.QuickPickItem & { readonly files: () => Promise<readonly ChunkRequest[]> })[] = [];
  if (editor) {
    const { document, selection } = editor;
    if (!selection.isEmpty) {
      choices.push({
        label: l10n.t('The selection'),
        files: async () => [textRequest(document, document.getText(selection))],
      });
    }
    const name = vscode.workspace.asRelativePath(document.uri);
    choices.push({
      label: l10n.t('This file'),
      description: name,
      files: async () => [textRequest(document, document.getText())],
    });
  }
  for (const folder of indexableFolders()) {
    choices.push({ label: l10n.t('All files of {0}', folder.name), files: () => filesIn(folder) });
  }
  const picked = await window.showQuickPick(choices, { title: l10n.t('Run the prompt over what?') });
  return picked?.files();
}

export function textRequest(document: vscode.TextDocument, text: string): ChunkRequest {
  const path = vscode.workspace.asRelativePath(document.uri, false);
  return { path, text, languageHint: document.languageId };
}

/** Those that the index takes. */
export async function filesIn(folder: vscode.WorkspaceFolder): Promise<ChunkRequest[]> {
  const { include, exclude } = indexingSettingsOf(folder);
  const { limits } = settingsOf(folder);
  const files: ChunkRequest[] = [];
  for await (const found of discover(folder.uri.fsPath, { include, exclude, force: limits.force })) {
    if ('skipped' in found) continue;
    const { path, file, isNamed } = found;
    files.push({ path, file, limits: isNamed ? limits : { ...limits, isFound: true } });
  }
  return files;
}
