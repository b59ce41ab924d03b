/**
 * Makes segments of files as a parse worker does, without sending them anywhere, and profiles itself. shares.ts bundles and starts it:
 * a bundle is what the product runs, and V8 compiles it differently from single files. Prints one JSON object.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { compileLess } from '../../src/engine/workers/compiler-settings';
import { makeSegment } from '../../src/engine/workers/segment-maker';
import type { FileToIndex } from '../../src/engine/workers/worker-protocol';
import { defaultChunkOptions } from '../../src/options/chunk-options';
import { defaultLimits } from '../../src/workspace/read-file';
import { type CpuProfile, shareByStage } from './share-stages';

const batchBytes = 1_000_000;
const dimensions = 256;

/** Bytes before the measurement begins: V8 has optimised most of its code. */
const warmBytes = 4_000_000;

/** After the first `warmBytes`. */
export interface MeasuredShares {
  readonly files: number;
  readonly bytes: number;
  readonly chunks: number;
  readonly cpuMs: number;
  /** Of the main thread, by stage. */
  readonly stageMs: Readonly<Record<string, number>>;
  /** What the start took beyond what the same bytes took later. */
  readonly startMs: number;
  readonly peakBytes: number;
}

async function measure(paths: readonly string[]): Promise<MeasuredShares> {
  compileLess();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  const batches = batchesOf(paths).values();
  const warm = await makeSegments(batches, warmBytes);
  const warmMs = cpuMsSince({ user: 0, system: 0 });
  await session.post('Profiler.start');
  const before = process.cpuUsage();
  const mainBefore = mainThreadMs();
  const { files, bytes, chunks } = await makeSegments(batches);
  const cpuMs = cpuMsSince(before) - profilerMs();
  const mainMs = mainThreadMs() - mainBefore;
  const { profile } = (await session.post('Profiler.stop')) as unknown as { profile: CpuProfile };
  const shares = shareByStage(profile, sourceFinder());
  return {
    files,
    bytes,
    chunks,
    cpuMs,
    startMs: warmMs - (cpuMs * warm.bytes) / bytes,
    stageMs: Object.fromEntries(Array.from(shares, ([stage, share]) => [stage, share * mainMs])),
    peakBytes: process.resourceUsage().maxRSS * 1024,
  };
}

/** Makes segments of batches until they have this many bytes. */
async function makeSegments(
  batches: Iterator<FileToIndex[]>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Pick<MeasuredShares, 'files' | 'bytes' | 'chunks'>> {
  let [files, bytes, chunks] = [0, 0, 0];
  while (bytes < maxBytes) {
    const batch = batches.next();
    if (batch.done) break;
    const reply = await makeSegment(
      {
        files: batch.value,
        options: defaultChunkOptions,
        limits: defaultLimits,
        rowBytes: dimensions,
        builtIn: { dimensions },
        memoryLimit: Number.POSITIVE_INFINITY,
      },
      () => {},
      async (hashes) => ({
        found: new Uint8Array(hashes.length / 16),
        vectors: new Uint8Array(0),
        scales: new Uint8Array(0),
      }),
    );
    files += reply.files;
    bytes += reply.bytes;
    chunks += reply.chunks;
  }
  return { files, bytes, chunks };
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function mainThreadMs(): number {
  return threadMs('/proc/thread-self');
}

/** Processor time of the thread that takes the samples of the profile: no worker has it. */
function profilerMs(): number {
  const threads = readdirSync('/proc/self/task').map((id) => `/proc/self/task/${id}`);
  const profiler = threads.find((thread) => readFileSync(`${thread}/comm`, 'utf8').startsWith('v8:ProfEvntProc'));
  return profiler === undefined ? 0 : threadMs(profiler);
}

/** Processor time of a thread, on Linux: user and system time are the 14th and 15th field, in hundredths of a second. */
function threadMs(thread: string): number {
  const fields = readFileSync(`${thread}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function batchesOf(paths: readonly string[]): FileToIndex[][] {
  const batches: FileToIndex[][] = [[]];
  let bytes = 0;
  for (const path of paths) {
    const { size, mtimeMs } = statSync(path);
    if (bytes > 0 && bytes + size > batchBytes) {
      batches.push([]);
      bytes = 0;
    }
    bytes += size;
    batches.at(-1)?.push({ path, file: path, size, mtimeMs });
  }
  return batches;
}

/** The bundler writes the path of each source file in a comment before its code. */
function sourceFinder(): (url: string, line: number) => string {
  const files: string[] = [];
  let file = '';
  for (const line of readFileSync(__filename, 'utf8').split('\n')) {
    if (/^\/\/ \S+\.(?:ts|js|cjs|mjs)$/.test(line)) file = line.slice(3);
    files.push(file);
  }
  return (url, line) => (url.endsWith(__filename) ? (files[line] ?? '') : '');
}

void measure(readFileSync(0, 'utf8').split('\n').filter(Boolean)).then((shares) => console.log(JSON.stringify(shares)));
