/** The chat of the editor, where there is one that can answer. */
import * as vscode from 'vscode';
import type { HitLocation } from './open-hit';
import { hitUri } from './open-hit';

const command = 'workbench.action.chat.open';

export async function hasChat(): Promise<boolean> {
  const commands = await vscode.commands.getCommands(true);
  return commands.includes(command) && (await vscode.lm.selectChatModels()).length > 0;
}

/** Attaches the lines of a hit to what the user will ask. */
export async function addToChat(place: HitLocation): Promise<void> {
  // As the editor's own range is: lines and columns from 1.
  const range = {
    startLineNumber: place.startLine,
    startColumn: 1,
    endLineNumber: place.endLine,
    endColumn: Number.MAX_SAFE_INTEGER,
  };
  await vscode.commands.executeCommand(command, {
    query: '',
    isPartialQuery: true,
    attachFiles: [{ uri: hitUri(place), range }],
  });
}
