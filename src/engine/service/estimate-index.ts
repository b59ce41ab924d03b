/**
 * Estimates how long indexing a folder would take, without reading a file. The walk gives the size, without what an index that is
 * there already has, such as one that the command line made. The time comes from the speed measured on one machine, adjusted for this
 * one: how fast a core does a piece of work, how many cores there are, and how busy they are. With N cores and L other busy processes,
 * N processes get N / (N + L) of the cores. L is the lowest of the load averages of the last 1, 5 and 15 minutes: the start of VS Code
 * alone makes that of the last minute high, and only a load that has lasted is likely to last. More than two per core seldom does.
 *
 * The language is no part of it: trees in 14 languages were within a factor of 1.4. What differs is the beginning, in which V8 compiles
 * and optimises the code and the grammars in each worker.
 */
import { lstatSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { describeBuiltIn } from '../../embedding/built-in/built-in-embedder';
import { IndexReader } from '../../index/file/index-reader';
import { indexFileOf, indexSettings } from '../../index/index-settings';
import { discover } from '../../workspace/discover';
import { enoughSource, usualShare } from '../indexer/index-budget';
import type { FolderSetup, IndexEstimate } from '../service-protocol';

export interface MachineSpeed {
  readonly cores: number;
  /** Average number of other busy processes; 0 on Windows, which does not report it. */
  readonly load: number;
  /** Speed of a core relative to the machine that `bytesPerSecond` was measured on. */
  readonly speed: number;
}

/** Source that one core of the measured machine (Neoverse N1) indexes after its beginning. */
const bytesPerSecond = 6.2e5;
/** Source that each core indexes at half of that speed first. */
const warmUpBytes = 9e5;
/** Time of the piece of work on the measured machine. */
const measuredMs = 3.4;
/** For parse workers to start and load the model. */
const startSeconds = 1.5;
/** One process writes what all others make, which is a tenth of the work. */
const maxCores = 8;

export async function estimateIndex(setup: FolderSetup, signal: AbortSignal): Promise<IndexEstimate> {
  const { root, include, exclude, limits, indexFile, maxIndexBytes } = setup;
  const index = resolve(indexFile ?? indexFileOf(root));
  const before = await usableIndex(setup, index);
  const indexed = { files: 0, bytes: 0 };
  let files = 0;
  let bytes = 0;
  for await (const found of discover(root, { include, exclude, force: limits.force, signal })) {
    if ('skipped' in found || found.file === index || found.file.startsWith(`${index}.`)) continue;
    const size = lstatSync(found.file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > limits.maxBytes && !limits.force) continue;
    files++;
    bytes += size;
    // Times say less: those of a copy are others, and then comparing contents takes no time beside chunking them.
    if (before?.file(found.path)?.size !== size) continue;
    indexed.files++;
    indexed.bytes += size;
  }
  return estimateOf({ files, bytes, indexed }, shareOf(index, bytes), maxIndexBytes, thisMachine());
}

/** The index that is there, if it is continued. */
async function usableIndex({ model, chunk, limits }: FolderSetup, file: string): Promise<IndexReader | undefined> {
  const opened = IndexReader.open(file);
  if ('problem' in opened) return undefined;
  const described = model.is === 'built-in' ? await describeBuiltIn() : model;
  return opened.index.mismatch(indexSettings(described, chunk, limits)) ? undefined : opened.index;
}

/** @param share bytes of the index per byte of source. @param limit on the size of the index. */
export function estimateOf(
  { files, bytes, indexed }: Pick<IndexEstimate, 'files' | 'bytes' | 'indexed'>,
  share: number,
  limit: number | undefined,
  machine: MachineSpeed,
): IndexEstimate {
  const indexBytes = Math.round(bytes * share);
  const fittingBytes = limit !== undefined && indexBytes > limit ? Math.round(limit / share) : undefined;
  const left = Math.max(0, (fittingBytes ?? bytes) - indexed.bytes);
  const seconds = files === 0 ? 0 : secondsFor(left, machine);
  return { files, bytes, indexed, seconds, indexBytes, ...(fittingBytes !== undefined && { fittingBytes }) };
}

/** That of the index that is there, if it is one of about these files; otherwise the usual one. */
function shareOf(index: string, bytes: number): number {
  const size = lstatSync(index, { throwIfNoEntry: false })?.size ?? 0;
  const share = size / Math.max(1, bytes);
  return bytes >= enoughSource && share > usualShare / 2 && share < usualShare * 2 ? share : usualShare;
}

/** Other busy processes per core. */
const maxOthers = 2;

/** With the built-in model; the time of a server cannot be known. */
export function secondsFor(bytes: number, { cores, load, speed }: MachineSpeed): number {
  const others = Math.min(Math.max(0, load), maxOthers * cores);
  const share = cores / (cores + others);
  const usable = Math.min(maxCores, cores * share);
  const work = bytes + Math.min(bytes, warmUpBytes * usable);
  return startSeconds / (speed * share) + work / (bytesPerSecond * speed * usable);
}

function thisMachine(): MachineSpeed {
  return { cores: availableParallelism(), load: Math.min(...loadavg()), speed: measuredMs / bestTime() };
}

/** Milliseconds of the fastest of several rounds: on a busy machine most rounds are disturbed, but not all. */
function bestTime(): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 12; round++) {
    const started = performance.now();
    countWords();
    best = Math.min(best, performance.now() - started);
  }
  return Math.max(best, 0.01);
}

/** Uses strings, regular expressions and maps, like most of chunking. */
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
