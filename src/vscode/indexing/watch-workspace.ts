/** Reports what requires a new look at the folders (settings, workspace folders, trust), and which files the editor itself changed. */
import * as vscode from 'vscode';
import { settingSection } from '../../options/setting-groups';

/** Debounce, in milliseconds: settings are typed letter by letter. */
const pauseMs = 300;
/** Settings that change the index. `Embedding` reports those of the model. */
const sections = ['index', 'chunk', 'text'];

/** @param fileChanged a file was saved, created, deleted or renamed in the editor, which is known before the file watcher reports it. */
export function watchWorkspace(sync: () => void, fileChanged: (uri: vscode.Uri) => void): vscode.Disposable {
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
    workspace.onDidSaveTextDocument(({ uri }) => fileChanged(uri)),
    workspace.onDidSaveNotebookDocument(({ uri }) => fileChanged(uri)),
    workspace.onDidCreateFiles(({ files }) => files.forEach(fileChanged)),
    workspace.onDidDeleteFiles(({ files }) => files.forEach(fileChanged)),
    workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) {
        fileChanged(oldUri);
        fileChanged(newUri);
      }
    }),
  );
}
