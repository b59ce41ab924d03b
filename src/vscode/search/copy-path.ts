/** Copies the path of a hit. */
import * as vscode from 'vscode';
import type { Hit } from '../../search/hits/hit';
import { isStoredRoot } from '../common/stored-root';
import { workspacePath } from '../tools/place-link';
import { hitUri } from './open-hit';

/** @param command of VS Code, for files of the workspace. A file of the database has no path on this machine: its repository is copied too. */
export async function copyPath(hit: Hit, command: 'copyFilePath' | 'copyRelativeFilePath'): Promise<void> {
  if (isStoredRoot(hit.root)) await vscode.env.clipboard.writeText(workspacePath(hit.root, hit.path));
  else await vscode.commands.executeCommand(command, hitUri(hit));
}
