/** CPU time to load the built-in model in a fresh process, from one bundled file as in the product. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { productFile } from '../../src/shared/product';

const runs = 7;

export interface LoadTime {
  /** Milliseconds of CPU time, medians of several processes. */
  readonly load: number;
  readonly first: number;
}

/** @param model the folder of the model; by default the shipped one. */
export async function loadTime(model?: string): Promise<LoadTime> {
  const folder = productFile('.cache', 'bench', 'embedding');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'load-process.cjs');
  const command = model === undefined ? [outfile] : [outfile, model];
  await build({
    entryPoints: [productFile('bench', 'embedding', 'load-process.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  });
  const times = Array.from(
    { length: runs },
    () => JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' })) as LoadTime,
  );
  return { load: median(times.map(({ load }) => load)), first: median(times.map(({ first }) => first)) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
