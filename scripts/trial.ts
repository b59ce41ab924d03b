/**
 * `npm run trial -- --repository DIR [--repository DIR …] [--hand keyboard|mouse] [--task N …] [--out FILE]`: does 20 tasks of a new user
 * in a real VS Code with the package installed, once with the keyboard alone and once with the mouse, counts the steps, and checks the
 * outcome of each (test/trial). Prints a table, and saves a picture of the end of each task in artifacts/screenshots. It works in
 * clones; the repositories are not changed. Results are kept in artifacts/trial.json, so that a trial can be run in several parts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeRun } from '../bench/chunks/run-chunkers';
import { errorMessage } from '../src/shared/error-message';
import { type TrialRepository, trialRepositories } from '../test/trial/trial-repositories';
import { runTrial, type TaskResult } from '../test/trial/trial-run';
import { type RepositoryTrial, trialTables } from '../test/trial/trial-table';
import { trialTasks } from '../test/trial/trial-tasks';

const keptFile = 'artifacts/trial.json';

async function main(): Promise<number> {
  const {
    repository = [],
    task = [],
    hand,
    out,
  } = parseArgs({
    options: {
      repository: { type: 'string', multiple: true },
      task: { type: 'string', multiple: true },
      hand: { type: 'string' },
      out: { type: 'string' },
    },
  }).values;
  if (repository.length === 0 && out === undefined)
    throw new Error('usage: --repository DIR … [--hand keyboard|mouse] [--task N …]');
  // The first task indexes the repository, which the others need.
  const tasks = trialTasks.filter((_, i) => i === 0 || task.length === 0 || task.includes(String(i + 1)));
  let isDone = true;
  for (const source of repository) {
    const home = mkdtempSync(join(tmpdir(), 'codegrain-trial-'));
    try {
      const clone = join(home, 'repository');
      execFileSync('git', ['clone', '-q', '--shared', resolve(source), clone]);
      const about = repositoryOf(clone);
      for (const handName of ['keyboard', 'mouse'] as const) {
        if (hand !== undefined && hand !== handName) continue;
        console.log(`\n${about.name}`);
        await runTrial(clone, about, tasks, handName, (result) => {
          isDone &&= result.problem === undefined;
          keep(about.name, handName, result);
        });
      }
    } finally {
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  const tables = trialTables(
    kept(),
    trialTasks.map(({ name }) => name),
  );
  if (out !== undefined) writeFileSync(out, `# Trial\n\n${about(kept())}\n\n${tables}`);
  console.log(`\n${describeRun()}\n\n${tables}`);
  return isDone ? 0 : 1;
}

function about(trials: readonly RepositoryTrial[]): string {
  const all = trials.flatMap(({ keyboard, mouse }) => [...keyboard, ...mouse]);
  const done = all.filter(({ problem }) => problem === undefined);
  const names = trials.map(({ name }) => name).join(', ');
  return [
    `${describeRun()} Made by \`npm run trial -- --repository DIR --out FILE\`, on a machine that had other work.`,
    `${trialTasks.length} tasks of a new user in a real VS Code with the package installed, each to be done with the keyboard alone and with the mouse, on ${names}. ${done.length} of the ${all.length} that were tried were done; ${2 * trialTasks.length * trials.length} would be all. A step is a key or chord, a text typed or pasted in one go, or a click; a double click is two. Each task begins in an editor, with the Explorer shown. The outcome of each is checked. Seconds are those of the tasks that were done.`,
  ].join('\n\n');
}

function kept(): readonly RepositoryTrial[] {
  return existsSync(keptFile) ? JSON.parse(readFileSync(keptFile, 'utf8')) : [];
}

/** In place of an earlier result of the same task. */
function keep(name: string, hand: 'keyboard' | 'mouse', result: TaskResult): void {
  const trials = kept();
  const before = trials.find((trial) => trial.name === name) ?? { name, keyboard: [], mouse: [] };
  const trial = { ...before, [hand]: [...before[hand].filter(({ task }) => task !== result.task), result] };
  mkdirSync('artifacts', { recursive: true });
  writeFileSync(keptFile, JSON.stringify([...trials.filter((each) => each.name !== name), trial], undefined, 1));
}

function repositoryOf(folder: string): TrialRepository {
  const known = trialRepositories.find(({ sign }) => existsSync(join(folder, sign)));
  if (!known) throw new Error('test/trial/trial-repositories.ts has no questions about this repository');
  return known;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(errorMessage(error));
    process.exit(1);
  },
);
