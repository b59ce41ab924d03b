/** "Find Similar Code": like the selection or the line of the cursor; the results are in the search view. */
import * as vscode from 'vscode';
import { activeEditor, promptToOpenFile } from '../common/active-editor';
import { similarPlace } from './hit-actions';
import type { SearchView } from './search-view';

export const findSimilarCommandId = 'codegrain.findSimilar';

export function registerFindSimilarCommand(view: SearchView): vscode.Disposable {
  return vscode.commands.registerCommand(
    findSimilarCommandId,
    async (uri?: unknown, line?: unknown, name?: unknown) => {
      // A CodeLens says what it is about; a menu of the editor gives its document, and the place is the cursor's.
      if (typeof uri === 'string' && typeof line === 'number') {
        await ask(view, vscode.Uri.parse(uri), line, line, typeof name === 'string' ? name : '');
        return;
      }
      const editor = activeEditor();
      if (!editor) {
        promptToOpenFile();
        return;
      }
      const { start, end } = editor.selection;
      // A selection of whole lines ends before the first letter of the next one.
      const last = end.line > start.line && end.character === 0 ? end.line - 1 : end.line;
      await ask(view, editor.document.uri, start.line + 1, last + 1, '');
    },
  );
}

async function ask(view: SearchView, uri: vscode.Uri, startLine: number, endLine: number, name: string): Promise<void> {
  const path = vscode.workspace.asRelativePath(uri, false);
  await view.ask('', similarPlace(uri, startLine, name, { path, startLine, endLine }));
}
