/**
 * What it costs to index one more copy of a repository: a worktree, a second clone, another branch and the first one again, a folder
 * with an index from CI, beside making the index from nothing.
 *
 *     npm run bench:travel -- --repository CLONE [--name TEXT] [--old 500] [--out FILE]
 *
 * CLONE is a git repository with a few thousand files and at least `--old` commits. Copies are made beside each other in a temporary
 * folder. Linux only. Writes bench/results/travel.md. The first answer is that of a new process which opens the index and searches
 * before it compares any file; "whole" is `codegrain index` to its end. CPU time includes the parse workers.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { IndexReport } from '../src/engine/indexer/index-result';
import { productFile } from '../src/shared/product';
import { describeRun } from './chunks/run-chunkers';
import { bundleStep, runStepFile } from './step-process';
import type { FirstAnswer } from './travel/first-answer-step';

interface Copy {
  readonly name: string;
  readonly folder: string;
  readonly base?: string;
}

interface Row {
  readonly name: string;
  /** Undefined: there is nothing to answer from. */
  readonly first: FirstAnswer | undefined;
  readonly report: IndexReport;
  /** In the folder of the index, without what it shares with others. */
  readonly bytes: number;
}

const at = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), 'codegrain-travel-'));
const env = { ...process.env, CODEGRAIN_CACHE: join(at, 'cache') };
process.env.CODEGRAIN_CACHE = env.CODEGRAIN_CACHE;

function main(): void {
  const { values } = parseArgs({
    options: {
      repository: { type: 'string' },
      name: { type: 'string' },
      old: { type: 'string', default: '500' },
      out: { type: 'string', default: productFile('bench', 'results', 'travel.md') },
    },
  });
  if (values.repository === undefined) throw new Error('usage: --repository CLONE, a git repository');
  const repository = resolve(values.repository);
  const load = loadavg()[0]?.toFixed(1);
  const step = bundleStep('travel', 'first-answer-step');
  const main = join(at, 'main');
  git(at, 'clone', '--quiet', repository, main);
  const alone = measure({ name: 'from nothing', folder: main }, step, false);
  const fresh = join(at, 'fresh.cgx');
  index(main, '--pack', fresh);
  const rows = [alone];
  const worktree = (name: string, commit: string): string => {
    git(main, 'worktree', 'add', '--quiet', '--detach', join(at, name), commit);
    return join(at, name);
  };
  rows.push(measure({ name: 'worktree, same commit', folder: worktree('same', 'HEAD') }, step));
  const tree = worktree('older', `HEAD~${values.old}`);
  rows.push(measure({ name: `worktree, ${values.old} commits older`, folder: tree }, step));
  const files = Number(git(main, 'diff', '--name-only', `HEAD~${values.old}`).split('\n').length);
  const old = join(at, 'old.cgx');
  index(tree, '--pack', old);
  const now = git(main, 'rev-parse', 'HEAD');
  const switchTo = (folder: string, commit: string, name: string): void => {
    git(folder, 'checkout', '--quiet', '--detach', commit);
    rows.push(measure({ name, folder }, step));
  };
  switchTo(tree, now, `that worktree, ${values.old} commits forward`);
  switchTo(tree, `${now}~${values.old}`, 'and back');
  const clone = join(at, 'clone');
  git(at, 'clone', '--quiet', repository, clone);
  rows.push(measure({ name: 'second clone', folder: clone }, step));
  rmSync(env.CODEGRAIN_CACHE, { recursive: true });
  for (const [name, base] of [
    ['index from CI, same commit', fresh],
    [`index from CI, ${values.old} commits old`, old],
  ] as const) {
    const folder = join(at, basename(base, '.cgx'));
    git(at, 'clone', '--quiet', repository, folder);
    rows.push(measure({ name, folder, base }, step));
  }
  switchTo(main, `${now}~${values.old}`, `first clone, ${values.old} commits back`);
  switchTo(main, now, 'and forward');
  switchTo(main, `${now}~${values.old}`, 'and back again');
  const report = `# One more copy of a repository

${describeRun()} The load of the machine before the run: ${load}.
${values.name ?? basename(repository)}: ${alone.report.added.toLocaleString('en-US')} files, ${files.toLocaleString('en-US')} differ after ${values.old} commits.

${table(rows, alone)}
`;
  writeFileSync(values.out, report);
  process.stdout.write(report);
}

function table(rows: readonly Row[], alone: Row): string {
  const lines = rows.map(({ name, first, report, bytes }) => {
    const { seconds, cpuSeconds, embedded, added, changed, revived = 0 } = report;
    const cpu = `${cpuSeconds.toFixed(1)} | ${((100 * cpuSeconds) / alone.report.cpuSeconds).toFixed(1)} %`;
    const disk = `${(bytes / 1e6).toFixed(2)} | ${((100 * bytes) / alone.bytes).toFixed(1)} %`;
    const answer = first ? `${(first.ms / 1000).toFixed(2)} | ${(first.cpuMs / 1000).toFixed(2)}` : '– | –';
    return `| ${name} | ${answer} | ${seconds.toFixed(1)} | ${cpu} | ${disk} | ${added + changed - revived} | ${embedded} |`;
  });
  return [
    '| copy | first answer, s | CPU s | whole, s | CPU s | of making it | disk, MB | of making it | files chunked | texts embedded |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n');
}

function measure({ name, folder, base }: Copy, step: string, isShared = true): Row {
  process.stderr.write(`${name}…\n`);
  const first = isShared ? runStepFile<FirstAnswer>(step, base === undefined ? [folder] : [folder, base]) : undefined;
  const report = index(folder, ...(base !== undefined && !first ? ['--base', base] : []));
  return { name, first, report, bytes: ownBytes(join(folder, '.codegrain')) };
}

function index(folder: string, ...args: string[]): IndexReport {
  const command = [productFile('dist', 'cli.js'), 'index', folder, '--json', ...args];
  return JSON.parse(
    execFileSync(process.execPath, command, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
}

/** A file with a second name elsewhere takes no space here. */
function ownBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  const stats = readdirSync(folder).map((name) => ({ name, ...statSync(join(folder, name)) }));
  return stats.reduce((sum, { name, nlink, size }) => sum + (name.includes('.base-') && nlink > 1 ? 0 : size), 0);
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

try {
  main();
} finally {
  rmSync(at, { recursive: true, force: true });
}
