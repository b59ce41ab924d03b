/** Runs the steps of bench:index, each in its own process, bundled like the product. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { productFile } from '../../src/shared/product';
import { runStepFile } from '../step-process';
import type { Answers } from './ask-step';
import type { Built } from './build-step';
import { quantile } from './cpu-time';
import type { OpenTimes } from './open-step';
import type { PeerAnswers, PeerBuilt } from './peer-step';
import type { Truth } from './truth-step';
import type { Updates } from './update-step';

export const cache = productFile('.cache', 'bench', 'index');
/** Under bench/, so that it can import the packages of bench/package.json. */
const peerFile = productFile('bench', '.cache', 'index-peer-step.cjs');
export const chunksFile = join(cache, 'files.jsonl');
export const sentencesFile = join(cache, 'sentences.json');
const steps = ['chunk', 'build', 'open', 'ask', 'update', 'truth'] as const;
type Step = (typeof steps)[number];

/** Number of fresh processes that open an index. */
const openings = 7;
const recallQuestions = 200;
/** An engine that takes longer to build or to answer is left out. */
const peerMs = 120_000;

export function bundleSteps(): void {
  const shared = { bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'error' } as const;
  const entry = (step: string): string => productFile('bench', 'index', `${step}-step.ts`);
  const alias = { 'web-tree-sitter': productFile('node_modules', 'web-tree-sitter', 'web-tree-sitter.cjs') };
  buildSync({ ...shared, entryPoints: steps.map(entry), outdir: cache, outExtension: { '.js': '.cjs' }, alias });
  buildSync({
    ...shared,
    entryPoints: [entry('peer')],
    outfile: peerFile,
    external: ['minisearch', 'node-sqlite3-wasm'],
  });
}

function run<T>(step: Step, args: readonly string[], flags?: readonly string[]): T {
  process.stderr.write(`${step} ${args.filter((arg) => /^\d+$/.test(arg)).join(' ')}…\n`);
  return runStepFile<T>(join(cache, `${step}-step.cjs`), args, flags);
}

export function chunkSource(folders: readonly string[]): void {
  // Without the optimising compiler: some grammars make it run out of memory.
  run('chunk', [chunksFile, sentencesFile, ...folders], ['--liftoff-only']);
}

export interface MeasuredIndex {
  readonly built: Built;
  readonly open: Pick<OpenTimes, 'node' | 'cpu' | 'wall'>;
  readonly answers: Answers;
  readonly truth: Truth;
  readonly updates: Updates;
}

export function measure(size: number, questionsFile: string, pastedFile: string, question: string): MeasuredIndex {
  return withFolder((folder) => {
    const [index, floats, found] = ['index.cgx', 'floats', 'found.json'].map((name) => join(folder, name));
    if (!index || !floats || !found) throw new Error('no files');
    const built = run<Built>('build', [chunksFile, String(size), index, floats]);
    const opened = Array.from({ length: openings }, () => run<OpenTimes>('open', [index, question]));
    const middle = (part: keyof OpenTimes): number =>
      quantile(
        opened.map((one) => one[part]),
        0.5,
      );
    const open = { node: middle('node'), cpu: middle('cpu'), wall: middle('wall') };
    const answers = run<Answers>('ask', [index, questionsFile, pastedFile, found, String(recallQuestions)]);
    const truth = run<Truth>('truth', [floats, found]);
    rmSync(floats);
    const updates = run<Updates>('update', [index, chunksFile, questionsFile]);
    return { built, open, answers, truth, updates };
  });
}

export type PeerRow = PeerBuilt & PeerAnswers;

/** Returns a sentence with the reason if there are no numbers. */
export function measurePeer(name: string, size: number, questionsFile: string): PeerRow | string {
  return withFolder((folder) => {
    process.stderr.write(`${name} ${size}…\n`);
    const ask = <T>(step: string): T =>
      runStepFile<T>(peerFile, [step, name, chunksFile, String(size), folder, questionsFile], memory, peerMs);
    const memory = ['--max-old-space-size=8000'];
    try {
      return { ...ask<PeerBuilt>('build'), ...ask<PeerAnswers>('search') };
    } catch (error) {
      return error instanceof Error ? (error.message.split('\n').at(-1) ?? '') : String(error);
    }
  });
}

/** In `.cache`, because it may need gigabytes; always deleted at the end, even if the run fails. */
function withFolder<T>(use: (folder: string) => T): T {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'run-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
