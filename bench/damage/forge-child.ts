/**
 * Asks forged indexes one after the other, as a process of its own: what hangs or runs out of memory ends only this process, and its
 * parent (forge-run.ts) knows which seed it was.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { chunkText } from '../../src/engine/workers/chunker';
import { InThreadPool } from '../../src/engine/workers/in-thread-pool';
import { IndexReader, type ReaderOptions } from '../../src/index/file/index-reader';
import { indexFileOf } from '../../src/index/index-settings';
import { askForged, mendForged } from './ask-forged';
import { forgeIndex } from './forge-index';
import { type ForgedSample, makeSamples, wideEmbedder } from './forged-samples';
import { filesOf } from './judge-damage';

/** From the parent: the seed to ask next. */
export interface ForgeRequest {
  readonly seed: number;
}

/** To the parent: `ready` once the samples are made, then the result of each seed. */
export interface ForgeReply {
  /** Missing: the process is ready. */
  readonly seed?: number;
  readonly sample: string;
  readonly isRefused: boolean;
  readonly faults: readonly string[];
  /** Of processor time, to ask; and by how much the memory of the process grew at most. */
  readonly cpuMs: number;
  readonly grownBytes: number;
}

const checks: readonly ReaderOptions[] = [{}, {}, { memoryBytes: 0 }, { checkedBytes: 0 }];
/** One of so many is brought up to date and made again. */
const mendEvery = 50;

async function main(root: string): Promise<void> {
  const pool = new InThreadPool();
  const samples = await makeSamples(root, { pool, jobs: 1 });
  const builtIn = await loadBuiltIn();
  const wholes = samples.map(({ folder }) => contentsOf(folder));
  process.on('message', ({ seed }: ForgeRequest) => {
    const number = seed % samples.length;
    const sample = samples[number];
    if (!sample) return;
    const embedder = sample.name === 'late' || sample.name === 'codes' ? wideEmbedder : undefined;
    const run = async (): Promise<Omit<ForgeReply, 'sample'>> => {
      place(sample, forgeIndex(sample, seed));
      const highest = process.resourceUsage().maxRSS;
      const now = process.memoryUsage.rss();
      const started = process.cpuUsage();
      const asked = { root: sample.folder, embedder: embedder ?? builtIn, rechunk };
      const { is, faults } = await askForged(
        asked,
        checks[seed % checks.length] ?? {},
        Math.floor(seed / samples.length),
      );
      const { user, system } = process.cpuUsage(started);
      const { maxRSS } = process.resourceUsage();
      const grownBytes = maxRSS > highest ? 1024 * maxRSS - now : 0;
      const all = [...faults];
      if (Math.floor(seed / samples.length) % mendEvery === 0) {
        const options = { pool, jobs: 1, ...(embedder && { embedder }) };
        all.push(...(await mendForged(sample.folder, options, () => contentsOf(sample.folder) === wholes[number])));
      }
      return { seed, isRefused: is === 'refused', faults: all, cpuMs: (user + system) / 1000, grownBytes };
    };
    run().then(
      (reply) => process.send?.({ ...reply, sample: sample.name }),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.send?.({ sample: '', isRefused: false, faults: [], cpuMs: 0, grownBytes: 0 } satisfies ForgeReply);
}

/** In place of all that is there. */
function place({ folder }: ForgedSample, files: ReadonlyMap<string, Buffer>): void {
  const target = join(indexFileOf(folder), '..');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  for (const [name, bytes] of files) writeFileSync(join(target, name), bytes);
}

/** What the index of a folder has, without its history. */
function contentsOf(folder: string): string {
  const opened = IndexReader.open(indexFileOf(folder));
  if ('problem' in opened) return opened.problem.message;
  const files = [...filesOf(opened.index)].sort(([a], [b]) => (a < b ? -1 : 1));
  opened.index.dispose();
  return JSON.stringify(files);
}

async function rechunk(...[path, options, { text }]: Parameters<Parameters<typeof askForged>[0]['rechunk']>) {
  return (await chunkText({ path, text }, options)).chunks;
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
