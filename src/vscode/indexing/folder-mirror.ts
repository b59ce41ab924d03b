/** A copy of a folder in the memory of the index service, for folders that only VS Code can read: those of a web worker. */
import type { WorkspaceFolder } from 'vscode';
import type { IndexServiceClient } from '../../engine/client/service-client';
import type { IndexEstimate } from '../../engine/service-protocol';

export interface MirrorProgress {
  readonly done: number;
  readonly total: number;
}

export interface FolderMirror {
  /** What the limits leave out: one sentence. */
  readonly leftOut: string | undefined;
  /** Not all changes of the folder are in the copy. */
  readonly isBehind: boolean;
  /** By names and the sizes of some files alone. */
  estimate(signal: AbortSignal): Promise<IndexEstimate>;
  /** Brings back the index of the last visit, before the service opens the folder. */
  restore(): Promise<void>;
  /** Makes the copy equal to the folder. Rejects when it is stopped. */
  sync(onProgress: (progress: MirrorProgress) => void): Promise<void>;
  /** The same for some files, which may be new, changed or deleted. */
  update(paths: readonly string[]): Promise<void>;
  /** Keeps the index for the next visit, soon. Never rejects. */
  saveIndex(): void;
  /** Ends a running `sync`. */
  stop(): void;
  /** The service was started again and has nothing. */
  forget(): void;
  /** Deletes the kept index. */
  clear(): Promise<void>;
}

export type MirrorOf = (folder: WorkspaceFolder, service: IndexServiceClient) => FolderMirror;
