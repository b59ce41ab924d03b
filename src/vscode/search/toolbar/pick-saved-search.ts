/** Saves the current search with a name, and lists the saved ones: pick one to search, or delete it. */
import * as vscode from 'vscode';
import type { SearchMemory } from '../search-memory';
import type { SearchView } from '../search-view';
import { type SavedSearch, suggestedName } from './saved-searches';

interface SavedItem extends vscode.QuickPickItem {
  /** Undefined: save the current search. */
  readonly search?: SavedSearch;
}

export async function saveSearch(view: SearchView, memory: SearchMemory): Promise<void> {
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
  if (name?.trim()) memory.addSavedSearch({ name: name.trim(), query, filters });
}

export async function pickSavedSearch(view: SearchView, memory: SearchMemory): Promise<void> {
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
    if (item.search) memory.removeSavedSearch(item.search.name);
    fill();
  });
  pick.onDidAccept(() => {
    const [item] = pick.activeItems;
    pick.hide();
    if (!item) return;
    if (item.search) void view.ask(item.search.query, item.search.filters);
    else void saveSearch(view, memory);
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}
