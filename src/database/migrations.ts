/**
 * The schema, brought up to date. Each version is one step that never changes once it was released; a step and the note that it was
 * made are one transaction. An advisory lock keeps two pushes from taking the same step. Whoever only searches takes none.
 */
import type { Database, Queries } from './database';
import { DatabaseProblem } from './database-error';
import { schema1 } from './schema-1';

const steps: readonly string[] = [schema1];
const schemaVersion = steps.length;

/** Of advisory locks of Codegrain: the first of two numbers; the second is 0 here, and a repository's number for pushes. */
export const lockClass = 0x6367;

/** For those who write: the schema is there and of this version afterwards. */
export async function migrate(database: Database): Promise<void> {
  if ((await versionOf(database)) < schemaVersion) {
    const { shown } = database.address;
    await database.transaction(async (queries) => {
      await queries.rows('select pg_advisory_xact_lock($1, 0)', [lockClass]);
      await needExtension(queries, shown);
      await queries.rows('create schema if not exists codegrain');
      await queries.rows(`create table if not exists codegrain.migrations (
        version integer primary key, applied_at timestamptz not null default now())`);
      const path = await pathOf(queries, shown);
      await queries.rows(`set local search_path = ${path}`);
      // Someone else may have been quicker.
      const [{ version } = { version: 0 }] = await queries.rows<{ version: number }>(
        'select coalesce(max(version), 0)::integer as version from codegrain.migrations',
      );
      for (let step = version; step < schemaVersion; step++) {
        await queries.rows(steps[step] ?? '');
        await queries.rows('insert into codegrain.migrations (version) values ($1)', [step + 1]);
      }
    });
  }
  await database.configure(`set search_path = ${await pathOf(database, database.address.shown)}`);
}

/** For those who read. */
export async function needSchema(database: Database): Promise<void> {
  const { shown } = database.address;
  const version = await versionOf(database);
  if (version === 0)
    throw new DatabaseProblem(`${shown} has nothing of Codegrain yet; fill it with: codegrain push --to URL`);
  if (version < schemaVersion)
    throw new DatabaseProblem(
      `${shown} was filled by an older version; bring it up to date with: codegrain push --to URL`,
    );
  await database.configure(`set search_path = ${await pathOf(database, shown)}`);
}

/** 0: there is no schema. */
async function versionOf(database: Database): Promise<number> {
  const { shown } = database.address;
  const [there] = await database.rows<{ found: boolean }>(
    `select to_regclass('codegrain.migrations') is not null as found`,
  );
  if (!there?.found) return 0;
  const [row] = await database.rows<{ version: number }>(
    'select coalesce(max(version), 0)::integer as version from codegrain.migrations',
  );
  const version = row?.version ?? 0;
  if (version > schemaVersion)
    throw new DatabaseProblem(
      `${shown} was filled by a newer version of Codegrain (schema ${version}, this one knows ${schemaVersion}): update this one`,
    );
  return version;
}

async function needExtension(queries: Queries, shown: string): Promise<void> {
  const [row] = await queries.rows<{ installed: string | null }>(
    `select installed_version as installed from pg_available_extensions where name = 'vector'`,
  );
  if (!row) throw new DatabaseProblem(`${shown} does not have the extension pgvector: install it on the server`);
  if (row.installed !== null) return;
  await queries.rows('create extension if not exists vector').catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error;
    throw new DatabaseProblem(
      `${shown}: the extension pgvector is not in this database, and the user may not add it; an administrator can: create extension vector`,
    );
  });
}

/** The extension may be in a schema of its own, as some providers have it. */
async function pathOf(queries: Queries, shown: string): Promise<string> {
  const [row] = await queries.rows<{ schema: string }>(
    `select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'`,
  );
  if (!row) throw new DatabaseProblem(`${shown}: the extension pgvector is missing; run: create extension vector`);
  return `codegrain, ${row.schema}, pg_catalog`;
}
