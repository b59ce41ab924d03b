/** Steps of benchmarks that run in a process of their own, bundled like the product. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { productFile } from '../src/shared/product';

/** @returns the bundle of bench/SUITE/STEP.ts, in the cache. */
export function bundleStep(suite: string, step: string): string {
  const outfile = join(productFile('.cache', 'bench', suite), `${step}.cjs`);
  buildSync({
    entryPoints: [productFile('bench', suite, `${step}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
    alias: { 'web-tree-sitter': productFile('node_modules', 'web-tree-sitter', 'web-tree-sitter.cjs') },
  });
  return outfile;
}

/** @returns what the step prints. */
export function runStepFile<T>(
  file: string,
  args: readonly string[],
  flags: readonly string[] = [],
  timeout?: number,
): T {
  const { stdout, stderr, status, error } = spawnSync(process.execPath, [...flags, file, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    ...(timeout !== undefined && { timeout }),
  });
  if (error && 'code' in error && error.code === 'ETIMEDOUT') throw new Error(`took more than ${timeout} ms`);
  if (status !== 0) throw new Error(stderr.trim().split('\n').slice(-8).join('\n') || `ended with status ${status}`);
  return JSON.parse(stdout) as T;
}
