/** Registers everything for search: the view, its menu, the commands, the CodeLens. */
import * as vscode from 'vscode';
import { searchViewOptions } from '../../options/editor-options';
import { settingId } from '../../options/setting-groups';
import type { Boundaries } from '../boundaries/boundaries';
import { isWebHost } from '../common/folder-root';
import type { DocumentChunks } from '../documents/document-chunks';
import { searchedChunksOf } from '../documents/document-chunks';
import type { UsedDefinitions } from '../indexing/used-definitions';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { searchSettings } from '../settings/settings';
import { registerChooseScope } from '../team/choose-scope';
import { registerOpenInWorkspace } from '../team/open-in-workspace';
import type { TeamFiles } from '../team/team-files';
import type { TeamSearch } from '../team/team-search';
import { findSimilarCommandId, registerFindSimilarCommand } from './find-similar';
import { HitActions } from './hit-actions';
import { registerRowMenu } from './menus/row-menu';
import { hitActions } from './messages/page-start';
import type { SearchRequest } from './messages/search-request';
import { noFilters } from './messages/search-request';
import { HitOpener } from './open-hit';
import { registerQuickSearch } from './quick-search';
import type { ScopeSwitch } from './scope/scope-switch';
import type { ScopedSearch } from './scope/scoped-search';
import { SearchMemory } from './search-memory';
import { SearchView } from './search-view';
import { SelectedPlaces } from './selection/selected-places';
import { pickSavedSearch, saveSearch } from './toolbar/pick-saved-search';
import { suggestedName } from './toolbar/saved-searches';

/** The CodeLens "Find similar" above each chunk of a file, if the setting turns it on. */
class SimilarCodeLens implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable[];

  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly chunks: DocumentChunks) {
    this.disposables = [
      this.changed,
      chunks.onDidChange(() => this.changed.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingId(searchViewOptions.similarLens))) this.changed.fire();
      }),
      vscode.languages.registerCodeLensProvider(isWebHost ? '*' : { scheme: 'file' }, this),
    ];
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!searchSettings(document).similarLens) return [];
    const state = await this.chunks.get(document);
    if (state?.is !== 'chunked') return [];
    return searchedChunksOf(state.file)
      .filter(({ name }) => name !== '')
      .map(({ startLine, name }) => {
        const range = new vscode.Range(startLine - 1, 0, startLine - 1, 0);
        const args = [document.uri.toString(), startLine, name];
        return new vscode.CodeLens(range, {
          title: vscode.l10n.t('Find similar'),
          command: findSimilarCommandId,
          arguments: args,
        });
      });
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }
}

interface SearchParts {
  readonly index: WorkspaceIndex;
  readonly used: UsedDefinitions;
  readonly chunks: DocumentChunks;
  readonly boundaries: Boundaries;
  readonly workspaceState: vscode.Memento;
  readonly extensionUri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  readonly scoped: ScopedSearch;
  readonly scopes: ScopeSwitch;
  /** Undefined where there is no database: in a browser. */
  readonly team: { readonly search: TeamSearch; readonly files: TeamFiles } | undefined;
}

interface RegisteredSearch extends vscode.Disposable {
  /** What the view searches now; undefined if nothing is. */
  currentRequest(): SearchRequest | undefined;
}

export function registerSearch(parts: SearchParts): RegisteredSearch {
  const { index, used, chunks, boundaries, workspaceState, extensionUri, log, scoped, scopes, team } = parts;
  const memory = new SearchMemory(workspaceState);
  const opener = new HitOpener(
    boundaries,
    (hit) => void index.recordUse(hit),
    async (uri) => team?.files.read(uri),
  );
  const pages = vscode.Uri.joinPath(extensionUri, 'dist', 'pages');
  const view = new SearchView(index, scoped, scopes, opener, memory, pages, log);
  const actions = new HitActions(
    opener,
    { chunks, used },
    (place) => void view.askSimilar(place),
    (hit) => void index.recordUse(hit),
  );
  view.actions = actions;
  const selection = new SelectedPlaces(
    { chunks, used },
    (key) => view.hit(key),
    (state) => view.post(state),
    (hit) => void index.recordUse(hit),
    (message) => log.warn(message),
  );
  view.selection = selection;
  const commands = hitActions.map((action) =>
    vscode.commands.registerCommand(`codegrain.searchHit.${action}`, async (context?: { readonly hit?: string }) => {
      const hit = view.hit(context?.hit ?? '');
      if (hit) await actions.run(hit, action);
    }),
  );
  const registered = vscode.Disposable.from(
    view,
    opener,
    selection,
    ...commands,
    registerRowMenu(view, opener, (hit) => void index.recordUse(hit)),
    registerQuickSearch({ index, scoped, scopes, opener, view, memory }),
    registerFindSimilarCommand(view, chunks),
    registerSearchToolbar(view, memory),
    new SimilarCodeLens(chunks),
    ...(team ? [registerTeamCommands(team.search, chunks, view)] : []),
  );
  return { currentRequest: () => view.currentRequest, dispose: () => void registered.dispose() };
}

function registerTeamCommands(team: TeamSearch, chunks: DocumentChunks, view: SearchView): vscode.Disposable {
  return vscode.Disposable.from(
    registerChooseScope(team),
    registerOpenInWorkspace({
      team,
      chunks,
      hitOf: ({ hit, file }) => view.hit(hit ?? '') ?? view.hitInFile(file ?? ''),
    }),
  );
}

interface HistoryItem extends vscode.QuickPickItem {
  /** Undefined: clear the history. */
  readonly query?: string;
}

/** The commands in the title of the search view: ask again, clear, fold, history, saved searches. */
function registerSearchToolbar(view: SearchView, memory: SearchMemory): vscode.Disposable {
  const clearHistory = (): void => {
    memory.clearHistory();
    view.post({ is: 'history', entries: [] });
  };
  const commands: Readonly<Record<string, () => unknown>> = {
    refreshSearch: () => view.refresh(),
    clearSearch: () => view.ask('', noFilters),
    collapseResults: () => view.post({ is: 'fold', isFolded: true }),
    expandResults: () => view.post({ is: 'fold', isFolded: false }),
    searchHistory: () => pickFromHistory(view, memory, clearHistory),
    clearSearchHistory: clearHistory,
    saveSearch: () => saveSearch(view, memory),
    savedSearches: () => pickSavedSearch(view, memory),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(`codegrain.${id}`, () => run())),
  );
}

async function pickFromHistory(view: SearchView, memory: SearchMemory, onClear: () => void): Promise<void> {
  const items: HistoryItem[] = memory.history.map((query) => ({ label: suggestedName(query), query }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There are no recent searches in this workspace.'));
    return;
  }
  const picked = await vscode.window.showQuickPick<HistoryItem>(
    [
      ...items,
      { label: '', kind: vscode.QuickPickItemKind.Separator },
      { label: `$(clear-all) ${vscode.l10n.t('Clear History')}`, alwaysShow: true },
    ],
    { title: vscode.l10n.t('Search History'), placeHolder: vscode.l10n.t('Search again for…') },
  );
  if (!picked) return;
  if (picked.query === undefined) onClear();
  else await view.ask(picked.query);
}
