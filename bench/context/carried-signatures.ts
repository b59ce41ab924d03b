/** How many of the definitions that chunks use elsewhere travel with them as signatures, and what that costs in tokens. */
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { Chunk } from '../../src/code/chunk';
import { WorkerPool } from '../../src/engine/workers/worker-pool';
import { carriedDependencies } from '../../src/index/graph/attach-dependencies';
import { completeChunkOptions } from '../../src/options/chunk-options';
import { inOrder } from '../../src/shared/in-order';
import { RunGraph } from '../../src/surfaces/export/run-graph';
import { tokenCounter } from '../../src/tokens/token-counter';
import { discover, type FoundFile } from '../../src/workspace/discover';
import { walkLimits } from '../../src/workspace/read-file';

export const signatureHead = [
  ...['', 'share', 'searched chunks', 'that use others', 'used by those', 'with a guess', 'travel'],
  ...['tokens: text', 'context', 'signatures'],
];

/** One row for each share of the context, from 0 to 1. */
export async function signatureRows(folder: string, shares: readonly number[]): Promise<string[][]> {
  const files: FoundFile[] = [];
  for await (const found of discover(folder)) if (!('skipped' in found)) files.push(found);
  const jobs = availableParallelism();
  const pool = new WorkerPool({ jobs });
  const limits = { maxBytes: 1_000_000, force: false };
  try {
    const rows: string[][] = [];
    for (const contextShare of shares) {
      const chunk = completeChunkOptions({ context: 'signatures', contextShare });
      const graph = await RunGraph.read(files, { chunk, limits, jobs, pool });
      const chunks: Chunk[] = [];
      const request = { options: chunk, limits: walkLimits(limits) };
      for await (const reply of inOrder(files, jobs * 4, ({ path, file }) => pool.chunk({ path, file, ...request })))
        if (reply.is === 'chunked') chunks.push(...graph.attach(reply.file).chunks);
      rows.push([
        basename(folder),
        `${contextShare * 100} %`,
        ...rowOf(chunks.filter(({ role }) => role !== 'parent')),
      ]);
    }
    return rows;
  } finally {
    pool.dispose();
  }
}

function rowOf(chunks: readonly Chunk[]): string[] {
  const counter = tokenCounter('o200k_base');
  const using = chunks.filter(({ dependencies = [] }) => dependencies.length > 0);
  const sum = (numberOf: (chunk: Chunk) => number): number =>
    using.reduce((total, chunk) => total + numberOf(chunk), 0);
  const all = sum(({ dependencies = [] }) => dependencies.length);
  const certain = sum(({ dependencies = [] }) => dependencies.filter(({ how }) => how !== 'guess').length);
  const carried = sum((chunk) => carriedDependencies(chunk).length);
  const each = (tokens: number): string => (tokens / Math.max(1, using.length)).toFixed(0);
  return [
    `${chunks.length}`,
    `${using.length}`,
    `${all} (${(all / Math.max(1, using.length)).toFixed(1)} each)`,
    `${all - certain}`,
    `${((100 * carried) / Math.max(1, certain)).toFixed(1)} %`,
    each(sum(({ tokens }) => tokens.text)),
    each(sum(({ context }) => counter.count(context))),
    each(sum(({ signatures = '' }) => counter.count(signatures))),
  ];
}
