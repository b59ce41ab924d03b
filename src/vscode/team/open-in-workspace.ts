/** "Open in Workspace": from a file of the database to the same file of a folder that is open, at the same definition. */
import * as vscode from 'vscode';
import type { Hit } from '../../search/hits/hit';
import { errorMessage } from '../../shared/error-message';
import { isStoredRoot, storedPlaceOf } from '../common/stored-place';
import type { DocumentChunks } from '../documents/document-chunks';
import type { TeamSearch } from './team-search';

interface Definition {
  /** Empty if it has none. */
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

interface OpenParts {
  readonly team: TeamSearch;
  readonly chunks: DocumentChunks;
  /** The hit of a row of the search view. */
  readonly hitOf: (row: { readonly hit?: string; readonly file?: string }) => Hit | undefined;
}

const commandId = 'codegrain.openInWorkspace';
/** True while the active editor shows a file of the database and its repository is open as a folder. */
const contextKey = 'codegrain.isInWorkspace';

export function registerOpenInWorkspace(parts: OpenParts): vscode.Disposable {
  const opener = new WorkspaceOpener(parts);
  const update = async (): Promise<void> => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const place = uri && storedPlaceOf(uri);
    const isThere = place !== undefined && (await parts.team.folderOf(place.root)) !== undefined;
    void vscode.commands.executeCommand('setContext', contextKey, isThere);
  };
  void update();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.workspace.onDidChangeWorkspaceFolders(update),
    // The title of an editor passes the document; a row of the search view what it says about itself.
    vscode.commands.registerCommand(commandId, async (argument?: vscode.Uri | { readonly hit?: string }) => {
      try {
        const hit = argument instanceof vscode.Uri ? undefined : parts.hitOf(argument ?? {});
        if (hit) await opener.open(hit.root, hit.path, { name: hit.symbol, line: hit.line });
        else await opener.openDocument(argument instanceof vscode.Uri ? argument : undefined);
      } catch (error) {
        void vscode.window.showWarningMessage(errorMessage(error));
      }
    }),
  );
}

class WorkspaceOpener {
  constructor(private readonly parts: OpenParts) {}

  async openDocument(uri = vscode.window.activeTextEditor?.document.uri): Promise<void> {
    const place = uri && storedPlaceOf(uri);
    if (!place) throw new Error(vscode.l10n.t('Open a file of the database first.'));
    const editor = vscode.window.visibleTextEditors.find(({ document }) => String(document.uri) === String(uri));
    const line = (editor?.selection.active.line ?? 0) + 1;
    const name = editor ? await this.nameAt(editor.document, line) : '';
    await this.open(place.root, place.path, { name, line });
  }

  async open(root: string, path: string, definition: Definition): Promise<void> {
    const { l10n, window, workspace } = vscode;
    if (!isStoredRoot(root)) throw new Error(l10n.t('This file is in the workspace already.'));
    const folder = await this.parts.team.folderOf(root);
    if (!folder) throw new Error(l10n.t('No folder of this window is a checkout of {0}.', root));
    const uri = vscode.Uri.joinPath(folder.uri, ...path.split('/'));
    const document = await workspace.openTextDocument(uri).then(undefined, () => {
      throw new Error(l10n.t('{0} does not have {1}: it may be on another branch, or was moved.', folder.name, path));
    });
    const line = (await this.lineOf(document, definition)) - 1;
    const at = document.validatePosition(new vscode.Position(line, 0));
    await window.showTextDocument(document, { selection: new vscode.Range(at, at), preview: false });
  }

  private async nameAt(document: vscode.TextDocument, line: number): Promise<string> {
    const definitions = await this.definitions(document);
    return definitions.findLast((each) => each.line <= line)?.name ?? '';
  }

  /** Where the folder has the definition: the nearest one of that name, because lines may have moved. */
  private async lineOf(document: vscode.TextDocument, { name, line }: Definition): Promise<number> {
    const named = name === '' ? [] : (await this.definitions(document)).filter((each) => each.name === name);
    const nearest = named.sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))[0];
    return nearest?.line ?? line;
  }

  /** In the order of their lines. */
  private async definitions(document: vscode.TextDocument): Promise<Definition[]> {
    const first = await this.parts.chunks.of(document);
    // There are none if the document changed meanwhile, as it may while it is opened.
    const chunks = first.length > 0 ? first : await this.parts.chunks.of(document);
    return chunks
      .filter(({ role }) => role !== 'parent')
      .flatMap(({ symbols }) => symbols)
      .sort((a, b) => a.line - b.line);
  }
}
