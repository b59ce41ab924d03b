/**
 * What links add to indexing: CPU time and the size of the index of one folder, with and without them; and what a question to the
 * graph of that folder costs.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { productFile } from '../../src/shared/product';
import { quantile } from '../index/cpu-time';
import { markdownTable } from '../search/search-tables';
import { bundleStep, runStepFile } from '../step-process';
import type { IndexCost } from './cost-step';
import type { GraphQueryCost } from './query-cost-step';

const cache = productFile('.cache', 'bench', 'graph');
/** Runs of each kind, in turn; the fastest counts, since the machine may do other work. */
const runs = 2;
/** Without the optimising compiler: some grammars make it run out of memory. */
const flags = ['--liftoff-only'];
const goals = { cpu: '≤ +10 %', size: '≤ +8 %', query: '≤ 5' };

export async function measureLinkCost(folder: string): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const step = bundleStep('graph', 'cost-step');
  const measured: Record<'links' | 'none', IndexCost[]> = { none: [], links: [] };
  for (let run = 0; run < runs; run++) {
    for (const kind of ['none', 'links'] as const) measured[kind].push(indexOnce(step, folder, kind));
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
    queryTable(runStepFile(bundleStep('graph', 'query-cost-step'), [folder, indexOf('links')], flags)),
  ].join('\n\n');
}

function queryTable({ chunks, first, uses, usedBy }: GraphQueryCost): string {
  const row = (title: string, times: readonly number[]): string[] => [
    title,
    ...[0.5, 0.95, 0.99, 1].map((share) => quantile(times, share).toFixed(1)),
    goals.query,
  ];
  return [
    `A question to the graph of these ${chunks.toLocaleString('en')} chunks: CPU in ms, over ${uses.length.toLocaleString('en')} sampled definitions. The first question of a process lists the names of the index and takes ${first.toFixed(0)} ms.`,
    markdownTable(
      ['question', 'median', 'p95', 'p99', 'worst', 'to reach'],
      [row('what it uses', uses), row('what uses it', usedBy)],
    ),
  ].join('\n\n');
}

function indexOf(kind: string): string {
  return join(cache, `cost-${kind}.cgx`);
}

function indexOnce(step: string, folder: string, kind: string): IndexCost {
  rmSync(indexOf(kind), { force: true });
  process.stderr.write(`indexing ${kind === 'links' ? 'with' : 'without'} links…\n`);
  return runStepFile(step, [folder, indexOf(kind), kind], flags);
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
