/**
 * Code that others pushed to the database of a team. The engine knows this contract alone; `src/wings/team/` answers it from
 * PostgreSQL.
 */
import type { Chunk } from '../code/chunk';
import type { Embedder } from '../embedding/embedder';
import type { SearchAnswer, SearchOptions } from '../search/searcher';

/** What a caller can act on: name a database, ask for a password, try again later, push first. */
export const databaseReasons = ['none', 'unreachable', 'password', 'certificate', 'slow', 'no-data', 'failed'] as const;

export type DatabaseReason = (typeof databaseReasons)[number];

export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem';

  constructor(
    message: string,
    readonly reason: DatabaseReason = 'failed',
  ) {
    super(message);
  }
}

/** Also if it was made in another bundle, whose class is another one. */
export function isDatabaseProblem(error: unknown): error is DatabaseProblem {
  return error instanceof Error && error.name === 'DatabaseProblem';
}

/** The database of a team, as the editor knows it. The password gets into no message and no log. */
export interface DatabaseSetup {
  readonly url: string;
  readonly password?: string;
  /** Path of a file: the authority that signed the certificate of the server. */
  readonly ca?: string;
}

/** The model that a branch was pushed with; undefined if it is not available. */
export type ModelOf = (id: string) => Promise<Embedder | undefined>;

export type OpenStored = (setup: DatabaseSetup, modelOf: ModelOf) => Promise<StoredCode>;

interface StoredBranch {
  readonly name: string;
  readonly commit?: string;
  /** ISO 8601; left out: the first push did not end yet. */
  readonly pushedAt?: string;
  /** Searched if no branch is named. */
  readonly isDefault: boolean;
}

export interface StoredRepository {
  readonly repository: string;
  /** The default branch first. */
  readonly branches: readonly StoredBranch[];
  /** Searched chunks of the default branch. */
  readonly chunks: number;
}

/** Which branches are searched. */
export interface BranchSelection {
  /** Left out: all. Without a branch, `branch` or the default branch of the repository. */
  readonly repositories?: readonly { readonly repository: string; readonly branch?: string | undefined }[] | undefined;
  readonly branch?: string | undefined;
  /** Names of repositories to leave out. */
  readonly exclude?: readonly string[] | undefined;
}

export interface FileAddress {
  readonly repository: string;
  readonly branch: string;
  readonly path: string;
}

export interface StoredFileText {
  readonly text: string;
  readonly language: string;
  /** With their places in `text`, parents included, in the order of the file. */
  readonly chunks: readonly Chunk[];
}

/** Every method rejects with `DatabaseProblem` if the database cannot answer, and with the reason of the signal if that was aborted. */
export interface StoredCode {
  repositories(signal?: AbortSignal): Promise<readonly StoredRepository[]>;
  search(query: string, selection: BranchSelection, options?: SearchOptions): Promise<SearchAnswer>;
  /** Code of the selection that is similar to the code at a line; undefined if there is no chunk there. */
  similar(
    place: FileAddress,
    line: number,
    selection: BranchSelection,
    options?: SearchOptions,
  ): Promise<SearchAnswer | undefined>;
  /** Undefined if the branch does not have the file. */
  file(place: FileAddress, signal?: AbortSignal): Promise<StoredFileText | undefined>;
  close(): Promise<void>;
}
