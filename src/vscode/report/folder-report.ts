/** The report on one folder: the state of its index and, if the index can be read, its statistics. */
import type { FolderStats } from '../../engine/indexer/folder-stats';
import type { FolderStatus } from '../../engine/service-protocol';

export interface FolderReport {
  readonly name: string;
  readonly status: FolderStatus;
  /** A string says why there are no statistics. */
  readonly stats: FolderStats | string;
}
