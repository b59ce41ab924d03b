/** A link to lines of code that works in the chat and is readable for models: its path is relative to the workspace. */
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { plainPlace } from '../../engine/answers/code-blocks';
import { RootFolder, ToolProblem } from '../../engine/answers/tool-input';
import type { HitPlace } from '../../search/hits/hit';
import { canBeWalked } from '../../workspace/read-gate';
import { secretByName } from '../../workspace/secret-files';
import { isWebHost, uriInRoot } from '../common/folder-root';
import { isStoredRoot } from '../common/stored-place';

export function placeLink(path: string, { startLine, endLine }: Pick<HitPlace, 'startLine' | 'endLine'>): string {
  const address = encodeURI(path).replace(/[()#?]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const label = plainPlace({ path, startLine, endLine }).replace(/[[\]\\]/g, '\\$&');
  return `[${label}](${address}#L${startLine}${endLine > startLine ? `-L${endLine}` : ''})`;
}

/** In a workspace with several folders the path begins with the folder's name, and in the team's database with the repository's. */
export function workspacePath(root: string, path: string): string {
  if (isStoredRoot(root)) return `${root}/${path}`;
  return vscode.workspace.asRelativePath(uriInRoot(root, path));
}

// Finds a file by the path from a model: relative to a folder, with or without the folder's name, or absolute.

/** @throws `ToolProblem` if the file is not in the workspace. */
export async function workspaceFile(path: string): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) throw new ToolProblem('No folder is open.');
  let problem: unknown;
  for (const folder of folders) {
    const named = path.startsWith(`${folder.name}/`) ? path.slice(folder.name.length + 1) : undefined;
    for (const inside of [path, ...(named === undefined ? [] : [named])]) {
      try {
        const uri = fileIn(folder.uri, inside);
        if ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) return uri;
        problem ??= new ToolProblem(`${path} is not a file.`);
      } catch (error) {
        problem ??= error;
      }
    }
  }
  if (problem instanceof ToolProblem) throw problem;
  throw new ToolProblem(`There is no file ${path} in the workspace. Give its path relative to the workspace folder.`);
}

function fileIn(folder: vscode.Uri, path: string): vscode.Uri {
  if (folder.scheme === 'file' && !isWebHost)
    return vscode.Uri.file(new RootFolder(folder.fsPath).resolveFile(path).file);
  // The file system provider of a virtual folder handles its links.
  const inside = posix.normalize(path.replaceAll('\\', '/'));
  if (!canBeWalked(inside)) throw new ToolProblem(`${path} is not in the workspace.`);
  const secret = secretByName(inside);
  if (secret) throw new ToolProblem(`${path} ${secret.message}.`);
  return vscode.Uri.joinPath(folder, inside);
}
