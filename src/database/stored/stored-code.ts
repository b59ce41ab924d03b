/** What readers ask a database for: its repositories, searches in them, files. Connects when it is asked. */
import type { SearchAnswer, SearchOptions } from '../../search/searcher';
import { type BranchSelection, findBranches } from '../branch';
import { DatabaseConnections, type OpenConnection } from '../connection/database-connections';
import type { DatabaseAddress } from '../database-address';
import { DatabaseSearcher, type ModelOf } from '../database-searcher';
import { requireSchema } from '../schema/migrations';
import { type FileAddress, type StoredFileText, storedFileText } from './stored-file-text';
import { type StoredRepository, storedRepositories } from './stored-repositories';

/** Branches and their sizes are read again after this time, and what a push changed is seen. */
const freshMs = 15_000;

interface Kept {
  isChecked: boolean;
  /** By selection. */
  readonly searchers: Map<string, { readonly searcher: DatabaseSearcher; readonly openedMs: number }>;
}

type Connection = OpenConnection<Kept>;

/** Every method rejects with `DatabaseProblem` if the database cannot answer, and with the reason of the signal if that was aborted. */
export class StoredCode {
  private readonly connections: DatabaseConnections<Kept>;

  constructor(
    address: DatabaseAddress,
    private readonly modelOf: ModelOf,
  ) {
    this.connections = new DatabaseConnections(address, () => ({ isChecked: false, searchers: new Map() }));
  }

  repositories(signal?: AbortSignal): Promise<StoredRepository[]> {
    return this.ask(signal, ({ database }) => storedRepositories(database));
  }

  search(query: string, selection: BranchSelection, options: SearchOptions = {}): Promise<SearchAnswer> {
    return this.ask(options.signal, async (connection) => {
      return (await this.searcher(connection, selection)).search(query, options);
    });
  }

  /** Code of the selection that is similar to the code at a line; undefined if there is no chunk there. */
  similar(
    { repository, branch, path }: FileAddress,
    line: number,
    selection: BranchSelection,
    options: SearchOptions = {},
  ): Promise<SearchAnswer | undefined> {
    return this.ask(options.signal, async (connection) => {
      const anchors = await findBranches(connection.database, { repositories: [{ repository, branch }] });
      return (await this.searcher(connection, selection)).similar(path, line, options, anchors);
    });
  }

  /** Undefined if the branch does not have the file. */
  file(place: FileAddress, signal?: AbortSignal): Promise<StoredFileText | undefined> {
    return this.ask(signal, ({ database }) => storedFileText(database, place));
  }

  close(): Promise<void> {
    return this.connections.close();
  }

  private ask<T>(signal: AbortSignal | undefined, work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.connections.use(signal, async (connection) => {
      if (!connection.kept.isChecked) await requireSchema(connection.database);
      connection.kept.isChecked = true;
      return work(connection);
    });
  }

  private async searcher(
    { database, kept: { searchers } }: Connection,
    selection: BranchSelection,
  ): Promise<DatabaseSearcher> {
    const key = JSON.stringify(selection);
    const now = performance.now();
    for (const [each, { openedMs }] of searchers) if (now - openedMs > freshMs) searchers.delete(each);
    const known = searchers.get(key);
    if (known) return known.searcher;
    const searcher = await DatabaseSearcher.open(database, selection, this.modelOf);
    searchers.set(key, { searcher, openedMs: now });
    return searcher;
  }
}
