/**
 * What can be done with a file and a hit of the results: the buttons and keys of the page, and the context menus. VS Code passes the keys
 * that the row has in `data-vscode-context`; a hit is in a file, so it has the commands of files, too.
 */
import * as vscode from 'vscode';
import { fencedCode } from '../../engine/answers/code-blocks';
import { copiedCode, copiedText } from '../../engine/answers/copied-code';
import type { Hit } from '../../search/hits/hit';
import { aroundChunk } from '../chunks-view/chunk-row';
import { showUsedByCommand, showUsesCommand } from '../common/chunk-labels';
import { finishStep } from '../common/finished-steps';
import { isStoredRoot } from '../common/stored-place';
import { placeLink, workspacePath } from '../tools/place-link';
import {
  addToChat,
  type ChunkSource,
  carryingChunk,
  chunkOfHit,
  copyPath,
  similarPlace,
  withEnclosing,
} from './hit-actions';
import type { RowAction } from './messages/result-messages';
import { pathToExclude } from './messages/search-request';
import { type HitOpener, hitUri } from './open-hit';
import type { SearchView } from './search-view';

/** As the rows define it; empty if a command runs from elsewhere. */
interface RowContext {
  readonly hit?: string;
  readonly file?: string;
  /** Key of the row of a file. */
  readonly row?: string;
}

type RowCommand = (hit: Hit, row: RowContext) => unknown;

interface RowParts {
  readonly view: SearchView;
  readonly opener: HitOpener;
  readonly source: ChunkSource;
  /** Copying a chunk or handing it to a chat uses it, as opening it does. */
  readonly onUse: (hit: Hit) => void;
}

export function registerRowMenu({ view, opener, source, onUse }: RowParts): vscode.Disposable {
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
    excludeFile: ({ path }) => view.post({ is: 'exclude', path }),
    excludeFolder: ({ path }) => view.post({ is: 'exclude', path: pathToExclude(path, true) }),
    select: (_hit, { hit, row }) => view.post({ is: 'pick', key: hit ?? row ?? '' }),
  };
  const hitCommands = {
    open: (hit) => opener.open(hit, 'open'),
    side: (hit) => opener.open(hit, 'side'),
    parent: (hit) => showParent(hit, source, opener),
    similar: (hit) => view.show({ similar: similarPlace(hitUri(hit), hit.line, hit.symbol, hit) }),
    copy: (hit) => copyWithContext(hit),
    chat: (hit) => {
      onUse(hit);
      return addToChat(withEnclosing(hit));
    },
    definition: local((hit) => showSymbol(hit, 'editor.action.revealDefinition')),
    references: local((hit) => showSymbol(hit, 'editor.action.goToReferences')),
    usedBy: local((hit) => showUses(hit, showUsedByCommand)),
    uses: local((hit) => showUses(hit, showUsesCommand)),
    copyCode: (hit) => copy(hit, copiedCode(hit, hit.language), vscode.l10n.t('Copied the chunk')),
    copyMarkdown: (hit) => copy(hit, markdownOf(hit), vscode.l10n.t('Copied the chunk')),
  } satisfies Record<string, RowCommand>;
  const copy = async (hit: Hit, text: string, done: string): Promise<void> => {
    onUse(hit);
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(done, 2000);
  };
  /** The context comes from the current document. If the chunk is no longer in it, only the text is copied. */
  const copyWithContext = async (hit: Hit): Promise<void> => {
    const { context = '', signatures = '' } = (await carryingChunk(source, hit)) ?? {};
    const carried = { ...hit, context: hit.context ?? context, signatures };
    const done =
      carried.context + signatures === ''
        ? vscode.l10n.t('Copied the chunk')
        : vscode.l10n.t('Copied the chunk with its context');
    await copy(hit, copiedText(carried, hit.language), done);
    finishStep('copied');
  };
  view.act = async (hit: Hit, action: RowAction): Promise<void> => {
    if (action !== 'path') return void hitCommands[action](hit);
    await copyPath(hit, 'copyFilePath');
    vscode.window.setStatusBarMessage(vscode.l10n.t('Copied the path'), 2000);
  };
  const register = (id: string, command: RowCommand): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (row: RowContext = {}) => {
      const hit = view.session.hit(row.hit ?? '') ?? view.session.hitInFile(row.file ?? '');
      if (hit) await command(hit, row);
    });
  return vscode.Disposable.from(
    ...Object.entries(fileCommands).map(([name, command]) => register(`codegrain.searchFile.${name}`, command)),
    ...Object.entries(hitCommands).map(([name, command]) => register(`codegrain.searchHit.${name}`, command)),
  );
}

/** The definition that encloses the hit; at the top of a file its parent, without leaving the hit. */
async function showParent(hit: Hit, { chunks }: ChunkSource, opener: HitOpener): Promise<void> {
  const { path, root, id, line } = hit;
  const chunk = await chunkOfHit(chunks, hit);
  const definition = chunk && (await aroundChunk(chunks, { uri: hitUri(hit), chunk })).definition;
  if (definition) return opener.open({ ...definition, path, root, id, line: definition.startLine }, 'open');
  return opener.open({ ...(hit.parent ?? hit), root, id, line }, 'open');
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
  return `${link}\n\n${fencedCode(copiedCode(hit, hit.language), hit.language)}\n`;
}

// Runs VS Code's own commands on the name that a hit is about.

/** Opens the hit with the cursor on its name, and runs a command of the editor there. */
async function showSymbol(hit: Hit, command: string): Promise<void> {
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
