/** What of the window makes the folders to be looked at again: settings, folders, trust; and files that the editor itself changed. */
import * as vscode from 'vscode';
import { settingSection } from '../../options/setting-groups';

/** Settings are typed letter by letter. */
const pauseMs = 300;
/** Those that make another index. The model's are told by `Embedding`. */
const sections = ['index', 'chunk', 'text'];

/** @param changed a file was saved, created, deleted or renamed in the editor: known before the file system tells. */
export function watchWorkspace(sync: () => void, changed: (uri: vscode.Uri) => void): vscode.Disposable {
  const { workspace } = vscode;
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(sync, pauseMs);
  };
  return vscode.Disposable.from(
    { dispose: () => clearTimeout(timer) },
    workspace.onDidChangeConfiguration((event) => {
      if (sections.some((each) => event.affectsConfiguration(`${settingSection}.${each}`))) later();
    }),
    workspace.onDidChangeWorkspaceFolders(sync),
    workspace.onDidGrantWorkspaceTrust(sync),
    workspace.onDidSaveTextDocument(({ uri }) => changed(uri)),
    workspace.onDidSaveNotebookDocument(({ uri }) => changed(uri)),
    workspace.onDidCreateFiles(({ files }) => files.forEach(changed)),
    workspace.onDidDeleteFiles(({ files }) => files.forEach(changed)),
    workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) {
        changed(oldUri);
        changed(newUri);
      }
    }),
  );
}
