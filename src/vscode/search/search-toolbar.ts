/** The commands in the title of the search view: ask again, clear, order and rows, fold, history, saved searches. */
import * as vscode from 'vscode';
import type { ResultsLayout } from './messages/result-messages';
import { noFilters } from './messages/search-request';
import { addSavedSearch, removeSavedSearch, type SavedSearch, type SearchMemory, suggestedName } from './search-memory';
import type { SearchView } from './search-view';

interface SavedItem extends vscode.QuickPickItem {
  /** Undefined: save the current search. */
  readonly search?: SavedSearch;
}

async function saveSearch(view: SearchView, memory: SearchMemory): Promise<void> {
  const request = view.currentRequest;
  // Code similar to a place cannot be saved: the place may be gone.
  if (!request?.query.trim()) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Search for something first, then save it.'));
    return;
  }
  const { query, filters } = request;
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Save Search'),
    prompt: vscode.l10n.t('A name for this search and its filters'),
    value: suggestedName(query),
  });
  if (!name?.trim()) return;
  memory.savedSearches = addSavedSearch(memory.savedSearches, { name: name.trim(), query, filters });
}

async function pickSavedSearch(view: SearchView, memory: SearchMemory): Promise<void> {
  const pick = vscode.window.createQuickPick<SavedItem>();
  const remove: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('trash'),
    tooltip: vscode.l10n.t('Delete Saved Search'),
  };
  const fill = (): void => {
    const saved = memory.savedSearches.map((search): SavedItem => {
      const query = suggestedName(search.query);
      return { label: search.name, description: query === search.name ? '' : query, search, buttons: [remove] };
    });
    const save: SavedItem = { label: `$(add) ${vscode.l10n.t('Save This Search…')}`, alwaysShow: true };
    // Enter asks a saved search again; only where there is none, it saves this one.
    pick.items = [...saved, ...(view.currentRequest?.query.trim() ? [save] : [])];
  };
  pick.title = vscode.l10n.t('Saved Searches');
  pick.placeholder =
    memory.savedSearches.length === 0
      ? vscode.l10n.t('No search is saved in this workspace yet.')
      : vscode.l10n.t('Search again for…');
  fill();
  pick.onDidTriggerItemButton(({ item }) => {
    if (item.search) memory.savedSearches = removeSavedSearch(memory.savedSearches, item.search.name);
    fill();
  });
  pick.onDidAccept(() => {
    const [item] = pick.activeItems;
    pick.hide();
    if (!item) return;
    if (item.search) void view.show({ query: item.search.query, filters: item.search.filters });
    else void saveSearch(view, memory);
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

interface HistoryItem extends vscode.QuickPickItem {
  /** Undefined: clear the history. */
  readonly query?: string;
}

export function registerSearchToolbar(view: SearchView, memory: SearchMemory): vscode.Disposable {
  const clearHistory = (): void => {
    memory.clearHistory();
    view.post({ is: 'history', entries: [] });
  };
  const show = (part: Partial<ResultsLayout>): void => {
    memory.layout = { ...memory.layout, ...part };
    view.layoutChanged();
  };
  const commands: Readonly<Record<string, () => unknown>> = {
    viewByRank: () => show({ order: 'rank' }),
    viewByFile: () => show({ order: 'file' }),
    compactRows: () => show({ rows: 'compact' }),
    detailedRows: () => show({ rows: 'detailed' }),
    refreshSearch: () => view.refresh(),
    clearSearch: () => view.show({ query: '', filters: noFilters }),
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
  else await view.show({ query: picked.query });
}
