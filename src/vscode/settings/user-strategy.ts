/**
 * The strategy that the settings of the user name. It runs with the user's rights, so nothing that comes with a workspace decides about
 * it: the setting has the scope `machine`, which workspaces cannot set, and a file inside of a workspace folder never runs.
 */
import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { allowStrategy } from '../../engine/workers/chunking-pool';
import { strategyIdentity } from '../../engine/workers/strategy-module';
import { pathInside } from '../../shared/inside-folder';
import { isWebHost } from '../common/folder-root';

/**
 * What the options have for a file, which pools may load from now on.
 * @param refuse receives why the file cannot be used.
 */
export function userStrategy(file: string | undefined, refuse: (reason: string) => void): string | undefined {
  const identity = file && vscode.workspace.isTrusted && !isWebHost ? identityOf(file, refuse) : undefined;
  allowStrategy(identity);
  return identity;
}

function identityOf(file: string, refuse: (reason: string) => void): string | undefined {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  try {
    const real = realpathSync(file);
    const isInside = folders.some(({ uri }) => pathInside(realpathSync(uri.fsPath), real) !== undefined);
    if (isAbsolute(file) && !isInside) return strategyIdentity(real);
    refuse(vscode.l10n.t('The path must be absolute and outside of the workspace.'));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
  return undefined;
}
