/**
 * `switch-step.cjs SOURCE SCRATCH FILES`: makes a repository from files of SOURCE with a second branch that changes FILES of them, and
 * indexes it with a real index service, which is kept. Then it switches the branch, switches back, and saves a changed and a new file.
 * Each is measured until a search finds what is new.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IndexServiceClient } from '../../src/engine/client/service-client';
import { discover } from '../../src/workspace/discover';
import { runStep } from '../index/cpu-time';
import { serviceCpu, setupOf } from './service-setup';

interface Waited {
  readonly ms: number;
  readonly cpuSeconds: number;
}

export interface SwitchTimes {
  readonly files: number;
  readonly bytes: number;
  readonly changed: number;
  readonly index: Waited;
  readonly switched: Waited;
  /** The first branch again: its rows are still in the index. */
  readonly back: Waited;
  readonly save: Waited;
  readonly newFile: Waited;
}

/** Each fifth file is the same in both branches. */
const sameEvery = 5;
const largestFile = 100_000;

runStep(async (source = '.', scratch = '', count = '5000'): Promise<SwitchTimes> => {
  const root = join(scratch, 'repository');
  rmSync(root, { recursive: true, force: true });
  const wanted = Math.ceil((Number(count) * sameEvery) / (sameEvery - 1));
  const { paths, bytes } = await copyFiles(source, root, wanted);
  const changed = paths.filter((_, i) => i % sameEvery !== 0);
  const last = changed.at(-1) ?? '';
  const append = (path: string, word: string): void => appendFileSync(join(root, path), `\n/* ${word} */\n`);
  const git = (...args: string[]): void => void execFileSync('git', ['-C', root, ...args], { stdio: 'ignore' });
  const commit = (): void => git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-a', '-m', 'x');
  git('init', '-q', '-b', 'one');
  append(last, 'firstBranchWord');
  git('add', '-A');
  commit();
  git('checkout', '-q', '-b', 'two');
  for (const path of changed) append(path, 'secondBranchWord');
  commit();
  git('checkout', '-q', 'one');

  const client = new IndexServiceClient({});
  try {
    const isFound = async (word: string, path: string): Promise<boolean> => {
      const { hits } = await client.ask('search', {
        query: `${word} path:${path}`,
        options: { mode: 'keyword', limit: 50 },
      });
      return hits.some((hit) => hit.path === path && !hit.stale);
    };
    const until = async (work: () => Promise<unknown>, word: string, path: string): Promise<Waited> => {
      const begin = performance.now();
      const before = serviceCpu(client);
      await work();
      while (!(await isFound(word, path))) await sleep(20);
      return { ms: Math.round(performance.now() - begin), cpuSeconds: serviceCpu(client) - before };
    };
    const setup = setupOf(root, join(scratch, 'switch.cgx'));
    await client.clear(setup);
    await client.setFolders([setup]);
    // Times that are less than two seconds old are not trusted.
    await sleep(2500);
    const index = await until(() => client.refresh(root), 'firstBranchWord', last);
    const switchTo = (branch: string) => async () => {
      git('checkout', '-q', branch);
      await client.refresh(root);
    };
    const switched = await until(switchTo('two'), 'secondBranchWord', last);
    await sleep(2500);
    const back = await until(switchTo('one'), 'firstBranchWord', last);
    const edit = async (): Promise<void> => {
      append(last, 'savedWord');
      await client.update(root, [last]);
    };
    const save = await until(edit, 'savedWord', last);
    const made = join(dirname(last), 'made-now.c');
    const make = async (): Promise<void> => {
      writeFileSync(join(root, made), 'int madeWord(int a) {\n  return a;\n}\n');
      await client.update(root, [made]);
    };
    const newFile = await until(make, 'madeWord', made);
    return { files: paths.length, bytes, changed: changed.length, index, switched, back, save, newFile };
  } finally {
    client.dispose();
  }
});

async function copyFiles(source: string, target: string, wanted: number): Promise<{ paths: string[]; bytes: number }> {
  const paths: string[] = [];
  let bytes = 0;
  for await (const found of discover(source)) {
    if ('skipped' in found || !/\.[ch]$/.test(found.path)) continue;
    const file = join(target, found.path);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(found.file, file);
    const { size } = statSync(file);
    if (size > largestFile) continue;
    bytes += size;
    paths.push(found.path);
    if (paths.length === wanted) break;
  }
  return { paths, bytes };
}
