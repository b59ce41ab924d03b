/** "Find Similar Code": finds code similar to the selection, the line of the cursor or a chunk, and shows it in the search view. */
import * as vscode from 'vscode';
import { searchViewOptions } from '../../options/editor-options';
import { settingId } from '../../options/setting-id';
import { activeEditor, promptToOpenFile } from '../common/active-editor';
import { isWebHost } from '../common/folder-root';
import { type DocumentChunks, searchedChunkAt } from '../documents/document-chunks';
import { searchSettings } from '../settings/settings';
import { similarPlace } from './hit-actions';
import type { SearchView } from './search-view';

const findSimilarCommandId = 'codegrain.findSimilar';

export function registerFindSimilarCommand(view: SearchView, chunks: DocumentChunks): vscode.Disposable {
  const show = (uri: vscode.Uri, startLine: number, endLine: number, name: string): Promise<void> => {
    const path = vscode.workspace.asRelativePath(uri, false);
    return view.show({ similar: similarPlace(uri, startLine, name, { path, startLine, endLine }) });
  };
  const find = async (uri?: unknown, line?: unknown, name?: unknown): Promise<void> => {
    // A CodeLens passes its location. An editor menu passes only the document, so the cursor is the location.
    if (typeof uri === 'string' && typeof line === 'number')
      return show(vscode.Uri.parse(uri), line, line, typeof name === 'string' ? name : '');
    const editor = activeEditor();
    if (!editor) return promptToOpenFile();
    const { start, end } = editor.selection;
    // A selection of whole lines ends at column 0 of the next line.
    const last = end.line > start.line && end.character === 0 ? end.line - 1 : end.line;
    return show(editor.document.uri, start.line + 1, last + 1, await nameAt(chunks, editor.document, start.line + 1));
  };
  return vscode.commands.registerCommand(findSimilarCommandId, find);
}

/** The definition at a line (1-based): the last that begins there or above in its chunk. Empty if there is none. */
async function nameAt(chunks: DocumentChunks, document: vscode.TextDocument, line: number): Promise<string> {
  const chunk = searchedChunkAt(await chunks.of(document), line);
  return chunk?.symbols.findLast((symbol) => symbol.line <= line)?.name ?? chunk?.name ?? '';
}

/** The CodeLens "Find similar" above each chunk of a file, if the setting turns it on. */
export function registerSimilarLens(chunks: DocumentChunks): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    chunks.onDidChange(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingId(searchViewOptions.similarLens))) changed.fire();
    }),
    vscode.languages.registerCodeLensProvider(isWebHost ? '*' : { scheme: 'file' }, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (document) => similarLenses(chunks, document),
    }),
  );
}

async function similarLenses(chunks: DocumentChunks, document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  if (!searchSettings(document).similarLens) return [];
  const title = vscode.l10n.t('Find similar');
  return (await chunks.of(document))
    .filter(({ name, role }) => name !== '' && role !== 'parent')
    .map(({ startLine, name }) => {
      const range = new vscode.Range(startLine - 1, 0, startLine - 1, 0);
      const args = [document.uri.toString(), startLine, name];
      return new vscode.CodeLens(range, { title, command: findSimilarCommandId, arguments: args });
    });
}
