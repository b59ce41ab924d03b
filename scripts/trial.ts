/**
 * `npm run trial -- --repository DIR [--repository DIR …] [--task N …]`: does 20 tasks of a new user in a real VS Code with the package
 * installed, once with the keyboard alone and once with the mouse, counts the steps, and checks the outcome of each (test/trial). Prints
 * a table, and saves a picture of the end of each task in artifacts/screenshots. It works in clones; the repositories are not changed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeRun } from '../bench/chunks/run-chunkers';
import { errorMessage } from '../src/shared/error-message';
import { type TrialRepository, trialRepositories } from '../test/trial/trial-repositories';
import { runTrial } from '../test/trial/trial-run';
import { type RepositoryTrial, trialTables } from '../test/trial/trial-table';
import { trialTasks } from '../test/trial/trial-tasks';

async function main(): Promise<number> {
  const { repository = [], task = [] } = parseArgs({
    options: { repository: { type: 'string', multiple: true }, task: { type: 'string', multiple: true } },
  }).values;
  if (repository.length === 0) throw new Error('usage: --repository DIR [--repository DIR …] [--task N …]');
  // The first task indexes the repository, which the others need.
  const tasks = trialTasks.filter((_, i) => i === 0 || task.length === 0 || task.includes(String(i + 1)));
  const trials: RepositoryTrial[] = [];
  for (const source of repository) {
    const home = mkdtempSync(join(tmpdir(), 'codegrain-trial-'));
    try {
      const clone = join(home, 'repository');
      execFileSync('git', ['clone', '-q', '--shared', resolve(source), clone]);
      const about = repositoryOf(clone);
      console.log(`\n${about.name}`);
      const keyboard = await runTrial(clone, about, tasks, 'keyboard');
      const mouse = await runTrial(clone, about, tasks, 'mouse');
      trials.push({ name: about.name, keyboard, mouse });
      console.log(`\n${describeRun()}\n\n${trialTables(trials)}`);
    } finally {
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  const all = trials.flatMap(({ keyboard, mouse }) => [...keyboard, ...mouse]);
  return all.some(({ problem }) => problem !== undefined) ? 1 : 0;
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
