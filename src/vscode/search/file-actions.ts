/** The commands in the context menu of a file among the results. They are those of VS Code, for the file of the row. */
import * as vscode from 'vscode';
import type { Hit } from '../../search/hits/hit';
import { hitUri } from './open-hit';

const builtIn = {
  open: 'vscode.open',
  reveal: 'revealInExplorer',
  copyPath: 'copyFilePath',
  copyRelativePath: 'copyRelativeFilePath',
} as const;

/** @param hitIn any hit in the file with this key. */
export function registerFileActions(hitIn: (key: string) => Hit | undefined): vscode.Disposable {
  const commands = Object.entries(builtIn).map(([action, command]) =>
    vscode.commands.registerCommand(`codegrain.searchFile.${action}`, async (context?: { readonly file?: string }) => {
      const hit = hitIn(context?.file ?? '');
      if (hit) await vscode.commands.executeCommand(command, hitUri(hit));
    }),
  );
  return vscode.Disposable.from(...commands);
}
