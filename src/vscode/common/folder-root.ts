/**
 * How the index service and its answers name the folders of the window (their root), and the way back to the addresses of VS Code. On
 * disk a root is the folder's path. In a web worker no folder is on a disk: its root is made from its address.
 */
import * as vscode from 'vscode';
import { pathInside } from '../../shared/inside-folder';
import { isStoredRoot, storedUri } from './stored-place';

/** The extension runs in a web worker: there are no processes, and every folder is read through VS Code. */
export const isWebHost = 'importScripts' in globalThis;

/** The root of a folder; for a file, the same name with its path below the folder's. */
export function rootOf(uri: vscode.Uri): string {
  if (!isWebHost) return uri.fsPath;
  return `/${uri.scheme}/${uri.authority}${uri.path}`.replace(/\/{2,}/g, '/').replace(/\/$/, '');
}

/** Folders on disk; in a web worker all folders, which are then mirrored into the memory of the index service. */
export function isIndexable(uri: vscode.Uri): boolean {
  return isWebHost || uri.scheme === 'file';
}

/** The file as the workspace has it, which may be on another machine, or as the team's database has it. */
export function uriInRoot(root: string, path: string): vscode.Uri {
  if (isStoredRoot(root)) return storedUri(root, path);
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => isIndexable(uri) && rootOf(uri) === root);
  return vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file(root), ...path.split('/'));
}

/** The last segment of the path. */
export function fileName({ path }: vscode.Uri): string {
  return path.split('/').at(-1) ?? path;
}

/** Where the index has a file: the folder, the innermost if folders are nested, and the path in it; undefined for files that are in none or not on disk. */
export function placeInWorkspace(uri: vscode.Uri): { readonly root: string; readonly path: string } | undefined {
  const folder = isIndexable(uri) ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
  const root = folder && rootOf(folder.uri);
  const path = root === undefined ? undefined : pathInside(root, rootOf(uri));
  return root !== undefined && path ? { root, path } : undefined;
}
