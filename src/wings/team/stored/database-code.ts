/**
 * What readers ask a database for: its repositories, searches in them, files. Connects when it is asked. With the PostgreSQL client, it
 * is also a bundle of its own (`dist/stored.js`): servers load it when they have a database.
 */
import type {
  BranchSelection,
  FileAddress,
  ModelOf,
  StoredCode,
  StoredFileText,
  StoredRepository,
} from '../../../engine/stored-code';
import type { SearchAnswer, SearchOptions } from '../../../search/searcher';
import { defaultFirst, findBranches } from '../branch';
import { DatabaseConnections, type OpenConnection } from '../connection/database-connections';
import type { Queries } from '../database';
import { type DatabaseAddress, readDatabaseAddress } from '../database-address';
import { DatabaseSearcher } from '../database-searcher';
import { requireSchema } from '../schema/migrations';
import { storedFileText } from './stored-file-text';

/** Branches and their sizes are read again after this time, and what a push changed is seen. */
const freshMs = 15_000;

interface Kept {
  isChecked: boolean;
  /** By selection. */
  readonly searchers: Map<string, { readonly searcher: DatabaseSearcher; readonly openedMs: number }>;
}

type Connection = OpenConnection<Kept>;

/** Every method rejects with `DatabaseProblem` if the database cannot answer, and with the reason of the signal if that was aborted. */
export class DatabaseCode implements StoredCode {
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

// The repositories of a database and their branches.

type BranchRow = { repository: string; id: number; name: string; commit: string | null; pushed: Date | null };

/** In the order of their names. */
async function storedRepositories(queries: Queries): Promise<StoredRepository[]> {
  const rows = await queries.rows<BranchRow>(
    `select r.name as repository, b.id, b.name, b.commit_hash as commit, b.pushed_at as pushed
       from codegrain.repositories r join codegrain.branches b on b.repository_id = r.id
       order by r.name, ${defaultFirst}`,
  );
  const branchesOf = new Map<string, BranchRow[]>();
  for (const row of rows) branchesOf.set(row.repository, [...(branchesOf.get(row.repository) ?? []), row]);
  const first = Array.from(branchesOf.values(), ([branch]) => branch?.id ?? 0);
  const counts = await chunkCounts(queries, first);
  return Array.from(branchesOf, ([repository, branches]) => ({
    repository,
    chunks: counts.get(branches[0]?.id ?? 0) ?? 0,
    branches: branches.map(({ name, commit, pushed }, i) => ({
      name,
      ...(commit !== null && { commit }),
      ...(pushed !== null && { pushedAt: pushed.toISOString() }),
      isDefault: i === 0,
    })),
  }));
}

async function chunkCounts(queries: Queries, branches: readonly number[]): Promise<Map<number, number>> {
  const rows = await queries.rows<{ id: number; chunks: number }>(
    `select b.branch_id as id, sum(f.searched_count)::integer as chunks
       from codegrain.branch_files b join codegrain.files f on f.id = b.file_id
       where b.branch_id = any($1::integer[]) group by b.branch_id`,
    [branches],
  );
  return new Map(rows.map(({ id, chunks }) => [id, chunks]));
}

/** Does not connect. @throws `DatabaseProblem` if the URL cannot be used. */
export function openStoredCode(
  { url, password, ca }: { readonly url: string; readonly password?: string; readonly ca?: string },
  modelOf: ModelOf,
): DatabaseCode {
  const env = password === undefined ? process.env : { ...process.env, PGPASSWORD: password };
  return new DatabaseCode(readDatabaseAddress(url, ca, env), modelOf);
}
