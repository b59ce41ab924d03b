/** The address of a database, without anything secret in messages. */
import { type DatabaseAddress, readDatabaseAddress } from '../../../wings/team/database-address';
import { UsageError } from './flags';

export const databaseNotes =
  'The URL is postgresql://USER@HOST:PORT/DATABASE, or comes from CODEGRAIN_DATABASE_URL. Put the password into PGPASSWORD, not into the URL, where other users of this machine can see it. Connections to other hosts are encrypted and the certificate is checked; ?sslmode=disable, require, verify-ca or verify-full changes that, and --ca FILE names the authority.';

/** @param url of the command line; empty: the one in the environment. */
export function addressOf(flag: string, url: string | undefined, ca: string | undefined): DatabaseAddress {
  const source = url || process.env.CODEGRAIN_DATABASE_URL;
  if (!source) throw new UsageError(`--${flag} needs the URL of a database, or set CODEGRAIN_DATABASE_URL`);
  return readDatabaseAddress(source, ca);
}
