/** Finds a file by the path from a model: relative to a folder, with or without the folder's name, or absolute. */
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { RootFolder, ToolProblem } from '../../engine/answers/tool-input';
import { canBeWalked } from '../../workspace/read-gate';
import { secretByName } from '../../workspace/secret-files';
import { isWebHost } from '../common/folder-root';

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
