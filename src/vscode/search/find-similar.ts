/** "Find Similar Code": finds code similar to the selection or the line of the cursor, and shows it in the search view. */
import * as vscode from 'vscode';
import { activeEditor, promptToOpenFile } from '../common/active-editor';
import { type DocumentChunks, searchedChunksOf } from '../documents/document-chunks';
import { similarPlace } from './hit-actions';
import type { SearchView } from './search-view';

export const findSimilarCommandId = 'codegrain.findSimilar';

export function registerFindSimilarCommand(view: SearchView, chunks: DocumentChunks): vscode.Disposable {
  return vscode.commands.registerCommand(
    findSimilarCommandId,
    async (uri?: unknown, line?: unknown, name?: unknown) => {
      // A CodeLens passes its location. An editor menu passes only the document, so the cursor is the location.
      if (typeof uri === 'string' && typeof line === 'number') {
        await findSimilar(view, vscode.Uri.parse(uri), line, line, typeof name === 'string' ? name : '');
        return;
      }
      const editor = activeEditor();
      if (!editor) {
        promptToOpenFile();
        return;
      }
      const { start, end } = editor.selection;
      // A selection of whole lines ends at column 0 of the next line.
      const last = end.line > start.line && end.character === 0 ? end.line - 1 : end.line;
      const definition = await nameAt(chunks, editor.document, start.line + 1);
      await findSimilar(view, editor.document.uri, start.line + 1, last + 1, definition);
    },
  );
}

async function findSimilar(
  view: SearchView,
  uri: vscode.Uri,
  startLine: number,
  endLine: number,
  name: string,
): Promise<void> {
  const path = vscode.workspace.asRelativePath(uri, false);
  await view.askSimilar(similarPlace(uri, startLine, name, { path, startLine, endLine }));
}

/** The definition at a line (1-based): the last that begins there or above in its chunk. Empty if there is none. */
async function nameAt(chunks: DocumentChunks, document: vscode.TextDocument, line: number): Promise<string> {
  const state = await chunks.get(document).catch(() => undefined);
  if (state?.is !== 'chunked') return '';
  const chunk = searchedChunksOf(state.file).find(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return chunk?.symbols.findLast((symbol) => symbol.line <= line)?.name ?? chunk?.name ?? '';
}
