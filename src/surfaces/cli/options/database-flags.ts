/** The flags of commands that use a database, and its address, without anything secret in messages. */

import type { Embedder } from '../../../embedding/embedder';
import { loadBuiltInModel } from '../../../engine/answers/kept-model';
import type { OptionValues } from '../../../options/option';
import { rankingOptions } from '../../../options/ranking-options';
import type { PersonalRanking } from '../../../search/order-rows';
import { type DatabaseAddress, readDatabaseAddress } from '../../../wings/team/database-address';
import { UsageError } from './flags';
import { textFlag } from './shared-flags';

export const databaseFlags = {
  repository: textFlag(
    'repository NAME',
    'The repository in the database.',
    'push: the name of the folder; search: all',
  ),
  branch: textFlag(
    'branch NAME',
    'The branch in the database.',
    'push: the one that is checked out, else main; search: main, master or the one pushed last',
  ),
  ca: textFlag('ca FILE', 'Certificate authority of the server.'),
};

export interface DatabaseValues extends OptionValues<typeof databaseFlags> {
  readonly from?: string | undefined;
}

/** @param server the model that embeds queries, if it is not the built-in one. */
export function modelOfId(server: Embedder | undefined): (id: string) => Promise<Embedder | undefined> {
  return async (id) => (server?.id === id ? server : loadBuiltInModel(id));
}

export const databaseNotes =
  'The URL is postgresql://USER@HOST:PORT/DATABASE, or comes from CODEGRAIN_DATABASE_URL. Put the password into PGPASSWORD, not into the URL, where other users of this machine can see it. Connections to other hosts are encrypted and the certificate is checked; ?sslmode=disable, require, verify-ca or verify-full changes that, and --ca FILE names the authority.';

/** @param url of the command line; empty: the one in the environment. */
export function addressOf(flag: string, url: string | undefined, ca: string | undefined): DatabaseAddress {
  const source = url || process.env.CODEGRAIN_DATABASE_URL;
  if (!source) throw new UsageError(`--${flag} needs the URL of a database, or set CODEGRAIN_DATABASE_URL`);
  return readDatabaseAddress(source, ca);
}

/** Of files in a database, neither the time of a change nor uses are known. */
export function refuseLocalFlags(chosen: Partial<PersonalRanking>): void {
  for (const name of ['recency', 'usage'] as const)
    if ((chosen[name] ?? 0) > 0)
      throw new UsageError(
        `--${rankingOptions[name].flag?.name} needs the index of a folder; it cannot be combined with --from`,
      );
}
