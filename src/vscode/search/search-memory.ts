/** What is remembered of searches in this workspace: the last question, and queries that were of use. */
import type { Memento } from 'vscode';
import { addHistoryEntry } from './query-history';
import type { SearchRequest } from './search-messages';

const historyId = 'search.history';
const askedId = 'search.asked';

export class SearchMemory {
  constructor(private readonly state: Memento) {}

  /** Latest first. */
  get history(): readonly string[] {
    return this.state.get<readonly string[]>(historyId, []);
  }

  get saved(): SearchRequest | undefined {
    return this.state.get<SearchRequest>(askedId);
  }

  remember(query: string): void {
    void this.state.update(historyId, addHistoryEntry(this.history, query));
  }

  keep(asked: SearchRequest): void {
    void this.state.update(askedId, asked);
  }
}
