/**
 * Which folders of the window are repositories of the database: those with the name that `codegrain push` gives them, or with the name
 * of their git remote (`owner/name` or `name`), which builds on servers push under.
 */
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type * as vscode from 'vscode';
import { repositoryAt } from '../../workspace/repository';
import { indexableFolders } from '../indexing/folder-setup';
import { remoteNames } from './remote-names';

/** Each name once; the first is the one that a push from here uses. */
async function repositoryNames(folder: string): Promise<readonly string[]> {
  const own = basename(resolve(folder)) || 'root';
  const repository = await repositoryAt(folder);
  const config = repository && (await readFile(join(repository.commonDir, 'config'), 'utf8').catch(() => undefined));
  return [...new Set([own, ...remoteNames(config ?? '')])];
}

/** The names of all folders of the window in a database. */
export async function localRepositories(): Promise<readonly string[]> {
  const names = await Promise.all(indexableFolders().map(({ uri }) => repositoryNames(uri.fsPath)));
  return names.flat();
}

/** The folder that is a checkout of this repository; undefined if none is open. */
export async function folderOfRepository(repository: string): Promise<vscode.WorkspaceFolder | undefined> {
  const wanted = repository.toLowerCase();
  const folders = indexableFolders().map(async (folder) => ({
    folder,
    names: (await repositoryNames(folder.uri.fsPath)).map((name) => name.toLowerCase()),
  }));
  const named = await Promise.all(folders);
  // The name of a push before that of a remote.
  return (named.find(({ names }) => names[0] === wanted) ?? named.find(({ names }) => names.includes(wanted)))?.folder;
}
