/**
 * Where a database is: `postgresql://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…`. What the URL leaves out comes from the environment
 * (`PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD`, `PGDATABASE`, `PGSSLMODE`) or is the usual. Options that are not known are refused: a
 * misspelled `sslmode` would send code unencrypted.
 *
 * TLS as libpq means it, but for the default, which is safe here: `verify-full` for other hosts, none for this machine.
 */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { DatabaseProblem, type Shown } from './database-error';

export interface Address extends Shown {
  readonly config: ClientConfig;
  /** `HOST:PORT`. */
  readonly host: string;
  /** It is this machine. */
  readonly isHere: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof modes)[number];

const known: ReadonlySet<string> = new Set([
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'host',
  'application_name',
  'options',
  'connect_timeout',
]);

/** @throws `DatabaseProblem` */
export function readAddress(source: string, ca: string | undefined, env: Environment = process.env): Address {
  const url = parse(source);
  const options = url.searchParams;
  for (const name of options.keys())
    if (!known.has(name)) throw new DatabaseProblem(`the database URL has an unknown option "${name}"`);
  const host = options.get('host') ?? (decoded(url.hostname.replace(/^\[(.*)\]$/, '$1')) || env.PGHOST || 'localhost');
  const port = Number(url.port || env.PGPORT || 5432);
  const user = decoded(url.username) || env.PGUSER || userInfo().username;
  const database = decoded(url.pathname.slice(1)) || env.PGDATABASE || user;
  const password = decoded(url.password) || env.PGPASSWORD || undefined;
  const seconds = Number(options.get('connect_timeout') ?? env.PGCONNECT_TIMEOUT ?? 10);
  if (!(seconds > 0)) throw new DatabaseProblem('connect_timeout of the database URL is a number of seconds');
  const extra = options.get('options');
  return {
    shown: `postgresql://${host}:${port}/${database}`,
    host: `${host}:${port}`,
    isHere: isHere(host),
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
  // The error of URL itself would repeat the password.
  const problem = new DatabaseProblem('a database URL is postgresql://USER@HOST:PORT/DATABASE; this is none');
  if (!URL.canParse(source)) throw problem;
  const url = new URL(source);
  if (url.protocol !== 'postgresql:' && url.protocol !== 'postgres:') throw problem;
  return url;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new DatabaseProblem('the database URL has a % that begins no character: write %25 for it');
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
    // With an authority at hand, `require` looks at the certificate too, as libpq does.
    rejectUnauthorized: mode !== 'require' || authority !== undefined,
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}

function modeOf(wanted: string | undefined, host: string, authority: string | undefined): Mode {
  if (wanted === undefined || wanted === '') return isHere(host) && authority === undefined ? 'disable' : 'verify-full';
  const mode = modes.find((each) => each === wanted);
  if (mode) return mode;
  throw new DatabaseProblem(`sslmode is ${modes.join(', ')}; not "${wanted}"`);
}

/** A name, an address or a socket of this machine. */
function isHere(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function fileOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new DatabaseProblem(`the certificate file ${path} cannot be read`);
  }
}
