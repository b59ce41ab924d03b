/**
 * Which folders of the window are repositories of the database: those with the name that `codegrain push` gives them, or with the name
 * of a git remote, which builds on servers push under.
 */
import type * as vscode from 'vscode';
import { repositoryNamesOf } from '../../workspace/branch-names';
import { indexableFolders } from '../indexing/folder-setup';

/** The names of all folders of the window in a database. */
export async function localRepositories(): Promise<readonly string[]> {
  const names = await Promise.all(indexableFolders().map(({ uri }) => repositoryNamesOf(uri.fsPath)));
  return names.flat();
}

/** The folder that is a checkout of this repository; undefined if none is open. */
export async function folderOfRepository(repository: string): Promise<vscode.WorkspaceFolder | undefined> {
  const wanted = repository.toLowerCase();
  const folders = indexableFolders().map(async (folder) => ({
    folder,
    names: (await repositoryNamesOf(folder.uri.fsPath)).map((name) => name.toLowerCase()),
  }));
  const named = await Promise.all(folders);
  // The name of a push before that of a remote.
  return (named.find(({ names }) => names[0] === wanted) ?? named.find(({ names }) => names.includes(wanted)))?.folder;
}
