/**
 * Compares the database with the index file: the same chunks, the same hits, and the cost of both.
 *
 *     CODEGRAIN_TEST_DATABASE_URL=… npm run bench:database -- --questions DIR --snapshots DIR [--only NAME,NAME]
 *
 * For `--questions` and `--snapshots` see checkout.ts. Without a URL, PGlite runs in this process. Everything in the schema
 * `codegrain` of the database is deleted. Writes bench/results/database.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { Database } from '../src/wings/team/database';
import { readDatabaseAddress } from '../src/wings/team/database-address';
import { describeRun } from './chunks/run-chunkers';
import { dataFlags, dataUsage, requireFileQuestions } from './code-search/require-checkouts';
import { type Compared, compareRepository } from './database/compare-repository';
import { openPostgres } from './database/postgres-server';

const method = `Each repository is indexed into a file, then pushed to the database. Both answer its questions, in one process, one after the other,
including the texts of 10 hits. overlap@10: the share of the file's 10 hits that are among the database's, by id. Same order: questions with
the same 10 hits in the same order. Latency is wall time of one question, without the first questions of each repository; both are on
this machine, so there is no network latency. Rows are the chunks (including parents) counted in the database, compared with the
records in the index.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { ...dataFlags, only: { type: 'string' } },
  });
  const { questions, snapshots } = values;
  if (!questions || !snapshots) throw new Error(`usage: ${dataUsage}`);
  const only = values.only?.split(',');
  const repositories = requireFileQuestions(questions, snapshots).filter(({ name }) => !only || only.includes(name));
  const server = await openPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'codegrain-bench-'));
  const database = await Database.open(readDatabaseAddress(server.url, undefined));
  try {
    await database.rows('drop schema if exists codegrain cascade');
    const [version] = await database.rows<{ version: string }>('select version()');
    const all: Compared[] = [];
    for (const repository of repositories) {
      process.stderr.write(`${repository.name}\n`);
      all.push(await compareRepository(repository, snapshots, folder, database));
    }
    const [size] = await database.rows<{ bytes: string }>(
      `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
         where c.relnamespace = 'codegrain'::regnamespace and c.relkind = 'r'`,
    );
    const markdown = [
      '# The database measured',
      describeRun(),
      `${(version?.version ?? '').split(' ').slice(0, 2).join(' ')}. ${method}`,
      table(all),
      `All tables and indexes together take ${(Number(size?.bytes) / 1e6).toFixed(1)} MB; the index files ${(sum(all, ({ indexBytes }) => indexBytes) / 1e6).toFixed(1)} MB, which have no texts.`,
    ].join('\n\n');
    process.stdout.write(`${markdown}\n`);
    writeFileSync(productFile('bench', 'results', 'database.md'), `${markdown}\n`);
  } finally {
    await database.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function table(all: readonly Compared[]): string {
  const heads = [
    'repository',
    'questions',
    'records in the index',
    'rows in the database',
    'overlap@10',
    'same order',
    'nDCG@10 file / database',
    'p50 / p95 file',
    'p50 / p95 database',
    'push',
    'push again',
  ];
  const rows = all.map((one) => [
    one.name,
    String(one.questions),
    String(one.records),
    String(one.rows),
    one.overlap.toFixed(4),
    `${one.sameOrder}`,
    `${one.ndcg.file.toFixed(3)} / ${one.ndcg.database.toFixed(3)}`,
    times(one.latency.file),
    times(one.latency.database),
    `${one.pushSeconds.toFixed(1)} s`,
    `${one.againSeconds.toFixed(2)} s`,
  ]);
  const questions = sum(all, (one) => one.questions);
  const mean = (of: (one: Compared) => number): number => sum(all, (one) => of(one) * one.questions) / questions;
  rows.push([
    'all',
    String(questions),
    String(sum(all, ({ records }) => records)),
    String(sum(all, (one) => one.rows)),
    mean(({ overlap }) => overlap).toFixed(4),
    String(sum(all, ({ sameOrder }) => sameOrder)),
    `${mean(({ ndcg }) => ndcg.file).toFixed(3)} / ${mean(({ ndcg }) => ndcg.database).toFixed(3)}`,
    times(all.flatMap(({ latency }) => latency.file)),
    times(all.flatMap(({ latency }) => latency.database)),
    `${sum(all, ({ pushSeconds }) => pushSeconds).toFixed(1)} s`,
    `${sum(all, ({ againSeconds }) => againSeconds).toFixed(2)} s`,
  ]);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

function times(list: readonly number[]): string {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  return `${at(0.5)} / ${at(0.95)} ms`;
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
