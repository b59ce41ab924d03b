/**
 * Turns errors of the database client into one line that says what to do. Servers and TLS report codes (SQLSTATE, or Node's own);
 * errors without a code keep their text. A line never contains the password: `withoutPassword` removes it.
 */
import { DatabaseProblem, type DatabaseReason } from '../../engine/stored-code';
import { errorCode } from '../../shared/error-code';

/** What a message may say about the database; the password is here only to be removed from texts. */
export interface DatabaseIdentity {
  /** The URL without password and options. */
  readonly shown: string;
  readonly user: string;
  readonly database: string;
  readonly password: string | undefined;
}

type MessageFor = (address: DatabaseIdentity, text: string) => string;

const closed: MessageFor = ({ shown }) => `${shown} closed the connection`;
const unreachable: MessageFor = ({ shown }) => `${shown} cannot be reached`;
const noServer: MessageFor = ({ shown }) => `no server is listening at ${shown}`;

/** By what the server or Node reports. */
const messages: Readonly<Record<string, readonly [DatabaseReason, MessageFor]>> = {
  '28P01': ['password', ({ shown, user }) => `${shown} rejected the password of user ${user}`],
  '28000': ['password', ({ shown, user }, text) => `${shown} rejected user ${user}: ${text}`],
  '3D000': ['failed', ({ shown, database }) => `${shown}: database ${database} does not exist`],
  '42501': ['failed', ({ shown, user }, text) => `${shown}: user ${user} lacks permission: ${text}`],
  '25006': ['failed', ({ shown }) => `${shown} is read-only: nothing can be pushed to it`],
  '53100': ['failed', ({ shown }) => `the disk of ${shown} is full`],
  '53300': ['unreachable', ({ shown }) => `${shown} has too many connections`],
  '57014': ['slow', ({ shown }) => `${shown} took too long to answer; the statement was cancelled`],
  '57P03': ['unreachable', ({ shown }) => `${shown} is starting up or shutting down`],
  '55P03': ['failed', ({ shown }) => `${shown}: another push has been writing to this repository for minutes`],
  ENOTFOUND: ['unreachable', ({ shown }) => `the host of ${shown} does not exist`],
  EAI_AGAIN: ['unreachable', ({ shown }) => `the host of ${shown} cannot be resolved`],
  ECONNREFUSED: ['unreachable', noServer],
  ENOENT: ['unreachable', noServer],
  ECONNRESET: ['unreachable', closed],
  EPIPE: ['unreachable', closed],
  ETIMEDOUT: ['unreachable', ({ shown }) => `${shown} does not respond`],
  EHOSTUNREACH: ['unreachable', unreachable],
  ENETUNREACH: ['unreachable', unreachable],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['certificate', untrusted],
  SELF_SIGNED_CERT_IN_CHAIN: ['certificate', untrusted],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['certificate', untrusted],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['certificate', untrusted],
  CERT_HAS_EXPIRED: ['certificate', untrusted],
  ERR_TLS_CERT_ALTNAME_INVALID: ['certificate', untrusted],
};

function untrusted({ shown }: DatabaseIdentity, text: string): string {
  return `the certificate of ${shown} is not trusted (${text}); pass its certificate authority with --ca FILE or sslrootcert in the URL`;
}

/** The message for an error of the client. */
export function databaseProblem(error: unknown, address: DatabaseIdentity): DatabaseProblem {
  if (error instanceof DatabaseProblem) return error;
  const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const text = withoutPassword(oneLine(cause), address.password);
  const known = messages[errorCode(cause) ?? ''];
  if (known) return new DatabaseProblem(known[1](address, text), known[0]);
  if (/timeout expired|timed out/i.test(text))
    return new DatabaseProblem(`${address.shown} does not respond`, 'unreachable');
  if (/does not support SSL/i.test(text))
    return new DatabaseProblem(`${address.shown} does not support TLS; to connect without it, add ?sslmode=disable`);
  if (/password must be a string/i.test(text))
    return new DatabaseProblem(`${address.shown} needs a password: set PGPASSWORD or put it in the URL`, 'password');
  if (/terminated|connection error|not queryable/i.test(text))
    return new DatabaseProblem(`${address.shown} closed the connection`, 'unreachable');
  return new DatabaseProblem(`${address.shown}: ${text}`);
}

/** True if the connection was lost, or the transaction may succeed on another attempt. */
export function isTransientDatabaseError(error: unknown): boolean {
  if (error instanceof DatabaseProblem) return false;
  const code = errorCode(error) ?? '';
  // Lost connections (but not protocol violations), servers that start or stop, scarce resources, deadlocks.
  if (/^(?:08(?!P01)|57P0[1-3]|40001|40P01|53300|25P03)/.test(code)) return true;
  if (/^(?:ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/.test(code))
    return true;
  const text = error instanceof Error ? error.message : '';
  return code === '' && /terminated|timeout expired|connection error|not queryable/i.test(text);
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message || (errorCode(error) ?? '') : String(error);
  return text.replaceAll(/\s+/g, ' ').trim();
}

function withoutPassword(text: string, password: string | undefined): string {
  if (password === undefined || password === '') return text;
  return [password, encodeURIComponent(password)].reduce((rest, each) => rest.replaceAll(each, '[password]'), text);
}
