/** Builds the parts and hands them to VS Code; nothing else. */
import type { ExtensionContext } from 'vscode';
import { registerChunkCurrentFile } from './editor/chunk-current-file';

export function activate(context: ExtensionContext): void {
  context.subscriptions.push(registerChunkCurrentFile(context));
}
