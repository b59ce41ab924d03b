/**
 * Compares keyword search: our postings, SQLite's FTS5 and minisearch, over the same real chunks with the same words.
 *
 *     node --import tsx bench/lexical.ts [--chunks 10000,100000] [--engines ours,fts5,minisearch]
 *
 * Build, load and queries are in CPU time; each query is run five times and its median counts. Building and searching run in their own
 * processes, so that memory (the increase of resident memory from before loading to after all queries) is that of the index alone.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';
import { productFile } from '../src/shared/product';
import { engines, hasNodeSqlite, sizeOf, withFolder } from './lexical/engines';
import { makeChunks } from './lexical/make-chunks';

const chunksFile = productFile('.cache', 'lexical-chunks.jsonl');
/** Under bench/, so that it can import the packages of bench/package.json. */
const stepFile = productFile('bench', '.cache', 'lexical-step.cjs');

interface Row {
  readonly build: number;
  readonly megabytes: number;
  readonly load: number;
  readonly p50: number;
  readonly p95: number;
  readonly memory: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '10000,100000' },
      engines: { type: 'string', default: Object.keys(engines).join(',') },
    },
  });
  const names = values.engines.split(',');
  buildSync({
    entryPoints: [productFile('bench', 'lexical', 'lexical-step.ts')],
    outfile: stepFile,
    bundle: true,
    platform: 'node',
    external: ['minisearch', 'node-sqlite3-wasm'],
  });
  await makeChunks(chunksFile);
  if (!hasNodeSqlite()) console.log('This Node has no node:sqlite; using FTS5 of node-sqlite3-wasm.\n');
  console.log('| engine | chunks | build CPU s | size MB | load CPU ms | p50 CPU ms | p95 CPU ms | memory MB |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const chunks of values.chunks.split(',')) {
    for (const name of names) {
      const row = await withFolder((folder) => measure(name, chunks, folder)).catch((error: unknown) => String(error));
      if (typeof row === 'string') console.log(`| ${name} | ${chunks} | ${row} |`);
      else {
        const { build, megabytes, load, p50, p95, memory } = row;
        const cells = [
          (build / 1000).toFixed(1),
          megabytes.toFixed(1),
          load.toFixed(1),
          p50.toFixed(2),
          p95.toFixed(2),
          memory.toFixed(0),
        ];
        console.log(`| ${name} | ${chunks} | ${cells.join(' | ')} |`);
      }
    }
  }
}

async function measure(name: string, chunks: string, folder: string): Promise<Row> {
  const built = ask('build', name, chunks, folder);
  const files = readdirSync(folder).filter((file) => file !== 'queries.json');
  const searched = ask('search', name, chunks, folder);
  return { ...searched, ...built, megabytes: sizeOf(folder, files) / 1e6 };
}

function ask(step: string, name: string, chunks: string, folder: string): Row {
  const args = ['--max-old-space-size=8000', stepFile, step, name, chunks, chunksFile, folder];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`failed: ${stderr.trim().split('\n').at(-1)}`);
  return JSON.parse(stdout) as Row;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
