/** A step of bench:index: another keyword search engine indexes the same chunks, or answers the same questions. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Chunk } from '../../src/code/chunk';
import { engines, sizeOf } from '../lexical/engines';
import { quantile, runStep, timed, timedAsync } from './cpu-time';
import { filesWith, isSearched } from './repeat-chunks';

export interface PeerBuilt {
  readonly build: number;
  readonly megabytes: number;
}

export interface PeerAnswers {
  readonly load: number;
  readonly p50: number;
  readonly p95: number;
  /** Increase of resident memory since before loading. */
  readonly memory: number;
}

const limit = 100;
const warmUp = 50;

runStep(async (step = '', name = '', chunksFile = '', count = '', folder = '', questionsFile = '') => {
  const engine = engines[name];
  if (!engine) throw new Error(`no engine "${name}"`);
  if (step === 'build') {
    const chunks: Chunk[] = [];
    for await (const file of filesWith(chunksFile, Number(count))) chunks.push(...file.chunks.filter(isSearched));
    const [, build] = await timedAsync(() => engine.build(chunks, folder));
    return { build, megabytes: sizeOf(folder, readdirSync(folder)) / 1e6 } satisfies PeerBuilt;
  }
  const questions = JSON.parse(readFileSync(questionsFile, 'utf8')) as string[];
  const before = process.memoryUsage.rss();
  const [search, load] = await timedAsync(() => engine.load(folder));
  for (const question of questions.slice(0, warmUp)) search(question, limit);
  const times = questions.map((question) => timed(() => search(question, limit))[1]);
  const memory = (process.memoryUsage.rss() - before) / 1e6;
  return { load, p50: quantile(times, 0.5), p95: quantile(times, 0.95), memory } satisfies PeerAnswers;
});
