/**
 * A program that chunks files in one of three ways, and prints the CPU seconds and the wall seconds that it took, without reading the
 * files. All files are chunked once before, without being counted. It is bundled into the package before it runs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chunkText } from '../../src/engine/workers/chunker';
import { childrenOf, processUse } from '../mcp/process-use';

export type ChunkingWay = 'direct' | 'none' | 'process';

export interface SpeedTask {
  readonly way: ChunkingWay;
  /** The bundle of the library. */
  readonly library: string;
  readonly folder: string;
  readonly paths: readonly string[];
}

export interface ChunkSpeed {
  readonly bytes: number;
  readonly chunks: number;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

type ChunkOne = (path: string, text: string) => Promise<number>;

function chunkerOf({ way, library }: SpeedTask): ChunkOne {
  if (way === 'direct') return async (path, text) => (await chunkText({ path, text })).chunks.length;
  const { chunk } = require(library);
  return async (path, text) => (await chunk(text, { path, isolation: way })).chunks.length;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenOf(process.pid).reduce((sum, pid) => sum + processUse(pid).cpuMs, 0);
}

async function main(): Promise<void> {
  const task: SpeedTask = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
  const texts = task.paths.map((path) => readFileSync(join(task.folder, path), 'utf8'));
  const chunkOne = chunkerOf(task);
  const all = async (): Promise<number> => {
    let chunks = 0;
    for (const [i, path] of task.paths.entries()) chunks += await chunkOne(path, texts[i] ?? '');
    return chunks;
  };
  await all();
  const cpu = cpuMs();
  const started = performance.now();
  const chunks = await all();
  const speed: ChunkSpeed = {
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    chunks,
    cpuSeconds: (cpuMs() - cpu) / 1000,
    wallSeconds: (performance.now() - started) / 1000,
  };
  console.log(JSON.stringify(speed));
}

void main();
