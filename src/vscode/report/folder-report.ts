/** The report on one folder: the state of its index and, if the index can be read, its statistics. */
import type { FolderStats } from '../../index-service/indexer/folder-stats';
import type { FolderStatus } from '../../index-service/service-protocol';

export interface FolderReport {
  readonly name: string;
  readonly status: FolderStatus;
  /** A string says why there are no statistics. */
  readonly stats: FolderStats | string;
}
