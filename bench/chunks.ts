/**
 * Compares our chunks with those of other chunkers over the corpus of corpus.ts.
 *
 *     npm run bench:chunks -- [--only ours,langchain] [--languages go,rust] [--quick] [--misses [N]]
 *
 * `--quick` takes every eighth file and measures time once; `--misses` prints N (10) examples of each failure of ours per
 * language. Each chunker runs in a process of its own, one after the other (see chunks/child.ts); then all pieces are
 * measured alike (see measure.ts). A whole run writes bench/results/chunks.md.
 */
import { execFileSync, fork } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { Parser } from 'web-tree-sitter';
import { initRuntime, loadGrammar } from '../src/chunking/grammar';
import { productFile } from '../src/product';
import type { ChildReport, ChildTask } from './chunks/child';
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
    .filter((_, index) => !values.quick || index % 8 === 0);
  if (files.length === 0) throw new Error('no corpus files: wrong --languages, or nothing could be fetched');

  mkdirSync(buildFolder, { recursive: true });
  const reports = await runChunkers(names, files, values.quick ? 1 : 3);
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

/** Ours and parsing alone are timed `rounds` times, in turns, and the fastest round counts: their quotient is a result. */
async function runChunkers(
  names: readonly ChunkerName[],
  files: readonly CorpusFile[],
  rounds: number,
): Promise<Map<ChunkerName, ChildReport>> {
  const child = join(buildFolder, 'child.cjs');
  await build({
    entryPoints: [productFile('bench', 'chunks', 'child.ts')],
    outfile: child,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
    alias: { 'web-tree-sitter': productFile('node_modules', 'web-tree-sitter', 'web-tree-sitter.cjs') },
  });
  const filesJson = join(buildFolder, 'files.json');
  writeFileSync(filesJson, JSON.stringify(files));
  const reports = new Map<ChunkerName, ChildReport>();
  for (let round = 0; round < rounds; round++) {
    for (const chunker of names) {
      if (round > 0 && chunker !== 'ours' && chunker !== 'parse') continue;
      process.stderr.write(`${chunker}…\n`);
      const report = await runChild(child, {
        chunker,
        filesJson,
        warmUpFiles: 10,
        ...(round === 0 && { out: piecesFile(chunker) }),
      });
      const before = reports.get(chunker);
      reports.set(chunker, before ? better(before, report) : report);
    }
  }
  return reports;
}

/** The faster time, the larger memory. */
function better(a: ChildReport, b: ChildReport): ChildReport {
  const cpu = (report: ChildReport): number => Object.values(report.cpu).reduce((sum, value) => sum + value, 0);
  return { ...(cpu(a) <= cpu(b) ? a : b), maxRss: Math.max(a.maxRss, b.maxRss) };
}

function runChild(file: string, task: ChildTask): Promise<ChildReport> {
  return new Promise((resolve, reject) => {
    let report: ChildReport | undefined;
    const child = fork(file, [JSON.stringify(task)], { execArgv: [] });
    child.on('message', (message) => {
      report = message as ChildReport;
    });
    child.on('exit', (code) =>
      report ? resolve(report) : reject(new Error(`${task.chunker} ended with status ${code}`)),
    );
  });
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
