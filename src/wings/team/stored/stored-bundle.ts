/** Reading a database, with the PostgreSQL client, in a bundle of its own: servers load it when they have a database. */

import type { ModelOf } from '../../../engine/stored-code';
import { readDatabaseAddress } from '../database-address';
import { DatabaseCode } from './database-code';

export { DatabaseCode };

interface StoredSetup {
  readonly url: string;
  readonly password?: string;
  readonly ca?: string;
}

/** Does not connect. @throws `DatabaseProblem` if the URL cannot be used. */
export function openStoredCode({ url, password, ca }: StoredSetup, modelOf: ModelOf): DatabaseCode {
  const env = password === undefined ? process.env : { ...process.env, PGPASSWORD: password };
  return new DatabaseCode(readDatabaseAddress(url, ca, env), modelOf);
}
