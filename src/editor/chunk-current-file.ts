/** "Codegrain: Chunk Current File": shows how the active document is cut, beside it. */
import * as vscode from 'vscode';
import { describeFile } from '../chunking/describe';
import { EnginePool } from '../engine/pool';

export function registerChunkCurrentFile(context: vscode.ExtensionContext): vscode.Disposable {
  // Started on first use; a process of its own, so that parsing never blocks the extension host.
  let pool: EnginePool | undefined;
  const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'engine.js').fsPath;
  const command = vscode.commands.registerCommand('codegrain.chunkCurrentFile', async () => {
    const document = vscode.window.activeTextEditor?.document;
    if (!document) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Open a file to see how Codegrain cuts it.'));
      return;
    }
    pool ??= new EnginePool({ script });
    const path = vscode.workspace.asRelativePath(document.uri, false);
    const reply = await pool.chunk({ path, text: document.getText() });
    if (reply.is !== 'chunked') return;
    const content = describeFile(reply.file);
    const view = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
    await vscode.window.showTextDocument(view, {
      viewColumn: vscode.ViewColumn.Beside,
      preview: true,
      preserveFocus: true,
    });
  });
  return vscode.Disposable.from(command, { dispose: () => pool?.dispose() });
}
