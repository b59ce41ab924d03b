/** What the workspace remembers of searches: the last request, and the query history. */
import type { Memento } from 'vscode';
import { addHistoryEntry } from './query-history';
import type { SearchRequest } from './search-messages';

const historyId = 'search.history';
const requestId = 'search.asked';

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

  saveRequest(request: SearchRequest): void {
    void this.state.update(requestId, request);
  }
}
