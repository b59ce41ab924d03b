/**
 * What indexing a folder would take, without reading a file: its size by the walk, its time by what indexing costs on a machine that
 * was measured, and by how this one compares with it: how fast a core does a piece of work, how many cores there are, and how
 * much others want of them. With N cores and L others at work, N processes get N / (N + L) of the cores. How many are at work is
 * what the last minute was like; more than two for each core seldom stay.
 */
import { lstatSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { indexFileOf } from '../../index/index-settings';
import { discover } from '../../workspace/discover';
import type { FolderSetup, IndexEstimate } from '../service-protocol';

export interface MachineSpeed {
  readonly cores: number;
  /** Other processes that wanted a core in the last minute, on average; Windows does not tell, and has none here. */
  readonly load: number;
  /** Of a core, measured in the one that `bytesPerSecond` was measured on. */
  readonly speed: number;
}

/** Of source, that one core of the measured machine indexes; 0.9 to 1.05 million in real repositories. */
const bytesPerSecond = 9e5;
/** The piece of work there. */
const measuredMs = 1.65;
/** Engines start, load the model and compile grammars. */
const startSeconds = 1.5;
/** One process writes what all others make, which is a tenth of the work. */
const mostCores = 8;

export async function estimateIndex(
  { root, include, exclude, limits, indexFile }: FolderSetup,
  signal: AbortSignal,
): Promise<IndexEstimate> {
  const index = resolve(indexFile ?? indexFileOf(root));
  let files = 0;
  let bytes = 0;
  for await (const found of discover(root, { include, exclude, force: limits.force, signal })) {
    if ('skipped' in found || found.file === index || found.file.startsWith(`${index}.`)) continue;
    const size = lstatSync(found.file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > limits.maxBytes && !limits.force) continue;
    files++;
    bytes += size;
  }
  return { files, bytes, seconds: files === 0 ? 0 : secondsFor(bytes, thisMachine()) };
}

/** For each core. */
const mostOthers = 2;

/** With the built-in model; what a server takes nobody knows. */
export function secondsFor(bytes: number, { cores, load, speed }: MachineSpeed): number {
  const others = Math.min(Math.max(0, load), mostOthers * cores);
  const usable = Math.min(mostCores, cores * (cores / (cores + others)));
  return startSeconds / speed + bytes / (bytesPerSecond * speed * usable);
}

function thisMachine(): MachineSpeed {
  return { cores: availableParallelism(), load: loadavg()[0] ?? 0, speed: measuredMs / bestTime() };
}

/** Milliseconds of the quickest of several rounds: others disturb most of them on a busy machine, but not all. */
function bestTime(): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 12; round++) {
    const started = performance.now();
    countWords();
    best = Math.min(best, performance.now() - started);
  }
  return Math.max(best, 0.01);
}

/** Strings, expressions and maps, of which most of chunking is made. */
function countWords(): number {
  const counts = new Map<string, number>();
  for (const [word] of sampleText().matchAll(/[A-Za-z_]\w*/g)) {
    const key = word.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts.size;
}

let sample: string | undefined;

function sampleText(): string {
  sample ??= Array.from(
    { length: 4000 },
    (_, i) => `total${i % 97} += nextStep(total${i % 89}, ${i}); // part ${i % 31}`,
  ).join('\n');
  return sample;
}
