/** The file of a path as results editors show it: relative to the workspace, with the folder's name before it if there are several. */
import { Uri, workspace } from 'vscode';
import { storedUri } from '../common/stored-root';

/** @param stored roots of the files that are in the database of the team. */
export function resultUri(path: string, stored: readonly string[] = []): Uri {
  const root = stored.find((each) => path.startsWith(`${each}/`));
  if (root !== undefined) return storedUri(root, path.slice(root.length + 1));
  const { workspaceFolders = [] } = workspace;
  const named = workspaceFolders.find(({ name }) => workspaceFolders.length > 1 && path.startsWith(`${name}/`));
  const inside = named ? path.slice(named.name.length + 1) : path;
  const folder = named ?? workspaceFolders[0];
  return folder && !path.startsWith('/') ? Uri.joinPath(folder.uri, ...inside.split('/')) : Uri.file(path);
}
