/** Runs VS Code's own commands on the name that a hit is about. */
import * as vscode from 'vscode';
import type { Hit } from '../../../search/hits/hit';
import { hitUri } from '../open-hit';

/** Opens the hit with the cursor on its name, and runs a command of the editor there. */
export async function showSymbol(hit: Hit, command: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(hitUri(hit));
  const { text } = document.lineAt(Math.min(hit.line, document.lineCount) - 1);
  const at = document.validatePosition(new vscode.Position(hit.line - 1, symbolColumn(text, hit.symbol)));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
  await vscode.commands.executeCommand(command);
}

/** Where the name is in a line; the first word if it is not there. A name may have its scope before it (`Router.match`). */
function symbolColumn(line: string, symbol: string): number {
  const name = /[\p{L}\p{N}_$]+$/u.exec(symbol)?.[0] ?? symbol;
  const at = name === '' ? -1 : line.indexOf(name);
  return at >= 0 ? at : line.length - line.trimStart().length;
}
