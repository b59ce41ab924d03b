/**
 * The messages between the editor and the index service: the process that holds the indexes of the open folders, keeps them up to date
 * and searches them. There is one per window. Messages are structured clones, so bytes and vectors keep their types.
 */
import { NotificationType, RequestType, RequestType0 } from 'vscode-jsonrpc';
import type { FileAddress, StoredFileText } from '../database/stored/stored-file-text';
import type { StoredRepository } from '../database/stored/stored-repositories';
import type { Embedder, EmbeddingSide } from '../embedding/embedder';
import type { GraphDirection, GraphPlace } from '../graph/graph-entry';
import type { IndexFileProblem } from '../index/file/index-error';
import type { ChunkOptions } from '../options/chunk-options';
import type { GraphAnswer } from '../search/ask-graph';
import type { AskedPlace, PlaceFacts } from '../search/place-facts';
import type { SearchAnswer, SearchOptions } from '../search/searcher';
import type { ReadLimits } from '../workspace/read-file';
import type { FolderStats } from './indexer/folder-stats';
import type { IndexProgress, IndexReport } from './indexer/index-result';

/** A folder and how it is indexed. All messages identify folders by `root`. */
export interface FolderSetup {
  /** Absolute path. */
  readonly root: string;
  /** Left out: `.codegrain/index.cgx` in the folder. */
  readonly indexFile?: string;
  /** An index file that a new index continues, if it fits. */
  readonly base?: string;
  /** No index of another folder is continued: this one says itself which those are, and it is not trusted. */
  readonly isAlone?: true;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly chunk: ChunkOptions;
  readonly limits: ReadLimits;
  readonly model: ServiceModel;
  /** Size that the index must not exceed, in bytes; left out: none. */
  readonly maxIndexBytes?: number;
}

export type ServiceModel =
  | { readonly is: 'built-in'; readonly dimensions?: number }
  /** A model on a server. The editor sends the requests, since it has the keys and the user's consent: see `embedRequest`. */
  | ({ readonly is: 'editor' } & Pick<Embedder, 'id' | 'dimensions' | 'limits'>);

export interface FolderStatus {
  readonly root: string;
  /** `absent`: there is no index. In every other state the existing index can be searched. */
  readonly is: 'absent' | 'ready' | 'indexing' | 'paused' | 'failed';
  /** Some known changes are not indexed yet, because indexing was paused, stopped, or failed. */
  readonly isStale: boolean;
  /** Another window or program writes the index. This one reads it, and takes over when the other ends. */
  readonly isReader: boolean;
  /** `reading`: the editor reads the files of a folder that is on no disk. */
  readonly progress?: Omit<IndexProgress, 'step'> & { readonly step: IndexProgress['step'] | 'reading' };
  /** Files of the folder, if a comparison was stopped and more than `files` of them may have to be indexed. */
  readonly folderFiles?: number;
  /** Why indexing failed. */
  readonly problem?: IndexFileProblem;
  /** The index is damaged. It can be searched, and the next refresh repairs it. */
  readonly damage?: IndexFileProblem;
  readonly files: number;
  /** Language ids of the files, unordered. */
  readonly languages: readonly string[];
  readonly chunks: number;
  /** Size of the index on disk; `memory` is its size in the memory of the index service. */
  readonly bytes: number;
  readonly memory: number;
  /** Of the last full refresh. */
  readonly report?: IndexReport;
}

/** How much of the machine indexing may use: all cores, one, or none. */
export type Pace = 'full' | 'gentle' | 'paused';

export type ServiceSearchOptions = Pick<
  SearchOptions,
  'limit' | 'further' | 'mode' | 'parents' | 'only' | 'context' | 'explain' | 'plain' | 'filters' | 'ranking'
> & {
  /** Left out: all folders. */
  readonly roots?: readonly string[];
};

/** The database of a team, as the editor knows it. The password gets into no message and no log. */
export interface DatabaseSetup {
  readonly url: string;
  readonly password?: string;
  /** Path of a file: the authority that signed the certificate of the server. */
  readonly ca?: string;
}

export type StoredSearchOptions = Omit<ServiceSearchOptions, 'roots'> & {
  /** Left out: all, each with its default branch. */
  readonly repositories?: readonly { readonly repository: string; readonly branch?: string }[];
  /** Repositories that are not searched, because they are open in the editor. */
  readonly exclude?: readonly { readonly repository: string }[];
};

export interface IndexEstimate {
  /** Files that the rules select. Their content is not read. */
  readonly files: number;
  readonly bytes: number;
  /** Those of them that the index which is there probably has as they are. */
  readonly indexed: { readonly files: number; readonly bytes: number };
  /** Expected time for the others, with the built-in model at the current load of the machine. */
  readonly seconds: number;
  /** Expected size of the index, without regard to its limit. */
  readonly indexBytes: number;
  /** Bytes of the files that fit into the limit on the index; left out: all do. */
  readonly fittingBytes?: number;
}

interface InFolder {
  readonly root: string;
}

/** Where the index of a folder is, open or not. */
export type IndexPlace = Pick<FolderSetup, 'root' | 'indexFile'>;

/** What the code at a line uses, or what uses it. */
export interface ServiceGraphQuestion {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Of a definition, for a line that may have moved. */
  readonly name?: string;
  /** Asks about all lines up to this one. */
  readonly endLine?: number;
  readonly direction: GraphDirection;
  /** Levels; 1 if left out. */
  readonly depth?: number;
  /** As in `GraphQuestion`. */
  readonly limit?: number;
}

/** The same for all definitions with a name: in one file, in one folder, or anywhere. */
export interface ServiceNameQuestion extends Omit<ServiceGraphQuestion, 'path' | 'line' | 'name' | 'endLine'> {
  readonly name: string;
  readonly root?: string;
  readonly path?: string;
}

export interface ServiceCountsQuestion {
  readonly path: string;
  /** Only the definitions whose names are in these lines, 1-based; all if left out. */
  readonly lines?: { readonly from: number; readonly to: number };
}

/** How many definitions a function, type or module uses, and how many places use it. */
export interface DefinitionCounts extends Pick<GraphPlace, 'name' | 'kind' | 'line' | 'endLine'> {
  readonly uses: number;
  readonly usedBy: number;
}

/** Sets all folders of the window: closes missing ones, and reopens those with another setup. Does not index. */
export const foldersRequest = new RequestType<readonly FolderSetup[], readonly FolderStatus[], void>('folders');
/** Compares the folder with its index and updates the index, or creates it. With many changed files, those in `first` come first. */
export const refreshRequest = new RequestType<
  InFolder & { readonly rebuild?: boolean; readonly first?: readonly string[] },
  IndexReport,
  void
>('refresh');
/** The same for some files or folders, which may be new, changed, or deleted. Paths are relative to the folder, with `/`. */
export const updateRequest = new RequestType<InFolder & { readonly paths: readonly string[] }, IndexReport, void>(
  'update',
);
/** Cancels running and waiting work in a folder. Completed work stays in the index. */
export const stopRequest = new RequestType<InFolder, void, void>('stop');
export const compactRequest = new RequestType<InFolder, void, void>('compact');
/** Closes the folder, if it is open, and deletes its index. Nothing creates it again until the folder is set and refreshed again. */
export const clearRequest = new RequestType<IndexPlace, void, void>('clear');
export const paceRequest = new RequestType<Pace, void, void>('pace');
/** An unsaved text in an editor. No text means that the editor and the file on disk are the same again. */
export const draftRequest = new RequestType<
  InFolder & { readonly path: string; readonly text?: string; readonly languageHint?: string },
  void,
  void
>('draft');
export const estimateRequest = new RequestType<FolderSetup, IndexEstimate, void>('estimate');
export const searchRequest = new RequestType<
  { readonly query: string; readonly options: ServiceSearchOptions },
  SearchAnswer,
  void
>('search');
/** Answers undefined if the index does not have this line. */
export const similarRequest = new RequestType<
  InFolder & { readonly path: string; readonly line: number; readonly options: ServiceSearchOptions },
  SearchAnswer | undefined,
  void
>('similar');
/** Answers nothing if the graph does not know this line. Waits for the draft of the path that was sent last. */
export const graphRequest = new RequestType<InFolder & ServiceGraphQuestion, readonly GraphAnswer[], void>('graph');
export const graphCountsRequest = new RequestType<InFolder & ServiceCountsQuestion, readonly DefinitionCounts[], void>(
  'graph counts',
);
/** What a place uses, what uses it, and which tests do. Answers undefined if the graph does not know the place. */
export const placeFactsRequest = new RequestType<AskedPlace, PlaceFacts | undefined, void>('place facts');
export const namedGraphRequest = new RequestType<ServiceNameQuestion, readonly GraphAnswer[], void>('named graph');
/** A few questions about the code in the indexes, for the empty search view. */
export const examplesRequest = new RequestType0<readonly string[], void>('examples');
export const statsRequest = new RequestType<InFolder, FolderStats, void>('stats');

/** Sets the database that the following three ask, or none. Does not connect. */
export const databaseRequest = new RequestType<DatabaseSetup | null, void, void>('database');
/** These are rejected with `databaseCode` if the database is missing, cannot be reached, or is slow. */
export const repositoriesRequest = new RequestType0<readonly StoredRepository[], void>('repositories');
/** The `root` of a hit is `REPOSITORY@BRANCH`. */
export const searchStoredRequest = new RequestType<
  { readonly query: string; readonly options: StoredSearchOptions },
  SearchAnswer,
  void
>('search stored');
/** Answers undefined if the branch does not have the file. */
export const storedFileRequest = new RequestType<FileAddress, StoredFileText | undefined, void>('stored file');

/** From here on: messages of the index service to the editor. */
export const statusNotification = new NotificationType<FolderStatus>('status');
export const logNotification = new NotificationType<{
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}>('log');
export const embedRequest = new RequestType<
  { readonly model: string; readonly texts: readonly string[]; readonly side: EmbeddingSide },
  Float32Array[],
  void
>('embed');

/**
 * Error codes: the request was cancelled; the index cannot be read or written, and `data` is the `Problem`; the database cannot answer,
 * and `data` is the `DatabaseReason`.
 */
export const cancelledCode = -32800;
export const problemCode = 1;
export const databaseCode = 2;
