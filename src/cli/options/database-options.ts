/** Options that say which database, and its address without anything secret in messages. */
import { type Address, readAddress } from '../../database/database-address';
import { UsageError } from './usage';

export const databaseHelp = `The URL is postgresql://USER@HOST:PORT/DATABASE, or comes from CODEGRAIN_DATABASE_URL. Give the password in PGPASSWORD rather than in
the URL, where other users of this machine can see it. To other hosts the connection is encrypted and the certificate checked;
?sslmode=disable, require, verify-ca or verify-full says otherwise, --ca FILE names the authority.`;

/** @param url of the command line; empty: that of the environment. */
export function addressOf(option: string, url: string | undefined, ca: string | undefined): Address {
  const source = url || process.env.CODEGRAIN_DATABASE_URL;
  if (!source)
    throw new UsageError(`--${option} needs the URL of a database, or CODEGRAIN_DATABASE_URL has to have it`);
  return readAddress(source, ca);
}
