/** A link to lines of code that works in the chat and is readable for models: its path is relative to the workspace. */
import * as vscode from 'vscode';
import { plainPlace } from '../../engine/answers/code-blocks';
import type { HitPlace } from '../../search/hits/hit';
import { uriInRoot } from '../common/folder-root';
import { isStoredRoot } from '../common/stored-root';

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
