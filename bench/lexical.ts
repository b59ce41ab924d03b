/**
 * Keyword search compared: our postings beside SQLite's FTS5 and minisearch, over the same real chunks, with the same words.
 *
 *     node --import tsx bench/lexical.ts [--chunks 10000,100000] [--engines ours,fts5,minisearch]
 *
 * Build, load and queries are CPU time; each query is asked five times and its median counts. Building and searching run in processes
 * of their own, so that memory (how much more is resident after all queries than before loading) is
 * that of the index alone.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeChunks, queriesOf, readChunks } from './lexical/chunks';
import { engines, hasNodeSqlite, sizeOf, withFolder } from './lexical/engines';

const limit = 100;
const queryCount = 300;
const repeats = 5;

interface Row {
  readonly build: number;
  readonly megabytes: number;
  readonly load: number;
  readonly p50: number;
  readonly p95: number;
  readonly memory: number;
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '10000,100000' },
      engines: { type: 'string', default: Object.keys(engines).join(',') },
      step: { type: 'string' },
      folder: { type: 'string', default: '' },
    },
  });
  const names = values.engines.split(',');
  if (values.step !== undefined) {
    await runStep(values.step, names[0] ?? '', Number(values.chunks), values.folder);
    return;
  }
  await makeChunks();
  if (!hasNodeSqlite()) console.log('This Node has no node:sqlite; FTS5 is that of node-sqlite3-wasm.\n');
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
  const args = ['--max-old-space-size=8000', '--import', 'tsx', __filename, '--step', step, '--engines', name];
  const { stdout, stderr, status } = spawnSync(process.execPath, [...args, '--chunks', chunks, '--folder', folder], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`failed: ${stderr.trim().split('\n').at(-1)}`);
  return JSON.parse(stdout) as Row;
}

async function runStep(step: string, name: string, count: number, folder: string): Promise<void> {
  const engine = engines[name];
  if (!engine) throw new Error(`no engine "${name}"`);
  const queriesFile = join(folder, 'queries.json');
  if (step === 'build') {
    const chunks = await readChunks(count);
    writeFileSync(queriesFile, JSON.stringify(queriesOf(chunks, queryCount)));
    const start = cpu();
    await engine.build(chunks, folder);
    console.log(JSON.stringify({ build: cpu() - start }));
    return;
  }
  const queries = JSON.parse(readFileSync(queriesFile, 'utf8')) as string[];
  const memory = process.memoryUsage().rss;
  const start = cpu();
  const search = await engine.load(folder);
  const load = cpu() - start;
  for (const query of queries) search(query, limit);
  const times = queries.map((query) => {
    const runs = Array.from({ length: repeats }, () => {
      const before = cpu();
      search(query, limit);
      return cpu() - before;
    });
    return runs.sort((a, b) => a - b)[repeats >> 1] ?? 0;
  });
  times.sort((a, b) => a - b);
  const [p50, p95] = [0.5, 0.95].map((share) => times[Math.floor(times.length * share)] ?? 0);
  console.log(JSON.stringify({ load, p50, p95, memory: (process.memoryUsage().rss - memory) / 1e6 }));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
