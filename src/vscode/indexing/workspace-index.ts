/** The indexes of the window's folders, as the surfaces of the editor see them: search view, quick pick, tools, status, report. */
import type { CancellationToken, Event, Uri } from 'vscode';
import type { FolderStats } from '../../index-service/indexer/folder-stats';
import type { FolderStatus, IndexEstimate, ServiceSearchOptions } from '../../index-service/service-protocol';
import type { SearchAnswer } from '../../search/searcher';

export interface IndexState {
  /** Whether files of this workspace may be indexed. `unavailable`: no folder is open, or none can be indexed (virtual, untrusted). */
  readonly consent: 'unasked' | 'given' | 'refused' | 'unavailable';
  /** One sentence where it is unavailable, or refused by a setting. */
  readonly reason?: string;
  /** Said where folders of the window are left out, being on no disk. */
  readonly leftOut?: string;
  readonly folders: readonly FolderStatus[];
  readonly isPaused: boolean;
}

export interface WorkspaceIndex {
  readonly state: IndexState;
  /** Something of the state changed; at most some times a second. */
  readonly onDidChange: Event<IndexState>;
  /** What consent would mean. */
  estimate(token?: CancellationToken): Promise<IndexEstimate>;
  /** The user agrees to have this workspace indexed, now and from now on. */
  agree(): Promise<void>;
  /** The user does not: what there is of an index stays, and is not used. */
  refuse(): Promise<void>;
  /** Asks by a notification where nobody was asked yet; who said no is not asked again. True: the workspace may be indexed. */
  ask(): Promise<boolean>;
  /** Compares all folders with their indexes; resolves when they are up to date, or were stopped. */
  refresh(options?: { readonly rebuild?: boolean }): Promise<void>;
  /** Resolves when the comparisons that were begun are over, that of the consent first of all. */
  settled(): Promise<void>;
  /** Until `resume`, also in the next session; what is there can be searched. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends what is under way; the next change or refresh goes on. */
  stop(): Promise<void>;
  compact(): Promise<void>;
  /** Deletes the indexes and takes the consent back. */
  clear(): Promise<void>;
  search(query: string, options: ServiceSearchOptions, token?: CancellationToken): Promise<SearchAnswer>;
  /** Undefined: the place is not in an index. `line` is 1-based. */
  similar(
    uri: Uri,
    line: number,
    options: ServiceSearchOptions,
    token?: CancellationToken,
  ): Promise<SearchAnswer | undefined>;
  stats(root: string): Promise<FolderStats>;
}
