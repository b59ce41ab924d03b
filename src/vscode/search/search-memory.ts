/** What is remembered of searches in this workspace: the last question, and queries that were of use. */
import type { Memento } from 'vscode';
import { withEntry } from './query-history';
import type { Asked } from './search-messages';

const historyId = 'search.history';
const askedId = 'search.asked';

export class SearchMemory {
  constructor(private readonly state: Memento) {}

  /** Latest first. */
  get history(): readonly string[] {
    return this.state.get<readonly string[]>(historyId, []);
  }

  get saved(): Asked | undefined {
    return this.state.get<Asked>(askedId);
  }

  remember(query: string): void {
    void this.state.update(historyId, withEntry(this.history, query));
  }

  keep(asked: Asked): void {
    void this.state.update(askedId, asked);
  }
}
