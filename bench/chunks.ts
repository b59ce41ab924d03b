/**
 * Compares our chunks with those of other chunkers over the corpus of corpus.ts.
 *
 *     npm run bench:chunks -- [--only ours,langchain] [--languages go,rust] [--quick] [--misses]
 *
 * `--quick` takes every eighth file; `--misses` prints examples (10, or `--examples N`) of each failure of ours per language.
 * Each chunker runs in a process of its own (see chunks/child.ts); then all pieces are measured alike (see measure.ts).
 * A whole run writes bench/results/chunks.md.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { Parser } from 'web-tree-sitter';
import { initRuntime, loadGrammar } from '../src/chunking/grammar';
import { productFile } from '../src/product';
import type { ChildOrder, ChildReport, ChildTask } from './chunks/child';
import { type ChunkerName, chunkerNames, type Piece } from './chunks/piece';
import { readSource } from './chunks/read-source';
import { table } from './chunks/table';
import { type CorpusFile, corpusLanguages, corpusTable, fetchCorpus } from './corpus';
import { addTotals, emptyTotals, lineOf, measureFile, type OnMiss, readFacts, type Totals } from './measure';

export interface ChunkerResult {
  readonly name: ChunkerName;
  readonly report: ChildReport;
  /** By language. */
  readonly totals: ReadonlyMap<string, Totals>;
}

const buildFolder = productFile('.cache', 'bench');

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      languages: { type: 'string' },
      quick: { type: 'boolean', default: false },
      misses: { type: 'boolean', default: false },
      examples: { type: 'string', default: '10' },
    },
  });
  const whole = !values.only && !values.languages && !values.quick;
  const wanted = values.only?.split(',');
  const names = chunkerNames.filter((name) => !wanted || wanted.includes(name) || name === 'parse');
  installPeers();
  const corpus = fetchCorpus((line) => process.stderr.write(`${line}\n`));
  const languages = values.languages?.split(',');
  const files = corpus.files
    .filter((file) => !languages || languages.includes(file.language))
    .filter((_, index) => !values.quick || index % 8 === 0)
    .sort((a, b) => corpusLanguages.indexOf(a.language) - corpusLanguages.indexOf(b.language));
  if (files.length === 0) throw new Error('no corpus files: wrong --languages, or nothing could be fetched');

  mkdirSync(buildFolder, { recursive: true });
  const reports = await runChunkers(names, files);
  const misses = new Misses(values.misses ? Number(values.examples) : 0);
  const totals = await measureAll(names, files, misses);
  const results = names.map((name): ChunkerResult => {
    const report = reports.get(name);
    if (!report) throw new Error(`${name} did not run`);
    return { name, report, totals: totals.get(name) ?? new Map() };
  });

  const markdown = [
    '# Chunkers compared',
    describeRun(),
    table(results),
    '## The corpus',
    corpusTable(files),
    corpus.versions.join(', '),
  ].join('\n\n');
  process.stdout.write(`${markdown}\n`);
  misses.print();
  for (const { name, report } of results) {
    if (report.failures.length)
      process.stderr.write(`${name} failed on ${report.failures.length} files: ${report.failures[0]}\n`);
  }
  if (whole) writeFileSync(productFile('bench', 'results', 'chunks.md'), `${markdown}\n`);
}

/** Once; the peers download binaries in their install scripts, which none of this needs. */
function installPeers(): void {
  if (existsSync(productFile('bench', 'node_modules', '@zilliz'))) return;
  process.stderr.write('installing the peers\n');
  execFileSync('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], {
    cwd: productFile('bench'),
    stdio: 'inherit',
  });
}

/**
 * All chunkers run at the same time but only one works at a moment: each in turn takes the next block of files. What
 * else the machine does then slows all of them alike, and the quotient of two speeds stays right.
 */
async function runChunkers(
  names: readonly ChunkerName[],
  files: readonly CorpusFile[],
): Promise<Map<ChunkerName, ChildReport>> {
  const bundle = await bundleChild();
  const filesJson = join(buildFolder, 'files.json');
  writeFileSync(filesJson, JSON.stringify(files));
  process.stderr.write(`chunking with ${names.join(', ')}…\n`);
  const children: Child[] = [];
  for (const chunker of names) {
    const child = new Child(bundle, { chunker, filesJson, warmUpFiles: 10, out: piecesFile(chunker) });
    await child.ready;
    children.push(child);
  }
  for (const block of blocksOf(files)) {
    for (const child of children) await child.ask(block);
    if (process.stderr.isTTY) process.stderr.write(`\r${block.to} of ${files.length} files `);
  }
  const reports = new Map<ChunkerName, ChildReport>();
  for (const child of children) reports.set(child.chunker, (await child.ask('report')) as ChildReport);
  return reports;
}

/** At most 100 files, some tenths of a second of parsing, of one language each. */
function blocksOf(files: readonly CorpusFile[]): { from: number; to: number }[] {
  const blocks: { from: number; to: number }[] = [];
  for (let from = 0; from < files.length; from = blocks.at(-1)?.to ?? files.length) {
    let to = from + 1;
    while (to < files.length && to - from < 100 && files[to]?.language === files[from]?.language) to++;
    blocks.push({ from, to });
  }
  return blocks;
}

async function bundleChild(): Promise<string> {
  const outfile = join(buildFolder, 'child.cjs');
  await build({
    entryPoints: [productFile('bench', 'chunks', 'child.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
    alias: { 'web-tree-sitter': productFile('node_modules', 'web-tree-sitter', 'web-tree-sitter.cjs') },
  });
  return outfile;
}

class Child {
  readonly chunker: ChunkerName;
  readonly ready: Promise<unknown>;
  private readonly process: ChildProcess;

  constructor(file: string, task: ChildTask) {
    this.chunker = task.chunker;
    // Without execArgv it would inherit the transpiler.
    this.process = fork(file, [JSON.stringify(task)], { execArgv: [] });
    this.ready = this.answer();
  }

  ask(order: ChildOrder): Promise<unknown> {
    const answer = this.answer();
    this.process.send(order);
    return answer;
  }

  private answer(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null): void => reject(new Error(`${this.chunker} ended with status ${code}`));
      this.process.once('exit', onExit);
      this.process.once('message', (message) => {
        this.process.off('exit', onExit);
        resolve(message);
      });
    });
  }
}

function piecesFile(chunker: ChunkerName): string {
  return join(buildFolder, `${chunker}.jsonl`);
}

/** Goes through the files once; the pieces of all chunkers are read beside it, line by line. */
async function measureAll(
  names: readonly ChunkerName[],
  files: readonly CorpusFile[],
  misses: Misses,
): Promise<Map<ChunkerName, Map<string, Totals>>> {
  process.stderr.write('measuring…\n');
  const measured = names.filter((name) => name !== 'parse');
  const readers = measured.map((name) => ({
    name,
    lines: createInterface({ input: createReadStream(piecesFile(name)), crlfDelay: Number.POSITIVE_INFINITY })[
      Symbol.asyncIterator
    ](),
  }));
  const all = new Map(measured.map((name) => [name, new Map<string, Totals>()]));
  await initRuntime();
  const parser = new Parser();
  for (const file of files) {
    const text = readSource(file.path);
    parser.setLanguage(await loadGrammar(file.language === 'csharp' ? 'c_sharp' : file.language));
    const tree = parser.parse(text);
    if (!tree) throw new Error(`${file.path} does not parse`);
    const facts = readFacts(file, text, tree.rootNode);
    tree.delete();
    for (const { name, lines } of readers) {
      const { value } = await lines.next();
      const totals = measureFile(
        facts,
        JSON.parse(value) as Piece[],
        name === 'ours' ? misses.collector(file, text) : undefined,
      );
      const byLanguage = all.get(name);
      byLanguage?.set(file.language, addTotals(byLanguage.get(file.language) ?? emptyTotals(), totals));
    }
  }
  return all;
}

/** Examples of what ours did wrong, so many per kind and language. */
class Misses {
  private readonly examples = new Map<string, string[]>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly most: number) {}

  collector(file: CorpusFile, text: string): OnMiss {
    return (kind, offset, detail) => {
      const key = `${kind} · ${file.language}`;
      const count = (this.counts.get(key) ?? 0) + 1;
      this.counts.set(key, count);
      // Spread over the files: the first ones, then every so often one that replaces an older one.
      const list = this.examples.get(key) ?? [];
      if (list.length >= this.most && count % 7 !== 0) return;
      if (list.length >= this.most) list.shift();
      list.push(`${productFile('bench', 'corpus', file.path)}:${lineOf(text, offset)} ${detail}`);
      this.examples.set(key, list);
    };
  }

  print(): void {
    if (this.most === 0) return;
    const order = (key: string): number => corpusLanguages.findIndex((language) => key.endsWith(` ${language}`));
    const keys = [...this.examples.keys()].sort(
      (a, b) => a.split(' · ')[0]?.localeCompare(b.split(' · ')[0] ?? '') || order(a) - order(b),
    );
    for (const key of keys) {
      process.stdout.write(`\n### ${key}: ${this.counts.get(key)}\n${this.examples.get(key)?.join('\n')}\n`);
    }
  }
}

function describeRun(): string {
  let commit = 'no commit yet';
  try {
    commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: productFile(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    // A folder without a git history can be measured all the same.
  }
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, commit ${commit}, Node ${process.version}, ${cpus()[0]?.model.trim()} × ${cpus().length}. Limits: 400 tokens; 1,500 characters for those that count characters; no overlap.`;
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 2;
});
