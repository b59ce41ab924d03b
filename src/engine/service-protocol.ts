/**
 * The messages between the editor and the index service: the process that holds the indexes of the open folders, keeps them up to date
 * and searches them. There is one per window. Messages are structured clones, so bytes and vectors keep their types.
 */

import { type CancellationToken, type MessageConnection, NotificationType, RequestType } from 'vscode-jsonrpc';
import type { Embedder, EmbeddingSide } from '../embedding/embedder';
import type { IndexFileProblem } from '../index/file/index-error';
import type { GraphPlace } from '../index/graph/graph-entry';
import type { ChunkOptions } from '../options/chunk-options';
import type { AskedPlace, GraphAnswer, GraphQuestion, PlaceFacts } from '../search/graph-questions';
import type { SearchAnswer, SearchOptions } from '../search/searcher';
import type { ReadLimits } from '../workspace/read-file';
import type { FolderStats } from './indexer/folder-stats';
import type { IndexProgress, IndexReport } from './indexer/index-result';
import type { DatabaseSetup, FileAddress, StoredFileText, StoredRepository } from './stored-code';

/** A folder and how it is indexed. All messages identify folders by `root`. */
export interface FolderSetup {
  /** Absolute path. */
  readonly root: string;
  /** Left out: `.codegrain/index.cgx` in the folder. */
  readonly indexFile?: string;
  /** An index file that a new index continues, if it fits. */
  readonly base?: string;
  /** The folder is not trusted: git is not started, and no index of another folder is continued, since this one says which those are. */
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

/** About the definitions of a file. */
interface CountsQuestion extends InFolder {
  readonly path: string;
  /** Only the definitions whose names are in these lines, 1-based; all if left out. */
  readonly lines?: { readonly from: number; readonly to: number };
}

/** How many definitions a function, type or module uses, and how many places use it. */
export interface DefinitionCounts extends Pick<GraphPlace, 'name' | 'kind' | 'line' | 'endLine'> {
  readonly uses: number;
  readonly usedBy: number;
}

type Exchange<Asked, Answer> = { readonly asked: Asked; readonly answer: Answer };

/** What the editor wants to have done. */
interface ServiceCommands {
  /** Sets all folders of the window: closes missing ones, and reopens those with another setup. Does not index. */
  readonly folders: Exchange<readonly FolderSetup[], readonly FolderStatus[]>;
  /** Compares the folder with its index and updates the index, or creates it. With many changed files, those in `first` come first. */
  readonly refresh: Exchange<InFolder & { readonly rebuild: boolean; readonly first: readonly string[] }, IndexReport>;
  /** The same for some files or folders, which may be new, changed, or deleted. Paths are relative to the folder, with `/`. */
  readonly update: Exchange<InFolder & { readonly paths: readonly string[] }, IndexReport>;
  /** Cancels running and waiting work in a folder. Completed work stays in the index. */
  readonly stop: Exchange<InFolder, void>;
  /** Closes the folder, if it is open, and deletes its index. Nothing creates it again until the folder is set and refreshed again. */
  readonly clear: Exchange<IndexPlace, void>;
  readonly pace: Exchange<Pace, void>;
  /** An unsaved text in an editor. No text means that the editor and the file on disk are the same again. */
  readonly draft: Exchange<
    InFolder & { readonly path: string; readonly text?: string; readonly languageHint?: string },
    void
  >;
  /** Sets the database that questions about stored code ask, or none. Does not connect. */
  readonly database: Exchange<DatabaseSetup | null, void>;
}

/**
 * The questions of the editor. They change nothing, so that the next process is asked if one ends before
 * it has answered. They answer from the last draft that was sent before them.
 */
interface ServiceQuestions {
  readonly estimate: Exchange<FolderSetup, IndexEstimate>;
  readonly search: Exchange<{ readonly query: string; readonly options?: ServiceSearchOptions }, SearchAnswer>;
  /** Undefined if the index does not have this line. */
  readonly similar: Exchange<
    InFolder & { readonly path: string; readonly line: number; readonly options?: ServiceSearchOptions },
    SearchAnswer | undefined
  >;
  /** Without a root: in all folders. Nothing if the graph does not know the place or the name. */
  readonly graph: Exchange<Partial<InFolder> & GraphQuestion, readonly GraphAnswer[]>;
  readonly counts: Exchange<CountsQuestion, readonly DefinitionCounts[]>;
  /** What a place uses, what uses it, and which tests do. Undefined if the graph does not know the place. */
  readonly facts: Exchange<AskedPlace, PlaceFacts | undefined>;
  /** A few questions about the code in the indexes, for the empty search view. */
  readonly examples: Exchange<Record<never, never>, readonly string[]>;
  readonly stats: Exchange<InFolder, FolderStats>;
  /** The following three are rejected with `databaseCode` if the database is missing, cannot be reached, or is slow. */
  readonly repositories: Exchange<Record<never, never>, readonly StoredRepository[]>;
  /** The `root` of a hit is `REPOSITORY@BRANCH`. */
  readonly searchStored: Exchange<{ readonly query: string; readonly options?: StoredSearchOptions }, SearchAnswer>;
  /** Undefined if the branch does not have the file. */
  readonly storedFile: Exchange<FileAddress, StoredFileText | undefined>;
}

type ServiceRequests = ServiceCommands & ServiceQuestions;

export type QuestionName = keyof ServiceQuestions;
export type RequestName = keyof ServiceRequests;
export type Asked<Name extends RequestName> = ServiceRequests[Name]['asked'];
export type Answer<Name extends RequestName> = ServiceRequests[Name]['answer'];

/** What answers requests, by their names. */
export type RequestAnswers<Name extends RequestName = RequestName> = {
  readonly [Each in Name]: (asked: Asked<Each>, signal: AbortSignal) => Promise<Answer<Each>>;
};

/** Sends a request. The answer comes in an object, because JSON-RPC turns undefined into null. */
export async function sendRequest<Name extends RequestName>(
  to: MessageConnection,
  name: Name,
  asked: Asked<Name>,
  token: CancellationToken,
): Promise<Answer<Name>> {
  return (await to.sendRequest<{ readonly answer: Answer<Name> }>(name, asked, token)).answer;
}

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
