/**
 * Damages indexes and looks at what readers make of them: is every damage told, is every answer right, how many files are lost, and how
 * long does the repair take?
 *
 *     npm run bench:damage -- [--dir FOLDER] [--count 2000] [--sizes 20,114,1000] [--seed 1]
 *     npm run bench:damage -- --sizes 20:1000,114:800,1000:200,1500:42:deltas,1500:42:planes,1500:42:shared
 *
 * The third part of a size is how the index is: with deltas that change and remove files, with high and low bits of vectors apart as in
 * a giant index, or as one that continues another (then every other damage hits the other).
 *
 * Takes files of FOLDER (bench/corpus), indexes as many as each size says, and damages each index COUNT / sizes times, or as often as
 * the size says after its colon: flipped bits, zeroed ranges, ranges cut out, ends cut off, inserted bytes, swapped ranges (each from
 * 1 B to 64 kB) and ends of an older version of the file. Of the damaged index, every file, chunk and vector is compared with the whole one, and every hit of some searches with the
 * source. Some damaged indexes of each kind are then repaired, and compared too. Writes bench/results/damage.md.
 */
import {
  appendFileSync,
  copyFileSync,
  cpSync,
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
import { loadBuiltIn } from '../src/embedding/built-in/built-in-embedder';
import { indexFolder } from '../src/engine/indexer/indexer';
import { chunkText } from '../src/engine/workers/chunker';
import { IndexReader } from '../src/index/file/index-reader';
import { indexFileOf } from '../src/index/index-settings';
import { productFile } from '../src/shared/product';
import { readSource } from '../src/workspace/read-file';
import { describeRun } from './chunks/run-chunkers';
import { withPlanes } from './damage/compact-with';
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
  const sizes = values.sizes.split(',').map((each) => each.split(':'));
  const results: SizeResult[] = [];
  for (const [size, count = Math.ceil(Number(values.count) / sizes.length), kind = 'rebuilt'] of sizes) {
    if (!isKind(kind)) throw new Error(`an index is ${indexKinds.join(', ')}, not ${kind}`);
    results.push(await measure(resolve(values.dir), Number(size), Number(count), Number(values.seed), kind));
    writeFileSync(values.out, damageTables(results, describeRun()));
  }
  console.log(values.out);
  if (results.some(({ damages }) => damages.some(({ is, wrong }) => is === 'silent' || wrong.length > 0)))
    process.exitCode = 1;
}

const indexKinds = ['rebuilt', 'deltas', 'planes', 'shared'] as const;
type IndexKind = (typeof indexKinds)[number];

function isKind(kind: string): kind is IndexKind {
  return indexKinds.some((known) => known === kind);
}

async function measure(
  source: string,
  size: number,
  count: number,
  seed: number,
  kind: IndexKind,
): Promise<SizeResult> {
  const first = mkdtempSync(join(tmpdir(), 'codegrain-damage-'));
  const root = kind === 'shared' ? `${first}-copy` : first;
  try {
    const built = await buildIndex(source, first, size);
    const { older, seconds } = built;
    const contents = new Set<string>();
    await finishIndex(first, root, kind, contents);
    const file = indexFileOf(root);
    const current = readFileSync(file);
    const base = baseOf(file);
    const wholeBase = base === undefined ? undefined : readFileSync(base);
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
      contents,
    );
    judge.generation = opened.index.header.generation.count;
    const maker = new DamageMaker(seed);
    const damages: SizeResult['damages'][number][] = [];
    const repaired: SizeResult['repairs'][number][] = [];
    for (let i = 0; i < count; i++) {
      const kind = damageKinds[i % damageKinds.length] ?? 'bit';
      const isInBase = base !== undefined && i % 2 === 1;
      const before = (isInBase ? wholeBase : current) ?? current;
      const bytes = maker.damage(kind, before, older);
      if (bytes.equals(before)) continue;
      // A repair may have given up the base.
      if (base !== undefined && wholeBase) writeFileSync(base, wholeBase);
      writeFileSync(file, current);
      writeFileSync(isInBase && base !== undefined ? base : file, bytes);
      const judgement = await judge.judge(file, bytes);
      damages.push({ kind, ...judgement });
      if (judgement.is === 'silent' || judgement.wrong.length > 0)
        console.error(size, kind, i, judgement.is, judgement.wrong.slice(0, 3));
      if (i < repairs * damageKinds.length) repaired.push({ kind, ...(await repair(root, whole)) });
      if (i % 50 === 0) console.error(`${size} files: ${i} of ${count}`);
    }
    const openMs = quantile(await openTimes(file, current), 0.5);
    return {
      files: whole.size,
      kind,
      bytes: current.length + (wholeBase?.length ?? 0),
      seconds,
      openMs,
      damages,
      repairs: repaired,
    };
  } finally {
    for (const folder of [first, root]) rmSync(folder, { recursive: true, force: true });
  }
}

/** The shared base of an index, if it has one. */
function baseOf(file: string): string | undefined {
  const name = readdirSync(dirname(file)).find((each) => each.includes('.base-'));
  return name === undefined ? undefined : join(dirname(file), name);
}

/** @param root where the index is that is measured; for `shared`, a copy of `first` that some files differ in. @param contents gets all versions of files. */
async function finishIndex(first: string, root: string, kind: IndexKind, contents: Set<string>): Promise<void> {
  if (kind === 'rebuilt') return;
  if (kind === 'planes') return withPlanes(indexFileOf(first));
  if (kind === 'shared') {
    cpSync(first, root, { recursive: true });
    rmSync(dirname(indexFileOf(root)), { recursive: true });
    changeFiles(root, 0);
    await indexFolder(root, { base: indexFileOf(first) });
    return;
  }
  for (let round = 0; round < 3; round++) {
    const opened = IndexReader.open(indexFileOf(first));
    if ('index' in opened) for (const { content } of filesOf(opened.index).values()) contents.add(content);
    changeFiles(first, round);
    await indexFolder(first);
  }
}

/** Changes one of 20 files, and removes one of 200; each round others. */
function changeFiles(root: string, round: number): void {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.codegrain') && statSync(join(root, path)).isFile())
    .sort();
  files.forEach((path, i) => {
    if (i % 200 === 3 * round + 1) rmSync(join(root, path));
    else if (i % 20 === 2 * round) appendFileSync(join(root, path), `\n// changed in round ${round}\n`);
  });
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

async function rechunk(...[path, options, { text }]: Parameters<ConstructorParameters<typeof DamageJudge>[6]>) {
  return (await chunkText({ path, text }, options)).chunks;
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
