/**
 * What is said between the editor and the keeper: the process that holds the indexes of the open folders, keeps them like the
 * folders, and searches them. One keeper per window. Messages are structured clones, so bytes and vectors stay what they are.
 */
import { NotificationType, RequestType } from 'vscode-jsonrpc';
import type { ChunkOptions } from '../chunking/chunk';
import type { Embedder, Side } from '../embedding/embedder';
import type { Problem } from '../index/file/index-error';
import type { Answer, SearchOptions } from '../search/searcher';
import type { ReadLimits } from '../workspace/read-file';
import type { FolderStats } from './indexer/folder-stats';
import type { IndexProgress, IndexReport } from './indexer/index-result';

/** A folder and how it is indexed. Folders are named by `root` in all messages. */
export interface FolderSetup {
  /** Absolute. */
  readonly root: string;
  /** Left out: `.codegrain/index.cgx` in the folder. */
  readonly indexFile?: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly chunk: ChunkOptions;
  readonly limits: ReadLimits;
  readonly model: ServiceModel;
}

export type ServiceModel =
  | { readonly is: 'built-in'; readonly dimensions?: number }
  /** A server's, which the editor asks, since it has the keys and the user's consent: see `embedRequest`. */
  | ({ readonly is: 'editor' } & Pick<Embedder, 'id' | 'dimensions' | 'limits'>);

export interface FolderStatus {
  readonly root: string;
  /** `absent`: there is no index. What is there can be searched in every other condition. */
  readonly is: 'absent' | 'ready' | 'indexing' | 'paused' | 'failed';
  /** Changes are known that are not in the index: work was paused, stopped, or failed. */
  readonly isStale: boolean;
  /** Another window or program writes the index; this one reads what it writes, and takes over when it ends. */
  readonly isReader: boolean;
  readonly progress?: IndexProgress;
  /** Why it failed. */
  readonly problem?: Problem;
  readonly files: number;
  /** Ids of the languages of the files, in no order. */
  readonly languages: readonly string[];
  readonly chunks: number;
  /** Of the index on disk, and in the memory of the keeper. */
  readonly bytes: number;
  readonly memory: number;
  /** Of the last whole refresh. */
  readonly report?: IndexReport;
}

/** How much of the machine indexing may take: all cores, one, none. */
export type Pace = 'full' | 'gentle' | 'paused';

export type ServiceSearchOptions = Pick<
  SearchOptions,
  'limit' | 'mode' | 'parents' | 'tests' | 'context' | 'explain'
> & {
  /** Left out: all folders. */
  readonly roots?: readonly string[];
};

export interface IndexEstimate {
  /** That would be read, by the rules; their content is not looked at. */
  readonly files: number;
  readonly bytes: number;
  /** About how long, with the built-in model, as busy as the machine is now. */
  readonly seconds: number;
}

interface InFolder {
  readonly root: string;
}

/** All folders of the window: those that are missing are closed, those whose setup is another are opened anew. Nothing is indexed yet. */
export const foldersRequest = new RequestType<readonly FolderSetup[], readonly FolderStatus[], void>('folders');
/** Compares the folder with its index and brings that up to date; makes the index where there is none. */
export const refreshRequest = new RequestType<InFolder & { readonly rebuild?: boolean }, IndexReport, void>('refresh');
/** The same for some files, relative to the folder, with `/`; they may be new, changed, or gone. Folders are allowed. */
export const updateRequest = new RequestType<InFolder & { readonly paths: readonly string[] }, IndexReport, void>(
  'update',
);
/** Cancels what is under way in a folder; what was done stays. */
export const stopRequest = new RequestType<InFolder, void, void>('stop');
export const compactRequest = new RequestType<InFolder, void, void>('compact');
/** Deletes the index. */
export const clearRequest = new RequestType<InFolder, void, void>('clear');
export const paceRequest = new RequestType<Pace, void, void>('pace');
/** A file as it is in the editor and not on disk; without a text: it is on disk again what it is in the editor. */
export const draftRequest = new RequestType<
  InFolder & { readonly path: string; readonly text?: string; readonly languageHint?: string },
  void,
  void
>('draft');
export const estimateRequest = new RequestType<FolderSetup, IndexEstimate, void>('estimate');
export const searchRequest = new RequestType<
  { readonly query: string; readonly options: ServiceSearchOptions },
  Answer,
  void
>('search');
/** Undefined: the index has no such place. */
export const similarRequest = new RequestType<
  InFolder & { readonly path: string; readonly line: number; readonly options: ServiceSearchOptions },
  Answer | undefined,
  void
>('similar');
export const statsRequest = new RequestType<InFolder, FolderStats, void>('stats');

/** From the keeper. */
export const statusNotification = new NotificationType<FolderStatus>('status');
export const logNotification = new NotificationType<{
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}>('log');
export const embedRequest = new RequestType<
  { readonly model: string; readonly texts: readonly string[]; readonly side: Side },
  Float32Array[],
  void
>('embed');

/** Codes of errors: the request was cancelled; the index cannot be read or written, and `data` is the `Problem`. */
export const cancelledCode = -32800;
export const problemCode = 1;
