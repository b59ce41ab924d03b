/**
 * One step of the lexical benchmark, in its own process. Arguments: `build` or `search`, the engine, the number of chunks, the file
 * with the chunks, and the folder of the index. Prints its row as JSON. Bundled before it is run, like the product.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engines } from './engines';
import { queriesOf, readChunks } from './lexical-chunks';

const limit = 100;
const queryCount = 300;
const repeats = 5;

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function main([
  step = '',
  name = '',
  count = '',
  chunksFile = '',
  folder = '',
]: readonly string[]): Promise<void> {
  const engine = engines[name];
  if (!engine) throw new Error(`no engine "${name}"`);
  const queriesFile = join(folder, 'queries.json');
  if (step === 'build') {
    const chunks = await readChunks(chunksFile, Number(count));
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

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
