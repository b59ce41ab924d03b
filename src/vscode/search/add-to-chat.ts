/** VS Code's chat, if it has a language model. */
import * as vscode from 'vscode';
import { finishStep } from '../common/finished-steps';
import type { HitLocation } from './open-hit';
import { hitUri } from './open-hit';

const openChatCommand = 'workbench.action.chat.open';

export async function hasChat(): Promise<boolean> {
  const commands = await vscode.commands.getCommands(true);
  return commands.includes(openChatCommand) && (await vscode.lm.selectChatModels()).length > 0;
}

/** Opens the chat with the lines of these places attached. */
export async function addToChat(places: readonly HitLocation[]): Promise<void> {
  const attachFiles = places.map((place) => ({
    uri: hitUri(place),
    // In the format of the editor's own ranges: lines and columns are 1-based.
    range: {
      startLineNumber: place.startLine,
      startColumn: 1,
      endLineNumber: place.endLine,
      endColumn: Number.MAX_SAFE_INTEGER,
    },
  }));
  await vscode.commands.executeCommand(openChatCommand, { query: '', isPartialQuery: true, attachFiles });
  finishStep('copied');
}
