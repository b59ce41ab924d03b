/**
 * Search over a database with millions of chunks: time to load and to build indexes, disk, latency, and recall against comparing
 * everything.
 *
 *     npm run bench:database-large -- --from URL --to URL [--chunks 10M] [--per-repository 50k] [--variants hnsw] [--memory 4GB]
 *       [--steps load,variants,ask]
 *
 * `--from` is a database that real repositories were pushed to with `codegrain push`; the more, the better. `--to` is a database whose
 * schema `codegrain` is deleted. psql must be installed. Variants of the index of vectors: hnsw, hnsw8, ivfflat, bits; the last one
 * stays and is searched. `--memory` is the server's memory to build an index. Each step keeps its results in `.cache`, so that steps
 * can be run one at a time. Writes bench/results/database-large.md.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { loadBuiltIn } from '../src/embedding/built-in/built-in-embedder';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { Database } from '../src/wings/team/database';
import { readDatabaseAddress } from '../src/wings/team/database-address';
import { migrateSchema } from '../src/wings/team/schema/migrations';
import { describeRun } from './chunks/run-chunkers';
import { askLarge } from './database-large/ask-large';
import { buildIndexes, dropIndexes } from './database-large/bare-tables';
import { CopiedChunks } from './database-large/copied-chunks';
import { exactNearest, measureVariant, variantsOf } from './database-large/index-variants';
import { type LargeResults, largeReport, sizesOf } from './database-large/large-tables';
import { loadChunks, loadNames, loadVectors, loadWords } from './database-large/load-tables';
import { commentSentences, readRealChunks } from './database-large/real-chunks';

const savedFile = productFile('.cache', 'bench', 'database-large.json');
const asked = 40;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      chunks: { type: 'string', default: '10M' },
      'per-repository': { type: 'string', default: '50k' },
      variants: { type: 'string', default: 'hnsw' },
      memory: { type: 'string', default: '4GB' },
      steps: { type: 'string', default: 'load,variants,ask' },
    },
  });
  const { from, to, memory } = values;
  if (!from || !to) throw new Error('usage: --from URL --to URL');
  const size = { chunks: parseCount(values.chunks), perRepository: parseCount(values['per-repository']) };
  const steps = new Set(values.steps.split(','));
  const source = await Database.open(readDatabaseAddress(from, undefined));
  const target = await Database.open(readDatabaseAddress(to, undefined));
  try {
    let results = savedResults();
    const keep = (more: Partial<LargeResults>): void => {
      results = { ...results, ...more };
      mkdirSync(dirname(savedFile), { recursive: true });
      writeFileSync(savedFile, JSON.stringify(results, null, 1));
    };
    if (steps.has('load')) keep({ run: describeRun(), size, load: await load(source, target, to, size) });
    const questions = await commentSentences(source, asked);
    const embedder = await loadBuiltIn();
    if (steps.has('variants')) {
      const vectors = (await embedder.embed(questions, 'query')).flatMap((vector) => vector ?? []);
      process.stderr.write('exact\n');
      const { nearest, seconds } = await exactNearest(target, vectors);
      keep({ exactSeconds: seconds, variants: [] });
      for (const variant of variantsOf(values.variants.split(','), embedder.dimensions, size.chunks)) {
        process.stderr.write(`${variant.name}\n`);
        const measured = await measureVariant(target, variant, vectors, nearest, memory);
        keep({ variants: [...(results.variants ?? []), measured] });
      }
    }
    if (steps.has('ask')) {
      const names = await target.rows<{ name: string }>('select name from codegrain.repositories order by id');
      const all = names.map(({ name }) => name);
      const answers = await askLarge(target, embedder, questions, all);
      keep({ asked: answers, sizes: await sizesOf(target), loadAverage: loadavg()[0] ?? 0 });
    }
    const report = largeReport(results);
    process.stdout.write(report);
    writeFileSync(productFile('bench', 'results', 'database-large.md'), report);
  } finally {
    await source.close();
    await target.close();
  }
}

async function load(
  source: Database,
  target: Database,
  to: string,
  size: LargeResults['size'],
): Promise<LargeResults['load']> {
  await target.rows('drop schema if exists codegrain cascade');
  await migrateSchema(target);
  await dropIndexes(target);
  const copied = new CopiedChunks(await readRealChunks(source));
  const done: { name: string; seconds: number }[] = [];
  const timed = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const start = performance.now();
    await work();
    done.push({ name, seconds: (performance.now() - start) / 1000 });
    process.stderr.write(`${name}: ${done.at(-1)?.seconds.toFixed(0)} s\n`);
  };
  await loadNames(target, copied, size);
  await timed('load vectors', () => loadVectors(to, copied, size));
  await timed('load chunks', () => loadChunks(to, copied, size));
  await timed('load counts of words', () => loadWords(to, copied, size));
  for (const table of ['embeddings', 'chunks', 'files', 'branch_files', 'words'])
    await timed(`indexes of ${table}`, () => buildIndexes(target, table));
  await target.rows(
    `update codegrain.branches b set searched_count = sums.chunks, word_count = sums.words
       from (select repository_id, sum(searched_count) as chunks, sum(word_count) as words from codegrain.files group by 1) as sums
       where sums.repository_id = b.repository_id`,
  );
  return { steps: done, realChunks: copied.real.chunks.length };
}

function savedResults(): LargeResults {
  if (existsSync(savedFile)) return JSON.parse(readFileSync(savedFile, 'utf8')) as LargeResults;
  return { run: describeRun(), size: { chunks: 0, perRepository: 0 }, load: { steps: [], realChunks: 0 } };
}

function parseCount(text: string): number {
  const [, number, unit] = /^(\d+)([kM]?)$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`"${text}" is not a number; use 50k or 10M`);
  return Number(number) * (unit === 'M' ? 1e6 : unit === 'k' ? 1e3 : 1);
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
