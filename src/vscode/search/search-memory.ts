/** What the workspace remembers of searches: the last request, the query history, and saved searches. */
import type { Memento } from 'vscode';
import type { SearchRequest } from './messages/search-request';
import { addSavedSearch, removeSavedSearch, type SavedSearch } from './toolbar/saved-searches';

/** The list of queries that the user confirmed with Enter or opened a result of. */
export const maxHistoryEntries = 50;

/** The latest first, without duplicates or blank queries. */
export function addHistoryEntry(entries: readonly string[], entry: string): string[] {
  const text = entry.trim();
  return text === '' ? [...entries] : [text, ...entries.filter((each) => each !== text)].slice(0, maxHistoryEntries);
}

const historyId = 'search.history';
const requestId = 'search.asked';
const savedId = 'search.saved';

export class SearchMemory {
  constructor(private readonly state: Memento) {}

  /** Latest first. */
  get history(): readonly string[] {
    return this.state.get<readonly string[]>(historyId, []);
  }

  get savedRequest(): SearchRequest | undefined {
    return this.state.get<SearchRequest>(requestId);
  }

  addToHistory(query: string): void {
    void this.state.update(historyId, addHistoryEntry(this.history, query));
  }

  clearHistory(): void {
    void this.state.update(historyId, undefined);
  }

  get savedSearches(): readonly SavedSearch[] {
    return this.state.get<readonly SavedSearch[]>(savedId, []);
  }

  addSavedSearch(search: SavedSearch): void {
    void this.state.update(savedId, addSavedSearch(this.savedSearches, search));
  }

  removeSavedSearch(name: string): void {
    void this.state.update(savedId, removeSavedSearch(this.savedSearches, name));
  }

  saveRequest(request: SearchRequest): void {
    void this.state.update(requestId, request);
  }
}
