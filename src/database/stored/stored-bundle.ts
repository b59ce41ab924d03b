/** Reading a database, with the PostgreSQL client, in a bundle of its own: servers load it when they have a database. */
import { readDatabaseAddress } from '../database-address';
import type { ModelOf } from '../database-searcher';
import { StoredCode } from './stored-code';

export { StoredCode };

interface StoredSetup {
  readonly url: string;
  readonly password?: string;
  readonly ca?: string;
}

/** Does not connect. @throws `DatabaseProblem` if the URL cannot be used. */
export function openStoredCode({ url, password, ca }: StoredSetup, modelOf: ModelOf): StoredCode {
  const env = password === undefined ? process.env : { ...process.env, PGPASSWORD: password };
  return new StoredCode(readDatabaseAddress(url, ca, env), modelOf);
}
