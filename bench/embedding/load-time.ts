/** How much CPU time the built-in model takes to load in a fresh process, from one bundled file as the product runs it. */
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

/** @param model its folder, where it is not the one that is shipped. */
export async function loadTime(model?: string): Promise<LoadTime> {
  const folder = productFile('.cache', 'bench', 'embedding');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'load-child.cjs');
  const command = model === undefined ? [outfile] : [outfile, model];
  await build({
    entryPoints: [productFile('bench', 'embedding', 'load-child.ts')],
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
