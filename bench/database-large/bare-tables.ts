/** Takes indexes and constraints off the tables before they are filled, and puts them back afterwards: many times faster than both at once. */
import type { Database } from '../../src/wings/team/database';

const tables = ['chunks', 'files', 'branch_files', 'embeddings', 'words'];

/** Foreign keys, which only writing needs, are not put back. */
export async function dropIndexes(database: Database): Promise<void> {
  await database.rows(
    'create table if not exists codegrain.dropped_indexes (name text primary key, on_table text, sql text)',
  );
  const constraints = await database.rows<{ name: string; on_table: string; type: string; sql: string }>(
    `select conname as name, 'codegrain.' || t.relname as on_table, contype as type, pg_get_constraintdef(c.oid) as sql
       from pg_constraint c join pg_class t on t.oid = c.conrelid
       where connamespace = 'codegrain'::regnamespace and contype in ('f', 'p', 'u')
         and conrelid = any($1::text[]::regclass[]) order by contype = 'f' desc`,
    [tables.map((table) => `codegrain.${table}`)],
  );
  for (const { name, on_table, type, sql } of constraints) {
    if (type !== 'f') await keep(database, name, on_table, `alter table ${on_table} add constraint "${name}" ${sql}`);
    await database.rows(`alter table ${on_table} drop constraint "${name}"`);
  }
  const indexes = await database.rows<{ name: string; on_table: string; sql: string }>(
    `select indexname as name, 'codegrain.' || tablename as on_table, indexdef as sql from pg_indexes
       where schemaname = 'codegrain' and tablename = any($1::text[])`,
    [tables],
  );
  for (const { name, on_table, sql } of indexes) {
    await keep(database, name, on_table, sql);
    await database.rows(`drop index codegrain."${name}"`);
  }
}

async function keep(database: Database, name: string, table: string, sql: string): Promise<void> {
  await database.rows('insert into codegrain.dropped_indexes values ($1, $2, $3) on conflict do nothing', [
    name,
    table,
    sql,
  ]);
}

/** Builds the indexes of a table and returns the seconds for each. */
export async function buildIndexes(
  database: Database,
  table: string,
): Promise<{ readonly name: string; readonly seconds: number }[]> {
  const indexes = await database.rows<{ name: string; sql: string }>(
    'select name, sql from codegrain.dropped_indexes where on_table = $1 order by name',
    [`codegrain.${table}`],
  );
  const built: { name: string; seconds: number }[] = [];
  for (const { name, sql } of indexes) {
    const start = performance.now();
    await database.rows(sql);
    built.push({ name, seconds: (performance.now() - start) / 1000 });
    await database.rows('delete from codegrain.dropped_indexes where name = $1', [name]);
  }
  await database.rows(`analyze codegrain.${table}`);
  return built;
}
