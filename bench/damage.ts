/**
 * Damages indexes and looks at what readers make of them: is every damage told, is every answer right, how many files are lost, and how
 * long does the repair take?
 *
 *     npm run bench:damage -- [--dir FOLDER] [--count 2000] [--sizes 20,114,1000] [--seed 1]
 *     npm run bench:damage -- --sizes 20:1000,114:800,1000:200
 *
 * Takes files of FOLDER (bench/corpus), indexes as many as each size says, and damages each index COUNT / sizes times, or as often as
 * the size says after its colon: flipped bits, zeroed ranges, ranges cut out, ends cut off, inserted bytes, swapped ranges (each from
 * 1 B to 64 kB) and ends of an older version of the file. Of the damaged index, every file, chunk and vector is compared with the whole one, and every hit of some searches with the
 * source. Some damaged indexes of each kind are then repaired, and compared too. Writes bench/results/damage.md.
 */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chunkText } from '../src/chunking/chunker';
import { loadBuiltIn } from '../src/embedding/built-in/built-in-embedder';
import { IndexReader } from '../src/index/file/index-reader';
import { indexFileOf } from '../src/index/index-settings';
import { indexFolder } from '../src/index-service/indexer/indexer';
import { productFile } from '../src/shared/product';
import { readSource } from '../src/workspace/read-file';
import { describeRun } from './chunks/run-chunkers';
import { damageTables, type SizeResult } from './damage/damage-tables';
import { DamageJudge, filesOf, type IndexedFiles } from './damage/judge-damage';
import { DamageMaker, damageKinds } from './damage/make-damage';
import { quantile } from './index/cpu-time';

const queries = ['parse the options of a request', 'error', 'how are values compared and sorted'];
/** Of each kind and size. */
const repairs = 1;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string', default: productFile('bench', 'corpus') },
      count: { type: 'string', default: '2000' },
      sizes: { type: 'string', default: '20,114,1000' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string', default: productFile('bench', 'results', 'damage.md') },
    },
  });
  const sizes = values.sizes.split(',').map((each) => each.split(':').map(Number));
  const results: SizeResult[] = [];
  for (const [size = 0, count = Math.ceil(Number(values.count) / sizes.length)] of sizes) {
    results.push(await measure(resolve(values.dir), size, count, Number(values.seed)));
    writeFileSync(values.out, damageTables(results, describeRun()));
  }
  console.log(values.out);
  if (results.some(({ damages }) => damages.some(({ is, wrong }) => is === 'silent' || wrong.length > 0)))
    process.exitCode = 1;
}

async function measure(source: string, size: number, count: number, seed: number): Promise<SizeResult> {
  const root = mkdtempSync(join(tmpdir(), 'codegrain-damage-'));
  try {
    const { current, older, seconds } = await buildIndex(source, root, size);
    const file = indexFileOf(root);
    const opened = IndexReader.open(file);
    if ('problem' in opened) throw new Error(opened.problem.message);
    const whole = filesOf(opened.index);
    const judge = new DamageJudge(
      root,
      whole,
      [current, older],
      queries,
      await textsOf(root, opened.index),
      await loadBuiltIn(),
      rechunk,
    );
    judge.generation = opened.index.header.generation.count;
    const maker = new DamageMaker(seed);
    const damages: SizeResult['damages'][number][] = [];
    const repaired: SizeResult['repairs'][number][] = [];
    for (let i = 0; i < count; i++) {
      const kind = damageKinds[i % damageKinds.length] ?? 'bit';
      const bytes = maker.damage(kind, current, older);
      if (bytes.equals(current)) continue;
      writeFileSync(file, bytes);
      const judgement = await judge.judge(file, bytes);
      damages.push({ kind, ...judgement });
      if (judgement.is === 'silent' || judgement.wrong.length > 0)
        console.error(size, kind, i, judgement.is, judgement.wrong.slice(0, 3));
      if (i < repairs * damageKinds.length) repaired.push({ kind, ...(await repair(root, whole)) });
      if (i % 50 === 0) console.error(`${size} files: ${i} of ${count}`);
    }
    const openMs = quantile(await openTimes(file, current), 0.5);
    return { files: whole.size, bytes: current.length, seconds, openMs, damages, repairs: repaired };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The index, and how it was when half of the files were there. */
async function buildIndex(source: string, root: string, size: number) {
  const files = someFiles(source, size);
  const copy = (paths: readonly string[]): void => {
    for (const path of paths) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      copyFileSync(join(source, path), join(root, path));
    }
  };
  copy(files);
  const started = performance.now();
  await indexFolder(root);
  const seconds = (performance.now() - started) / 1000;
  const file = indexFileOf(root);
  rmSync(file);
  for (const path of files) rmSync(join(root, path));
  copy(files.slice(0, size >> 1));
  await indexFolder(root);
  const older = readFileSync(file);
  copy(files.slice(size >> 1));
  await indexFolder(root, { rebuild: true });
  return { current: readFileSync(file), older, seconds };
}

/** Spread over the folder, so that all languages are there. */
function someFiles(source: string, size: number): string[] {
  const all = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|js|py|go|java|cs|rb|php|rs|c|cpp|md)$/.test(path) && statSync(join(source, path)).isFile())
    .sort();
  if (all.length < size) throw new Error(`${source} has only ${all.length} files`);
  return Array.from({ length: size }, (_, i) => all[Math.floor((i * all.length) / size)] ?? '');
}

async function textsOf(root: string, index: IndexReader): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { segment, file } of index.contents.files()) {
    const read = await readSource(join(root, segment.path(file)));
    if ('skipped' in read) continue;
    for (const { id, start, end } of segment.chunksOf(file)) texts.set(id, read.text.slice(start, end));
  }
  return texts;
}

/** Runs the indexer on the damaged file; everything must be there again. */
async function repair(root: string, whole: IndexedFiles) {
  const started = performance.now();
  const report = await indexFolder(root);
  const seconds = (performance.now() - started) / 1000;
  const opened = IndexReader.open(indexFileOf(root));
  if ('problem' in opened) return { seconds, added: report.added, isWhole: false };
  const files = filesOf(opened.index);
  const isSame = [...whole].every(([path, { content, vectors }]) => {
    const own = files.get(path);
    return own?.content === content && vectors.every((vector, i) => vector === own.vectors[i]);
  });
  return { seconds, added: report.added, isWhole: isSame && files.size === whole.size && !opened.index.damage };
}

async function openTimes(file: string, bytes: Buffer): Promise<number[]> {
  writeFileSync(file, bytes);
  return Array.from({ length: 15 }, () => {
    const started = performance.now();
    const opened = IndexReader.open(file);
    const ms = performance.now() - started;
    if ('index' in opened) opened.index.dispose();
    return ms;
  });
}

async function rechunk(...[file, path, options]: Parameters<ConstructorParameters<typeof DamageJudge>[6]>) {
  const read = await readSource(file);
  return 'skipped' in read ? [] : (await chunkText({ path, text: read.text }, options)).chunks;
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
