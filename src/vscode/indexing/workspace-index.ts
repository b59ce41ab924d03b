/** The indexes of the window's folders, as the features use them: search view, quick pick, tools, status bar, report. */
import type { CancellationToken, Event, Uri } from 'vscode';
import type { FolderStats } from '../../engine/indexer/folder-stats';
import type { FolderStatus, IndexEstimate, ServiceSearchOptions } from '../../engine/service-protocol';
import type { Hit } from '../../search/hits/hit';
import type { SearchAnswer } from '../../search/searcher';
import type { IndexedGraph } from './indexed-graph';

export interface IndexState {
  /** `unavailable`: no folder is open, or none of the folders can be indexed (virtual, untrusted). */
  readonly consent: 'unasked' | 'given' | 'refused' | 'unavailable';
  /** Why the index is unavailable, or which setting turns it off: one sentence. */
  readonly reason?: string;
  /** Which folders of the window are not indexed because they are not on disk: one sentence. */
  readonly leftOut?: string;
  readonly folders: readonly FolderStatus[];
  readonly isPaused: boolean;
}

export interface WorkspaceIndex {
  readonly state: IndexState;
  readonly graph: IndexedGraph;
  /** The state changed. Fires at most a few times a second. */
  readonly onDidChange: Event<IndexState>;
  /** How much indexing this workspace would read. */
  estimate(token?: CancellationToken): Promise<IndexEstimate>;
  /** The user agrees to have this workspace indexed, now and from now on. */
  agree(): Promise<void>;
  /** The user does not agree. An existing index stays, but is not used. */
  refuse(): Promise<void>;
  /** Asks in a notification, unless the user has answered before. @returns true if the workspace may be indexed. */
  ask(): Promise<boolean>;
  /** Compares all folders with their indexes; resolves when they are up to date or were stopped. */
  refresh(options?: { readonly rebuild?: boolean }): Promise<void>;
  /** Resolves when the running comparisons are done, including the first one after consent. */
  settled(): Promise<void>;
  /** Stops indexing until `resume`, also in the next session. The existing index can be searched. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends the running work; the next change or refresh continues it. */
  stop(): Promise<void>;
  compact(): Promise<void>;
  /** Withdraws the consent and deletes the indexes. If that fails, the workspace stays indexed. @throws with the reason */
  clear(): Promise<void>;
  search(query: string, options: ServiceSearchOptions, token?: CancellationToken): Promise<SearchAnswer>;
  /** `line` is 1-based. @returns undefined if that line is not in an index. */
  similar(
    uri: Uri,
    line: number,
    options: ServiceSearchOptions,
    token?: CancellationToken,
  ): Promise<SearchAnswer | undefined>;
  /** A few questions about the code of this workspace; none if nothing is indexed. */
  examples(): Promise<readonly string[]>;
  /** Notes that the user or a model opened a hit, if the settings rank by usage. Never fails. */
  recordUse(hit: Pick<Hit, 'root' | 'path' | 'id'>): Promise<void>;
  stats(root: string): Promise<FolderStats>;
}
