/** What is reported of a folder: how its index stands, and, where it can be read, all numbers about it. */
import type { FolderStats } from '../../index-service/indexer/folder-stats';
import type { FolderStatus } from '../../index-service/service-protocol';

export interface FolderReport {
  readonly name: string;
  readonly status: FolderStatus;
  /** Or why there are none. */
  readonly stats: FolderStats | string;
}
