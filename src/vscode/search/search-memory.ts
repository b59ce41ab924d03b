/** What is remembered of searches: the last request, the query history, saved searches, and how results are shown. */
import type { Memento } from 'vscode';
import { firstLayout, type ResultsLayout } from './messages/result-messages';
import type { SearchFilters, SearchRequest } from './messages/search-request';

/** Of the queries that the user confirmed with Enter or opened a result of. */
export const maxHistoryEntries = 50;

/** The latest first, without duplicates or blank queries. */
export function addHistoryEntry(entries: readonly string[], entry: string): string[] {
  const text = entry.trim();
  return text === '' ? [...entries] : [text, ...entries.filter((each) => each !== text)].slice(0, maxHistoryEntries);
}

const historyId = 'search.history';
const requestId = 'search.asked';
const savedId = 'search.saved';
const layoutId = 'search.layout';

export class SearchMemory {
  /** @param everywhere what the user chose for all workspaces. */
  constructor(
    private readonly state: Memento,
    private readonly everywhere: Memento,
  ) {}

  get layout(): ResultsLayout {
    return { ...firstLayout, ...this.everywhere.get<Partial<ResultsLayout>>(layoutId) };
  }

  set layout(layout: ResultsLayout) {
    void this.everywhere.update(layoutId, layout);
  }

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

  set savedSearches(searches: readonly SavedSearch[]) {
    void this.state.update(savedId, searches);
  }

  saveRequest(request: SearchRequest): void {
    void this.state.update(requestId, request);
  }
}

/** A search that the user saved with a name. */
export interface SavedSearch {
  readonly name: string;
  readonly query: string;
  readonly filters: SearchFilters;
}

/** Sorted by name. A name is used once: the later search replaces the earlier one. */
export function addSavedSearch(searches: readonly SavedSearch[], search: SavedSearch): SavedSearch[] {
  return [...removeSavedSearch(searches, search.name), search].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

export function removeSavedSearch(searches: readonly SavedSearch[], name: string): SavedSearch[] {
  return searches.filter((each) => each.name !== name);
}

/** What the name of a search is at first: the beginning of its query, on one line. */
export function suggestedName(query: string): string {
  const line = query.trim().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line;
}

/** Moves through earlier queries as in VS Code's own search: up to older ones, and back down to the text being typed. */
export class HistoryCursor {
  /** Index into the entries; -1 means the text being typed. */
  private at = -1;
  private typed = '';

  /** @param entries the latest first. */
  constructor(private entries: readonly string[]) {}

  get latest(): readonly string[] {
    return this.entries;
  }

  /** True if the text is the history entry shown last. */
  isAt(text: string): boolean {
    return this.at >= 0 && this.entries[this.at] === text;
  }

  older(text: string): string {
    if (this.at < 0) this.typed = text;
    let next = this.at + 1;
    // Skip entries equal to the text in the box.
    while (next < this.entries.length && this.entries[next] === text) next++;
    if (next >= this.entries.length) return text;
    this.at = next;
    return this.entries[next] ?? text;
  }

  newer(text: string): string {
    if (this.at < 0) return text;
    this.at--;
    return this.entries[this.at] ?? this.typed;
  }

  /** The user typed: the next step back starts at the latest entry. */
  leave(): void {
    this.at = -1;
  }

  replace(entries: readonly string[]): void {
    this.entries = entries;
    this.at = -1;
  }

  add(entry: string): void {
    this.entries = addHistoryEntry(this.entries, entry);
    this.at = -1;
  }
}
