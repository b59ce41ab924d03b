/**
 * The context menus of a file and of a result. VS Code passes the keys that the row has in `data-vscode-context`; a result is in a file,
 * so it has the commands of files, too.
 */
import * as vscode from 'vscode';
import type { Hit } from '../../../search/hits/hit';
import { fencedCode } from '../../../tools/fenced-code';
import { isStoredRoot } from '../../common/stored-root';
import { showUsedByCommand, showUsesCommand } from '../../common/use-labels';
import { placeLink, workspacePath } from '../../tools/place-link';
import { copyPath } from '../copy-path';
import { type HitOpener, hitUri } from '../open-hit';
import { pathToExclude } from '../path-to-exclude';
import { showSymbol } from './symbol-position';

/** What the menus need from the view. */
interface MenuView {
  hit(key: string): Hit | undefined;
  /** Any hit in the file with this key. */
  hitInFile(key: string): Hit | undefined;
  /** Leaves out a file, or a folder whose path ends with `/`. */
  exclude(path: string): void;
  /** Selects the row with this key, or drops it. */
  pick(key: string): void;
}

/** As the rows define it; empty if a command runs from elsewhere. */
interface RowContext {
  readonly hit?: string;
  readonly file?: string;
  /** Key of the row of a file. */
  readonly row?: string;
}

type RowCommand = (hit: Hit, row: RowContext) => unknown;

export function registerRowMenu(view: MenuView, opener: HitOpener, onUse: (hit: Hit) => void): vscode.Disposable {
  const run =
    (command: string): RowCommand =>
    (hit) =>
      vscode.commands.executeCommand(command, hitUri(hit));
  // The window knows nothing about what code outside of its folders uses.
  const local =
    (command: RowCommand): RowCommand =>
    (hit, row) =>
      isStoredRoot(hit.root) ? sayNotLocal(hit) : command(hit, row);
  const fileCommands: Record<string, RowCommand> = {
    open: run('vscode.open'),
    side: (hit) => vscode.commands.executeCommand('vscode.open', hitUri(hit), vscode.ViewColumn.Beside),
    reveal: local(run('revealInExplorer')),
    copyPath: (hit) => copyPath(hit, 'copyFilePath'),
    copyRelativePath: (hit) => copyPath(hit, 'copyRelativeFilePath'),
    excludeFile: ({ path }) => view.exclude(path),
    excludeFolder: ({ path }) => view.exclude(pathToExclude(path, true)),
    select: (_hit, { hit, row }) => view.pick(hit ?? row ?? ''),
  };
  const hitCommands: Record<string, RowCommand> = {
    open: (hit) => opener.open(hit, 'open'),
    definition: local((hit) => showSymbol(hit, 'editor.action.revealDefinition')),
    references: local((hit) => showSymbol(hit, 'editor.action.goToReferences')),
    usedBy: local((hit) => showUses(hit, showUsedByCommand)),
    uses: local((hit) => showUses(hit, showUsesCommand)),
    copyCode: (hit) => copy(hit, hit.text),
    copyMarkdown: (hit) => copy(hit, markdownOf(hit)),
  };
  const copy = async (hit: Hit, text: string): Promise<void> => {
    onUse(hit);
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(vscode.l10n.t('Copied the chunk'), 2000);
  };
  const register = (id: string, command: RowCommand): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (row: RowContext = {}) => {
      const hit = view.hit(row.hit ?? '') ?? view.hitInFile(row.file ?? '');
      if (hit) await command(hit, row);
    });
  return vscode.Disposable.from(
    ...Object.entries(fileCommands).map(([name, command]) => register(`codegrain.searchFile.${name}`, command)),
    ...Object.entries(hitCommands).map(([name, command]) => register(`codegrain.searchHit.${name}`, command)),
  );
}

function sayNotLocal({ root }: Hit): void {
  void vscode.window.showInformationMessage(
    vscode.l10n.t('{0} is in the database, not in this workspace. Open its folder to use this command.', root),
  );
}

function showUses({ line, symbol, ...hit }: Hit, command: string): Thenable<unknown> {
  return vscode.commands.executeCommand(command, hitUri(hit).toString(), line, symbol);
}

/** A link to the lines, and the code in a fence. */
function markdownOf(hit: Hit): string {
  const link = placeLink(workspacePath(hit.root, hit.path), hit);
  return `${link}\n\n${fencedCode(hit.text, hit.language)}\n`;
}
