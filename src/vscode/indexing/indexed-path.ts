/** Where the index has a file of the window. */
import * as vscode from 'vscode';
import { isIndexable, rootOf } from '../common/folder-root';
import { pathInFolder } from './watching/watched-paths';

/** The folder, the innermost if folders are nested, and the path in it; undefined for files that are in none or not on disk. */
export function placeInWorkspace(uri: vscode.Uri): { readonly root: string; readonly path: string } | undefined {
  const folder = isIndexable(uri) ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
  const root = folder && rootOf(folder.uri);
  const path = root === undefined ? undefined : pathInFolder(root, rootOf(uri));
  return root === undefined || path === undefined ? undefined : { root, path };
}
