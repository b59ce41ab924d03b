/**
 * Mines the listed packages into `training/data/mined/`, with one process per core. Each finished package is recorded in `done.tsv`,
 * and the next run continues from there. A package that crashes its process is recorded as failed and skipped; one that could not
 * be read is tried again.
 *
 *   node --import tsx training/mining/mine.ts [--liftoff] [--only REGEXP] [--jobs N]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { archiveFiles, cloneFolder } from './download';
import type { Order, Outcome } from './mining-worker';
import { type Package, readPackages } from './package-list';

const folder = 'training/data/mined';
const timeoutMs = 400_000;

const { values } = parseArgs({
  options: { liftoff: { type: 'boolean' }, only: { type: 'string' }, jobs: { type: 'string' } },
});
const liftoff = values.liftoff === true;
const doneFile = `${folder}/done${liftoff ? '-liftoff' : ''}.tsv`;
const totals = new Map<string, number>();

function key({ source, name, version }: Package): string {
  return `${source}\t${name}\t${version}`;
}

function isDownloaded(entry: Package): boolean {
  if (entry.source === 'git') return existsSync(cloneFolder(entry.name));
  return archiveFiles(entry)
    .slice(0, 1)
    .every(({ file }) => existsSync(file));
}

/** The packages still to mine, in an order that mixes the families, so that an early stop leaves a fair sample. Repositories come first, because they take longest. */
function openPackages(): Package[] {
  const done = new Set(
    existsSync(doneFile)
      ? readFileSync(doneFile, 'utf8')
          .split('\n')
          .filter((line) => !line.includes('\tError: '))
          .map((line) => line.split('\t').slice(0, 3).join('\t'))
      : [],
  );
  const only = values.only === undefined ? undefined : new RegExp(values.only);
  const open = readPackages().filter(
    (entry) => !done.has(key(entry)) && (!only || only.test(`${entry.source}/${entry.name}`)) && isDownloaded(entry),
  );
  const spread = open.map((entry, i) => ({ entry, at: entry.source === 'git' ? -1 : (i * 7919) % open.length }));
  return spread.sort((a, b) => a.at - b.at).map(({ entry }) => entry);
}

function start(): ChildProcess {
  const flags = liftoff ? ['--liftoff-only'] : [];
  return fork('training/mining/mining-worker.ts', {
    execArgv: ['--import', 'tsx', ...flags],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function mineInWorker(worker: ChildProcess, order: Order): Promise<Outcome> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      worker.removeAllListeners();
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      worker.kill('SIGKILL');
    }, timeoutMs);
    worker.once('message', (outcome: Outcome) => finish(outcome));
    worker.once('exit', () => finish({ counts: {}, licence: '', reason: 'crashed its process' }));
    worker.send(order);
  });
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const packages = openPackages();
  console.log(`${packages.length} packages`);
  let next = 0;
  let finished = 0;
  const started = Date.now();
  const lane = async (number: number): Promise<void> => {
    let worker = start();
    for (let entry = packages[next++]; entry; entry = packages[next++]) {
      const output = `${folder}/${liftoff ? 'liftoff-' : ''}${number}.jsonl`;
      const { counts, licence, reason = '' } = await mineInWorker(worker, { entry, output, liftoff });
      if (worker.exitCode !== null || worker.killed || !worker.connected) worker = start();
      let sum = 0;
      for (const [language, count] of Object.entries(counts)) {
        totals.set(language, (totals.get(language) ?? 0) + count);
        sum += count;
      }
      appendFileSync(
        doneFile,
        `${key(entry)}\t${licence.replace(/\s+/g, ' ')}\t${sum}\t${reason.replace(/\s+/g, ' ')}\n`,
      );
      if (++finished % 500 === 0) report(finished, packages.length, started);
    }
    worker.kill();
  };
  const jobs = Number(values.jobs ?? availableParallelism());
  await Promise.all(Array.from({ length: jobs }, (_, i) => lane(i)));
  report(finished, packages.length, started);
}

function report(finished: number, all: number, started: number): void {
  const list = [...totals].sort((a, b) => b[1] - a[1]);
  const sum = list.reduce((total, [, count]) => total + count, 0);
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  console.log(
    `${finished} of ${all} packages, ${sum} pairs, ${minutes} min: ${list.map(([l, n]) => `${l} ${n}`).join(', ')}`,
  );
}

void main();
