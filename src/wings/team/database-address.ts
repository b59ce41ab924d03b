/**
 * The address of a database: `postgresql://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…`. Missing parts come from the environment
 * (`PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD`, `PGDATABASE`, `PGSSLMODE`) or have the usual defaults. Unknown options are errors: a
 * misspelled `sslmode` would send code unencrypted.
 *
 * TLS modes are those of libpq, except for the default, which is secure: `verify-full` for other hosts, none for this machine.
 */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { DatabaseProblem } from '../../engine/stored-code';
import type { DatabaseIdentity } from './database-error';

export interface DatabaseAddress extends DatabaseIdentity {
  readonly config: ClientConfig;
  /** `HOST:PORT`. */
  readonly host: string;
  /** The host is this machine. */
  readonly isLocal: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof modes)[number];

const knownOptions: ReadonlySet<string> = new Set([
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'application_name', 'options', 'connect_timeout'],
]);

/** @throws `DatabaseProblem` */
export function readDatabaseAddress(
  source: string,
  ca: string | undefined,
  env: Environment = process.env,
): DatabaseAddress {
  const url = parse(source);
  const options = url.searchParams;
  for (const name of options.keys())
    if (!knownOptions.has(name)) throw new DatabaseProblem(`the database URL has an unknown option "${name}"`);
  const host = options.get('host') ?? (decoded(url.hostname.replace(/^\[(.*)\]$/, '$1')) || env.PGHOST || 'localhost');
  const port = Number(url.port || env.PGPORT || 5432);
  const user = decoded(url.username) || env.PGUSER || userInfo().username;
  const database = decoded(url.pathname.slice(1)) || env.PGDATABASE || user;
  const password = decoded(url.password) || env.PGPASSWORD || undefined;
  const seconds = Number(options.get('connect_timeout') ?? env.PGCONNECT_TIMEOUT ?? 10);
  if (!(seconds > 0)) throw new DatabaseProblem('connect_timeout in the database URL must be a number of seconds');
  const extra = options.get('options');
  return {
    shown: `postgresql://${host}:${port}/${database}`,
    host: `${host}:${port}`,
    isLocal: isLocalHost(host),
    user,
    database,
    password,
    config: {
      host,
      port,
      user,
      database,
      ...(password !== undefined && { password }),
      ssl: tlsOf(options, host, ca, env),
      connectionTimeoutMillis: seconds * 1000,
      application_name: options.get('application_name') ?? 'codegrain',
      ...(extra !== null && { options: extra }),
      keepAlive: true,
    },
  };
}

function parse(source: string): URL {
  // The error that URL throws would repeat the password.
  const problem = new DatabaseProblem('a database URL must look like postgresql://USER@HOST:PORT/DATABASE');
  if (!URL.canParse(source)) throw problem;
  const url = new URL(source);
  if (url.protocol !== 'postgresql:' && url.protocol !== 'postgres:') throw problem;
  return url;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new DatabaseProblem('the database URL has a stray %: write it as %25');
  }
}

function tlsOf(
  options: URLSearchParams,
  host: string,
  ca: string | undefined,
  env: Environment,
): false | ConnectionOptions {
  const authority = ca ?? options.get('sslrootcert') ?? undefined;
  const mode = modeOf(options.get('sslmode') ?? env.PGSSLMODE, host, authority);
  if (mode === 'disable') return false;
  const certificate = options.get('sslcert');
  const key = options.get('sslkey');
  return {
    ...(authority !== undefined && { ca: fileOf(authority) }),
    ...(certificate !== null && { cert: fileOf(certificate) }),
    ...(key !== null && { key: fileOf(key) }),
    // With a certificate authority, `require` checks the certificate too, as libpq does.
    rejectUnauthorized: mode !== 'require' || authority !== undefined,
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}

function modeOf(name: string | undefined, host: string, authority: string | undefined): Mode {
  if (name === undefined || name === '')
    return isLocalHost(host) && authority === undefined ? 'disable' : 'verify-full';
  const mode = modes.find((each) => each === name);
  if (mode) return mode;
  throw new DatabaseProblem(`sslmode must be ${modes.join(', ')}, not "${name}"`);
}

/** A host name, an address or a socket of this machine. */
function isLocalHost(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function fileOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new DatabaseProblem(`cannot read the certificate file ${path}`);
  }
}
