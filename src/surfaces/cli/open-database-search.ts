/** Opens the database that `search --from` and `similar --from` use instead of an index. Loaded only for them. */

import type { Embedder } from '../../embedding/embedder';
import type { BranchSelection } from '../../engine/stored-code';
import { Database } from '../../wings/team/database';
import { DatabaseSearcher } from '../../wings/team/database-searcher';
import { addressOf, type DatabaseValues, modelOfId } from './options/database-flags';

/** @param server the model that embeds queries, if it is not the built-in one. */
export async function openDatabaseSearch(
  { from, repository, branch, ca }: DatabaseValues,
  server?: Embedder,
): Promise<AsyncDisposable & { readonly index: DatabaseSearcher }> {
  const database = await Database.open(addressOf('from', from, ca));
  try {
    return {
      index: await DatabaseSearcher.open(database, selectionOf(repository, branch), modelOfId(server)),
      [Symbol.asyncDispose]: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function selectionOf(repository: string | undefined, branch: string | undefined): BranchSelection {
  return { branch, ...(repository !== undefined && { repositories: [{ repository }] }) };
}
