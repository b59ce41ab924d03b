/** The repositories of a database and their branches. */
import { defaultFirst } from '../branch';
import type { Queries } from '../database';

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

interface BranchRow {
  readonly repository: string;
  readonly id: number;
  readonly name: string;
  readonly commit: string | null;
  readonly pushed: Date | null;
  [column: string]: unknown;
}

/** In the order of their names. */
export async function storedRepositories(queries: Queries): Promise<StoredRepository[]> {
  const rows = await queries.rows<BranchRow>(
    `select r.name as repository, b.id, b.name, b.commit_hash as commit, b.pushed_at as pushed
       from codegrain.repositories r join codegrain.branches b on b.repository_id = r.id
       order by r.name, ${defaultFirst}`,
  );
  const branchesOf = new Map<string, BranchRow[]>();
  for (const row of rows) branchesOf.set(row.repository, [...(branchesOf.get(row.repository) ?? []), row]);
  const counts = await chunkCounts(
    queries,
    Array.from(branchesOf.values(), ([first]) => first?.id ?? 0),
  );
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
