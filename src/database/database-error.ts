/**
 * What can be wrong with a database, as one line that says what to do. Servers and TLS tell it by codes (SQLSTATE, Node's own);
 * what has none is shown as it came. No line ever has the password: it goes through `withoutPassword` first.
 */

export class DatabaseProblem extends Error {}

/** What a line may say of the database. */
export interface Shown {
  /** Without password and options. */
  readonly shown: string;
  readonly user: string;
  readonly database: string;
  readonly password: string | undefined;
}

type Line = (address: Shown, text: string) => string;

const lines: Readonly<Record<string, Line>> = {
  '28P01': ({ shown, user }) => `${shown} refuses the password of the user ${user}`,
  '28000': ({ shown, user }, text) => `${shown} refuses the user ${user}: ${text}`,
  '3D000': ({ shown, database }) => `${shown}: there is no database ${database}`,
  '42501': ({ shown, user }, text) => `${shown}: the user ${user} may not do that: ${text}`,
  '25006': ({ shown }) => `${shown} is read-only: nothing can be pushed to it`,
  '53100': ({ shown }) => `the disk of ${shown} is full`,
  '53300': ({ shown }) => `${shown} has too many connections`,
  '57P03': ({ shown }) => `${shown} is not ready yet: it starts or stops`,
  '55P03': ({ shown }) => `${shown}: someone else has been writing to this repository for minutes`,
  ENOTFOUND: ({ shown }) => `there is no host of ${shown}`,
  EAI_AGAIN: ({ shown }) => `the host of ${shown} cannot be looked up`,
  ECONNREFUSED: ({ shown }) => `nothing answers at ${shown}`,
  ENOENT: ({ shown }) => `nothing answers at ${shown}`,
  ECONNRESET: ({ shown }) => `${shown} ended the connection`,
  EPIPE: ({ shown }) => `${shown} ended the connection`,
  ETIMEDOUT: ({ shown }) => `${shown} does not answer`,
  EHOSTUNREACH: ({ shown }) => `${shown} cannot be reached`,
  ENETUNREACH: ({ shown }) => `${shown} cannot be reached`,
  ...Object.fromEntries(
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ].map((code): [string, Line] => [code, uncertain]),
  ),
};

function uncertain({ shown }: Shown, text: string): string {
  return `the certificate of ${shown} is not trusted (${text}); --ca names the file of its authority, or sslrootcert in the URL`;
}

/** The problem that an error of the client stands for. */
export function problemOf(error: unknown, address: Shown): DatabaseProblem {
  if (error instanceof DatabaseProblem) return error;
  const told = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const text = withoutPassword(oneLine(told), address.password);
  const line = lines[codeOf(told)];
  if (line) return new DatabaseProblem(line(address, text));
  if (/timeout expired|timed out/i.test(text)) return new DatabaseProblem(`${address.shown} does not answer`);
  if (/does not support SSL/i.test(text))
    return new DatabaseProblem(`${address.shown} has no TLS; where that is as it should be, add ?sslmode=disable`);
  if (/password must be a string/i.test(text))
    return new DatabaseProblem(`${address.shown} wants a password: give it in PGPASSWORD or in the URL`);
  if (/terminated|connection error|not queryable/i.test(text))
    return new DatabaseProblem(`${address.shown} ended the connection`);
  return new DatabaseProblem(`${address.shown}: ${text}`);
}

/** Whether the connection is lost, or the transaction may succeed when it is tried again. */
export function mayPass(error: unknown): boolean {
  if (error instanceof DatabaseProblem) return false;
  const code = codeOf(error);
  // Lost connections, but not a wrong message; servers that stop or start, resources that are short, deadlocks.
  if (/^(?:08(?!P01)|57P0[1-3]|40001|40P01|53300|25P03)/.test(code)) return true;
  if (/^(?:ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/.test(code))
    return true;
  const text = error instanceof Error ? error.message : '';
  return code === '' && /terminated|timeout expired|connection error|not queryable/i.test(text);
}

/** SQLSTATE, or Node's code; empty: there is none. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message || codeOf(error) : String(error);
  return text.replaceAll(/\s+/g, ' ').trim();
}

function withoutPassword(text: string, password: string | undefined): string {
  if (password === undefined || password === '') return text;
  return [password, encodeURIComponent(password)].reduce((rest, each) => rest.replaceAll(each, '[password]'), text);
}
