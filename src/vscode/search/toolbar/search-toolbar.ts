/** The commands in the title of the search view: ask again, clear, fold, history, saved searches. */
import * as vscode from 'vscode';
import { noFilters } from '../messages/search-request';
import type { SearchMemory } from '../search-memory';
import type { SearchView } from '../search-view';
import { pickSavedSearch, saveSearch } from './pick-saved-search';
import { suggestedName } from './saved-searches';

interface HistoryItem extends vscode.QuickPickItem {
  /** Undefined: clear the history. */
  readonly query?: string;
}

export function registerSearchToolbar(view: SearchView, memory: SearchMemory): vscode.Disposable {
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
