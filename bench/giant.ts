/**
 * The largest workspaces: what it costs to index them, to keep them fresh and to ask them, beside what users would take instead.
 *
 *     npm run bench:giant -- --folder NAME=FOLDER [--folder NAME=FOLDER …] [--kernel] [--peers] [--out FILE]
 *
 * FOLDER is for example the source of the Linux kernel, or what `bench/giant/make-million.ts` makes. It is indexed in place, with an index
 * file elsewhere; for the branch switch 5,000 of its files get another line and lose it again. Linux only. `--kernel`: the first folder is
 * the source of Linux, so that regular expressions are asked, beside ripgrep, and the first answers after consent are timed. `--peers`
 * runs SQLite (FTS5) and Recoll over it; all these come from Debian. Writes bench/results/giant.md.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { IndexReport } from '../src/index-service/indexer/index-result';
import { searchModes } from '../src/search/query/search-mode';
import { productFile } from '../src/shared/product';
import { describeRun } from './chunks/run-chunkers';
import type { BeginTimes } from './giant/begin-step';
import { docQuestions } from './giant/doc-questions';
import type { GiantAnswers } from './giant/query-step';
import type { RegexAnswers } from './giant/regex-step';
import { runWatched, type WatchedRun } from './giant/watched-run';
import { measureFts5, measureRecoll, type PeerResult } from './giant/word-peers';
import { bundleStep, runStepFile } from './step-process';

const questionCount = 200;
const maxSwitchedFiles = 5000;

interface Giant {
  readonly name: string;
  readonly report: IndexReport;
  readonly build: WatchedRun;
  readonly indexBytes: number;
  readonly answers: GiantAnswers;
  readonly unchanged: WatchedRun;
  readonly switchedFiles: number;
  readonly switched: WatchedRun;
  readonly back: WatchedRun;
  readonly begin?: BeginTimes;
  readonly regex?: RegexAnswers;
}

const at = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), 'codegrain-giant-'));
const env = { ...process.env, CODEGRAIN_CACHE: join(at, 'cache') };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', multiple: true, default: [] },
      kernel: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      out: { type: 'string', default: productFile('bench', 'results', 'giant.md') },
    },
  });
  const folders = values.folder.map((text) => {
    const [name = '', path = ''] = text.split('=');
    return { name, folder: resolve(path) };
  });
  const [first] = folders;
  if (!first) throw new Error('usage: --folder NAME=FOLDER');
  const load = loadavg()[0]?.toFixed(1);
  try {
    const giants: Giant[] = [];
    for (const { name, folder } of folders)
      giants.push(await measure(name, folder, values.kernel && folder === first.folder));
    const peers = values.peers ? await measurePeers(first.folder) : [];
    const text = [
      `# The largest workspaces\n\n${describeRun()} The load of the machine before the run: ${load}.\n`,
      'Made by `npm run bench:giant`. Times are CPU time of all processes unless they say wall. Memory is resident memory at its most.\n',
      giantTable(giants),
      ...giants.flatMap(({ begin, regex }) => [
        ...(begin ? [beginText(begin)] : []),
        ...(regex ? [regexText(regex)] : []),
      ]),
      ...(peers.length > 0 ? [peerText(first.name, giants[0], peers)] : []),
    ].join('\n');
    writeFileSync(values.out, `${text.trimEnd()}\n`);
    process.stdout.write(text);
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

async function measure(name: string, folder: string, isKernel: boolean): Promise<Giant> {
  const file = join(at, `${name.replaceAll(/\W+/g, '-')}.cgx`);
  const index = async (what: string): Promise<WatchedRun> => {
    process.stderr.write(`${name}: ${what}…\n`);
    return runWatched(process.execPath, [productFile('dist', 'cli.js'), 'index', folder, '--index', file, '--json'], {
      env,
    });
  };
  const begin = isKernel ? firstAnswers(folder) : undefined;
  const build = await index('from nothing');
  const indexBytes = statSync(file).size;
  const questions = join(at, 'questions.json');
  writeFileSync(questions, JSON.stringify(docQuestions(folder, questionCount)));
  process.stderr.write(`${name}: questions…\n`);
  const answers = runStepFile<GiantAnswers>(bundleStep('giant', 'query-step'), [file, questions]);
  if (isKernel) process.stderr.write(`${name}: regular expressions…\n`);
  const regex = isKernel ? runStepFile<RegexAnswers>(bundleStep('giant', 'regex-step'), [file, folder]) : undefined;
  const unchanged = await index('nothing changed');
  const paths = sourceFiles(folder, maxSwitchedFiles);
  const before = paths.map((path) => readFileSync(path));
  let switched: WatchedRun;
  try {
    for (const [i, path] of paths.entries())
      writeFileSync(path, Buffer.concat([before[i] ?? Buffer.alloc(0), Buffer.from('\n')]));
    switched = await index(`${paths.length} files differ`);
  } finally {
    for (const [i, path] of paths.entries()) writeFileSync(path, before[i] ?? Buffer.alloc(0));
  }
  const back = await index('and back');
  rmSync(file);
  const measured = { build, indexBytes, answers, unchanged, switchedFiles: paths.length, switched, back };
  return { name, report: JSON.parse(build.stdout), ...measured, ...(begin && { begin }), ...(regex && { regex }) };
}

function firstAnswers(folder: string): BeginTimes {
  process.stderr.write('first answers…\n');
  const file = join(at, 'begin.cgx');
  const question = 'how does the scheduler pick the next task';
  return runStepFile<BeginTimes>(bundleStep('giant', 'begin-step'), [folder, file, question, 'kernel/sched']);
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

async function measurePeers(folder: string): Promise<PeerResult[]> {
  const questions = docQuestions(folder, questionCount);
  process.stderr.write('SQLite FTS5…\n');
  const fts5 = await measureFts5(folder, at, questions);
  process.stderr.write('Recoll…\n');
  return [fts5, await measureRecoll(folder, at, questions)];
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
const range = ({ p50, p95 }: { readonly p50: number; readonly p95: number }): string =>
  `${p50.toFixed(1)} / ${p95.toFixed(1)}`;

function giantTable(giants: readonly Giant[]): string {
  const row = (name: string, value: (giant: Giant) => string): string =>
    `| ${name} | ${giants.map(value).join(' | ')} |`;
  return [
    `|  | ${giants.map(({ name }) => name).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(giants.length)}`,
    row('files', ({ report }) => report.added.toLocaleString('en-US')),
    row('source, MB', ({ report }) => megabytes(report.bytes)),
    row('chunks', ({ report }) => report.chunks.toLocaleString('en-US')),
    row('from nothing, wall s', ({ build }) => build.seconds.toFixed(0)),
    row('– CPU s', ({ build }) => build.cpuSeconds.toFixed(0)),
    row('– MB of source per CPU s', ({ build, report }) => (report.bytes / 1e6 / build.cpuSeconds).toFixed(2)),
    row('– cores busy', ({ build }) => (build.cpuSeconds / build.seconds).toFixed(2)),
    row('– memory of all processes, MB', ({ build }) => megabytes(build.peakSum)),
    row('– of the process that writes', ({ build }) => megabytes(build.peaks[0] ?? 0)),
    row('– of the largest parse worker', ({ build }) => megabytes(build.peaks[1] ?? 0)),
    row('index, MB', ({ indexBytes }) => megabytes(indexBytes)),
    row('– share of source', ({ indexBytes, report }) => `${((100 * indexBytes) / report.bytes).toFixed(1)} %`),
    row('open to first answer, CPU ms', ({ answers }) => answers.firstMs.toFixed(0)),
    ...searchModes.map((mode) => row(`${mode} query, CPU ms p50 / p95`, ({ answers }) => range(answers.modes[mode]))),
    row('memory while answering, MB', ({ answers }) => megabytes(answers.memory)),
    row('nothing changed, CPU s', ({ unchanged }) => unchanged.cpuSeconds.toFixed(1)),
    row('– wall s', ({ unchanged }) => unchanged.seconds.toFixed(1)),
    row('files of a branch switch', ({ switchedFiles }) => switchedFiles.toLocaleString('en-US')),
    row('– until searchable, wall s', ({ switched }) => switched.seconds.toFixed(1)),
    row('– CPU s', ({ switched }) => switched.cpuSeconds.toFixed(1)),
    row('– and back, wall s', ({ back }) => back.seconds.toFixed(1)),
    row('– CPU s', ({ back }) => back.cpuSeconds.toFixed(1)),
    '',
  ].join('\n');
}

function beginText({
  firstAnswerMs,
  firstAnswerCpu,
  usefulAnswerMs,
  usefulAnswerCpu,
  filesIn,
  files,
}: BeginTimes): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  return [
    '## After consent\n',
    '"How does the scheduler pick the next task" is asked every half second, from the moment that indexing begins.\n',
    '| answer | wall s | CPU s |',
    '| --- | ---: | ---: |',
    `| with any hits | ${seconds(firstAnswerMs)} | ${firstAnswerCpu.toFixed(1)} |`,
    `| with a hit in kernel/sched (${filesIn.toLocaleString('en-US')} of ${files.toLocaleString('en-US')} files are in) | ${seconds(usefulAnswerMs)} | ${usefulAnswerCpu.toFixed(1)} |`,
    '',
  ].join('\n');
}

function regexText({ results, p50, p95 }: RegexAnswers): string {
  return [
    '## Regular expressions\n',
    `CPU ms p50 / p95 over all patterns: ${p50.toFixed(0)} / ${p95.toFixed(0)}. ripgrep reads all files; both find the same lines of the files that are indexed.\n`,
    '| pattern | CPU ms | ripgrep | files read | files that match | lines |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...results.map(
      ({ expression, ms, ripgrepMs, read, files, lines, isSame }) =>
        `| \`${expression.replaceAll('|', '\\|')}\` | ${ms.toFixed(0)} | ${ripgrepMs.toFixed(0)} | ${read} | ${files} | ${lines}${isSame ? '' : ', **others than ripgrep**'} |`,
    ),
    '',
  ].join('\n');
}

function peerText(name: string, giant: Giant | undefined, peers: readonly PeerResult[]): string {
  const lines = peers.map(
    (peer) =>
      `| ${peer.name} | ${peer.cpuSeconds.toFixed(0)} | ${megabytes(peer.peak)} | ${megabytes(peer.bytes)} | ${range(peer)} |`,
  );
  const own = giant
    ? [
        `| Codegrain, keyword mode | ${giant.build.cpuSeconds.toFixed(0)} | ${megabytes(giant.build.peakSum)} | ${megabytes(giant.indexBytes)} | ${range(giant.answers.modes.keyword)} |`,
      ]
    : [];
  return [
    `## Beside it: words in ${name}\n`,
    'Whole files, not chunks, and without structure, vectors and context.\n',
    '| engine | build, CPU s | memory, MB | size, MB | query, CPU ms p50 / p95 |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...own,
    ...lines,
    '',
  ].join('\n');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
