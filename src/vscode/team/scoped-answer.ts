/** An answer of the indexes and the database together. */
import type { CancellationToken } from 'vscode';
import type { ServiceSearchOptions } from '../../engine/service-protocol';
import type { SearchAnswer } from '../../search/searcher';
import type { DatabaseFault } from '../database/database-fault';
import type { SearchScope } from './search-scope';

/** What the database has to do with an answer: it is still asked, or it failed. */
export type StoredState =
  | { readonly is: 'waiting'; readonly host: string }
  | { readonly is: 'failed'; readonly host: string; readonly fault: DatabaseFault };

export interface ScopedAnswer extends SearchAnswer {
  readonly stored?: StoredState;
  /** Roots of the database whose repositories are open in this window, too. */
  readonly checkedOut?: readonly string[];
}

/** What searches a scope. */
export interface ScopedSource {
  search(
    query: string,
    options: ServiceSearchOptions,
    scope: SearchScope,
    token: CancellationToken | undefined,
  ): Promise<ScopedAnswer>;
}
