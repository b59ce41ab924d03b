/** What links add to indexing: CPU time and the size of the index of one folder, with and without them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { productFile } from '../../src/shared/product';
import { markdownTable } from '../search/search-tables';
import type { IndexCost } from './cost-step';

const cache = productFile('.cache', 'bench', 'graph');
/** Runs of each kind, in turn; the fastest counts, since the machine may do other work. */
const runs = 2;
const goals = { cpu: '≤ +10 %', size: '≤ +8 %' };

export async function measureLinkCost(folder: string): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const step = join(cache, 'cost-step.cjs');
  buildSync({
    entryPoints: [productFile('bench', 'graph', 'cost-step.ts')],
    outfile: step,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
    alias: { 'web-tree-sitter': productFile('node_modules', 'web-tree-sitter', 'web-tree-sitter.cjs') },
  });
  const measured: Record<'links' | 'none', IndexCost[]> = { none: [], links: [] };
  for (let run = 0; run < runs; run++) {
    for (const kind of ['none', 'links'] as const) measured[kind].push(runStep(step, folder, kind));
  }
  const without = fastest(measured.none);
  const withLinks = fastest(measured.links);
  return [
    `Indexing ${withLinks.files.toLocaleString('en')} files (${megabytes(withLinks.sourceBytes)} of source) with the built-in model, in one process; the faster of ${runs} runs.`,
    markdownTable(
      ['measure', 'without links', 'with links', 'more', 'to reach'],
      [
        ['CPU, s', seconds(without), seconds(withLinks), more(without.cpuMs, withLinks.cpuMs), goals.cpu],
        [
          'index',
          megabytes(without.indexBytes),
          megabytes(withLinks.indexBytes),
          more(without.indexBytes, withLinks.indexBytes),
          goals.size,
        ],
      ],
    ),
  ].join('\n\n');
}

function runStep(step: string, folder: string, kind: string): IndexCost {
  const index = join(cache, `cost-${kind}.cgx`);
  rmSync(index, { force: true });
  process.stderr.write(`indexing ${kind === 'links' ? 'with' : 'without'} links…\n`);
  // Without the optimising compiler: some grammars make it run out of memory.
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--liftoff-only', step, folder, index, kind], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(stderr.trim().split('\n').slice(-8).join('\n'));
  return JSON.parse(stdout) as IndexCost;
}

function fastest([first, ...others]: readonly IndexCost[]): IndexCost {
  if (!first) throw new Error('nothing was measured');
  return others.reduce((best, each) => (each.cpuMs < best.cpuMs ? each : best), first);
}

function seconds({ cpuMs }: IndexCost): string {
  return (cpuMs / 1000).toFixed(1);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function more(before: number, after: number): string {
  const share = (after / before - 1) * 100;
  return `${share < 0 ? '−' : '+'}${Math.abs(share).toFixed(1)} %`;
}
