/**
 * Migrates the schema. Each version is one step that never changes once it is released. A step and the record that it was applied are
 * one transaction. An advisory lock keeps two pushes from applying the same step. Searches do not migrate.
 */

import { DatabaseProblem } from '../../../engine/stored-code';
import type { Database, Queries } from '../database';
import { schema1, schema2, schema3 } from './schema-steps';

const steps: readonly string[] = [schema1, schema2, schema3];
const schemaVersion = steps.length;

/** The first number of Codegrain's advisory locks. The second is 0 for migrations and the repository's id for pushes. */
export const lockClass = 0x6367;

/** For writers: creates the schema or brings it to this version. */
export async function migrateSchema(database: Database): Promise<void> {
  if ((await versionOf(database)) < schemaVersion) {
    const { shown } = database.address;
    await database.transaction(async (queries) => {
      await queries.rows('select pg_advisory_xact_lock($1, 0)', [lockClass]);
      await needExtension(queries, shown);
      await queries.rows('create schema if not exists codegrain');
      await queries.rows(`create table if not exists codegrain.migrations (
        version integer primary key, applied_at timestamptz not null default now())`);
      await queries.rows(`set local search_path = ${await pathOf(queries, shown)}`);
      // Another push may have been faster.
      const [{ version } = { version: 0 }] = await queries.rows<{ version: number }>(
        'select coalesce(max(version), 0)::integer as version from codegrain.migrations',
      );
      for (let step = version; step < schemaVersion; step++) {
        await queries.rows(steps[step] ?? '');
        await queries.rows('insert into codegrain.migrations (version) values ($1)', [step + 1]);
      }
    });
  }
  database.configure('search_path', await pathOf(database, database.address.shown));
}

/** For readers: fails if the schema is missing or of another version. */
export async function requireSchema(database: Database): Promise<void> {
  const { shown } = database.address;
  const version = await versionOf(database);
  if (version === 0)
    throw new DatabaseProblem(`${shown} has no data from Codegrain yet; run: codegrain push --to URL`, 'no-data');
  if (version < schemaVersion)
    throw new DatabaseProblem(`${shown} was written by an older version; update it with: codegrain push --to URL`);
  database.configure('search_path', await pathOf(database, shown));
}

/** 0 if there is no schema. */
async function versionOf(database: Database): Promise<number> {
  const { shown } = database.address;
  const [schema] = await database.rows<{ found: boolean }>(
    `select to_regclass('codegrain.migrations') is not null as found`,
  );
  if (!schema?.found) return 0;
  const [row] = await database.rows<{ version: number }>(
    'select coalesce(max(version), 0)::integer as version from codegrain.migrations',
  );
  const version = row?.version ?? 0;
  if (version > schemaVersion)
    throw new DatabaseProblem(
      `${shown} was written by a newer version of Codegrain (schema ${version}, this version knows ${schemaVersion}); update Codegrain`,
    );
  return version;
}

async function needExtension(queries: Queries, shown: string): Promise<void> {
  const [row] = await queries.rows<{ installed: string | null }>(
    `select installed_version as installed from pg_available_extensions where name = 'vector'`,
  );
  if (!row) throw new DatabaseProblem(`${shown} does not have the pgvector extension; install it on the server`);
  if (row.installed !== null) return;
  await queries.rows('create extension if not exists vector').catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error;
    throw new DatabaseProblem(
      `${shown}: the pgvector extension is not enabled in this database; an administrator has to run: create extension vector`,
    );
  });
}

/** The search path: some providers install the extension in a schema of its own. */
async function pathOf(queries: Queries, shown: string): Promise<string> {
  const [row] = await queries.rows<{ schema: string }>(
    `select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'`,
  );
  if (!row) throw new DatabaseProblem(`${shown}: the pgvector extension is missing; run: create extension vector`);
  return `codegrain, ${row.schema}, pg_catalog`;
}
