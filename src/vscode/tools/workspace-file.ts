/** A file of the workspace by the path that a model gives: relative to a folder, with the folder's name before it, or absolute. */
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { RootFolder } from '../../tools/root-folder';
import { ToolProblem } from '../../tools/tool-problem';

/** @throws `ToolProblem` where the workspace has no such file. */
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
  if (folder.scheme === 'file') return vscode.Uri.file(new RootFolder(folder.fsPath).resolveFile(path).file);
  // Links of a virtual folder are its own business.
  const inside = posix.normalize(path.replaceAll('\\', '/'));
  if (inside.startsWith('..') || inside.startsWith('/')) throw new ToolProblem(`${path} is not in the workspace.`);
  return vscode.Uri.joinPath(folder, inside);
}
