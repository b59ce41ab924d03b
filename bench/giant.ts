/**
 * The largest workspaces: what it costs to index them, to keep them fresh and to ask them, beside what users would take instead.
 *
 *     npm run bench:giant -- --folder NAME=FOLDER [--folder NAME=FOLDER …] [--kernel] [--peers] [--steps A,B] [--at DIR] [--out FILE]
 *
 * FOLDER is for example the source of the Linux kernel, or what `bench/giant/make-million.ts` makes. It is indexed in place, with an index
 * file elsewhere; for the branch switch 5,000 of its files get another line and lose it again. Linux only. `--kernel`: the first folder is
 * the source of Linux, so that regular expressions are asked, beside ripgrep, and the first answers after consent are timed. `--peers`
 * runs SQLite (FTS5) and Recoll over it; all these come from Debian.
 *
 * The steps are begin, build, query, regex, unchanged, switch and peers, in this order; and table, only if it is named: the folder is
 * compared with a table of its files that needs no indexing. After each step, bench/results/giant.md is written with what was measured
 * so far, and DIR keeps the results and the indexes. A run that was stopped, or in which a step failed, is continued with `--steps`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { IndexReport } from '../src/engine/indexer/index-result';
import { productFile } from '../src/shared/product';
import type { BeginTimes } from './giant/begin-step';
import { docQuestions } from './giant/doc-questions';
import { giantText } from './giant/giant-report';
import { GiantResults, type MeasuredFolder } from './giant/giant-results';
import type { GiantAnswers } from './giant/query-step';
import type { RegexAnswers } from './giant/regex-step';
import type { UnchangedTimes } from './giant/unchanged-step';
import { runWatched, type WatchedRun } from './giant/watched-run';
import { measureFts5, measureRecoll } from './giant/word-peers';
import { bundleStep, runStepFile } from './step-process';

const questionCount = 200;
const maxSwitchedFiles = 5000;
const usualSteps = ['begin', 'build', 'query', 'regex', 'unchanged', 'switch', 'peers'];

interface GiantFolder {
  readonly name: string;
  readonly folder: string;
  /** Where results and indexes are. */
  readonly at: string;
}

type Measure = (of: GiantFolder) => Promise<Partial<MeasuredFolder>>;

/** What a step measures in a folder. */
const measures: Readonly<Record<string, Measure>> = {
  begin: async ({ folder, at }) => {
    const question = 'how does the scheduler pick the next task';
    const args = [folder, join(at, 'begin.cgx'), question, 'kernel/sched'];
    return { begin: runStepFile<BeginTimes>(bundleStep('giant', 'begin-step'), args) };
  },
  build: async (of) => {
    rmSync(indexOf(of), { force: true });
    const build = await index(of);
    return { report: JSON.parse(build.stdout), build, indexBytes: statSync(indexOf(of)).size };
  },
  query: async (of) => {
    const questions = join(of.at, 'questions.json');
    writeFileSync(questions, JSON.stringify(docQuestions(of.folder, questionCount)));
    return { answers: runStepFile<GiantAnswers>(bundleStep('giant', 'query-step'), [indexOf(of), questions]) };
  },
  regex: async (of) => ({
    regex: runStepFile<RegexAnswers>(bundleStep('giant', 'regex-step'), [indexOf(of), of.folder]),
  }),
  unchanged: async (of) => ({ unchanged: await index(of) }),
  switch: async (of) => switchBranch(of),
  table: async ({ folder, at }) => {
    const file = join(at, 'table.cgx');
    runStepFile(bundleStep('giant', 'table-step'), [folder, file]);
    const table = runStepFile<UnchangedTimes>(bundleStep('giant', 'unchanged-step'), [folder, file]);
    rmSync(file, { force: true });
    return { table };
  },
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', multiple: true, default: [] },
      kernel: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      steps: { type: 'string' },
      at: { type: 'string', default: productFile('.cache', 'bench', 'giant', 'kept') },
      out: { type: 'string', default: productFile('bench', 'results', 'giant.md') },
    },
  });
  const at = resolve(values.at);
  mkdirSync(at, { recursive: true });
  const folders = values.folder.map((text): GiantFolder => {
    const [name = '', path = ''] = text.split('=');
    return { name, folder: resolve(path), at };
  });
  const [first] = folders;
  if (!first) throw new Error('usage: --folder NAME=FOLDER');
  const steps = values.steps?.split(',') ?? usualSteps.filter((step) => step !== 'peers' || values.peers);
  const unknown = steps.find((step) => step !== 'peers' && !Object.hasOwn(measures, step));
  if (unknown !== undefined) throw new Error(`there is no step ${unknown}`);
  const results = new GiantResults(join(at, 'results.json'), values.steps === undefined);
  const save = (): string => {
    const text = giantText(results, first.name);
    writeFileSync(values.out, text);
    return text;
  };
  // What was measured is in the file already; it is also printed when the run is stopped.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      process.stdout.write(save());
      process.exit(1);
    });
  for (const of of folders)
    for (const step of steps) {
      const needsKernel = step === 'begin' || step === 'regex';
      const measure = measures[step];
      if (!measure || (needsKernel && !(values.kernel && of === first))) continue;
      await attempt(`${of.name}: ${step}`, async () => results.add(of.name, await measure(of)), save);
    }
  if (steps.includes('peers'))
    for (const peer of [measureFts5, measureRecoll])
      await attempt(
        peer.name,
        async () =>
          results.addPeer(first.name, await peer(first.folder, at, docQuestions(first.folder, questionCount))),
        save,
      );
  process.stdout.write(save());
}

/** A step that fails does not end the run. */
async function attempt(name: string, work: () => Promise<void>, save: () => string): Promise<void> {
  process.stderr.write(`${name}…\n`);
  try {
    await work();
    save();
  } catch (error) {
    process.stderr.write(`${name} failed: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

function indexOf({ name, at }: GiantFolder): string {
  return join(at, `${name.replaceAll(/\W+/g, '-')}.cgx`);
}

function index(of: GiantFolder): Promise<WatchedRun> {
  const args = [productFile('dist', 'cli.js'), 'index', of.folder, '--index', indexOf(of), '--json'];
  return runWatched(process.execPath, args, { env: { ...process.env, CODEGRAIN_CACHE: join(of.at, 'cache') } });
}

async function switchBranch(of: GiantFolder): Promise<Partial<MeasuredFolder>> {
  const paths = sourceFiles(of.folder, maxSwitchedFiles);
  const before = paths.map((path) => readFileSync(path));
  let switched: WatchedRun;
  try {
    for (const [i, path] of paths.entries())
      writeFileSync(path, Buffer.concat([before[i] ?? Buffer.alloc(0), Buffer.from('\n')]));
    switched = await index(of);
  } finally {
    for (const [i, path] of paths.entries()) writeFileSync(path, before[i] ?? Buffer.alloc(0));
  }
  const { compaction } = JSON.parse(switched.stdout) as IndexReport;
  const switchCompaction = compaction ?? { seconds: 0, cpuSeconds: 0 };
  return { switchedFiles: paths.length, switched, switchCompaction, back: await index(of) };
}

/** Files of C, spread over the folder; if there are none, of any name. */
function sourceFiles(folder: string, count: number): string[] {
  const find = (...test: string[]): string[] =>
    execFileSync('find', ['.', '-type', 'f', '-not', '-path', '*/.*', ...test], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    })
      .split('\n')
      .filter(Boolean)
      .sort();
  const sources = find('-name', '*.c');
  const all = sources.length >= count ? sources : find();
  const step = Math.max(1, Math.floor(all.length / count));
  return all
    .filter((_, i) => i % step === 0)
    .slice(0, count)
    .map((path) => join(folder, path));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
