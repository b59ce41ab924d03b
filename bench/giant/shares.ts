/**
 * Where the processor time of indexing goes, stage by stage, in one parse worker.
 *
 *     npm run bench:shares -- --dir LINUX [--megabytes 10]
 *
 * LINUX is a checkout of the Linux kernel, or any folder with `--samples a,b+c`: each sample is one row of folders joined by `+`. Of each
 * sample, files are taken in a random but repeatable order. Writes bench/results/giant-shares.md.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { heapFlags, mallocSettings } from '../../src/engine/workers/process-memory';
import { productFile } from '../../src/shared/product';
import { describeRun } from '../chunks/run-chunkers';
import type { MeasuredShares } from './share-process';
import { stages } from './share-stages';

const kernelSamples = 'kernel+fs+net+mm,drivers,include,arch/arm/boot/dts,drivers/gpu/drm/amd/include,Documentation';
/** Larger files would be most of a sample. */
const maxFileBytes = 1_000_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string', default: '.' },
      samples: { type: 'string', default: kernelSamples },
      megabytes: { type: 'string', default: '10' },
      out: { type: 'string', default: productFile('bench', 'results', 'giant-shares.md') },
    },
  });
  const bundle = await bundled();
  const measured: (readonly [string, MeasuredShares])[] = [];
  for (const sample of values.samples.split(',')) {
    const folders = sample.split('+').map((folder) => resolve(values.dir, folder));
    const files = sampleOf(folders, Number(values.megabytes) * 1e6);
    const output = execFileSync(process.execPath, [...heapFlags, bundle], {
      input: files.join('\n'),
      encoding: 'utf8',
      env: { ...mallocSettings, ...process.env },
    });
    const shares: MeasuredShares = JSON.parse(output);
    measured.push([sample, shares]);
    console.log(`${sample}: ${rateOf(shares)} MB per CPU-second`);
  }
  writeFileSync(values.out, table(measured));
  rmSync(bundle);
  console.log(values.out);
}

/** In `dist/`, where the product's other files are found. */
async function bundled(): Promise<string> {
  const outfile = productFile('dist', 'bench-shares.js');
  await build({
    entryPoints: [productFile('bench', 'giant', 'share-process.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    alias: {
      'web-tree-sitter': productFile('node_modules', 'web-tree-sitter', 'web-tree-sitter.cjs'),
      'jsonc-parser': productFile('node_modules', 'jsonc-parser', 'lib', 'esm', 'main.js'),
    },
  });
  return outfile;
}

function sampleOf(folders: readonly string[], bytes: number): string[] {
  const files = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .map((path) => ({ path, stats: statSync(path, { throwIfNoEntry: false }), order: hashOf(path) }))
    .sort((a, b) => a.order - b.order);
  const chosen: string[] = [];
  let sum = 0;
  for (const { path, stats } of files) {
    if (sum >= bytes) break;
    if (!stats?.isFile() || stats.size > maxFileBytes) continue;
    chosen.push(path);
    sum += stats.size;
  }
  return chosen;
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function rateOf({ bytes, cpuMs }: MeasuredShares): string {
  return (bytes / 1000 / cpuMs).toFixed(2);
}

function table(measured: readonly (readonly [string, MeasuredShares])[]): string {
  const row = (name: string, cell: (shares: MeasuredShares) => string): string =>
    `| ${[name, ...measured.map(([, shares]) => cell(shares))].join(' | ')} |`;
  const share = (ms: number, { cpuMs }: MeasuredShares): string => `${((100 * ms) / cpuMs).toFixed(1)} %`;
  const inMain = ({ stageMs }: MeasuredShares): number => Object.values(stageMs).reduce((sum, ms) => sum + ms, 0);
  const stageRows = stages.map((stage, i) =>
    row(stage, (shares) =>
      share(
        i === stages.length - 1 ? Math.max(0, shares.cpuMs - inMain(shares)) : (shares.stageMs[stage] ?? 0),
        shares,
      ),
    ),
  );
  return `# Where the time of indexing goes

${describeRun()} Made by \`npm run bench:shares\`.

Shares of the processor time of one parse worker on samples of the Linux kernel, after its first 4 MB. What its start takes, until V8 has
optimised its code, is a row by itself.

| stage | ${measured.map(([name]) => name).join(' | ')} |
| --- |${' --- |'.repeat(measured.length)}
${stageRows.join('\n')}
${row('files', ({ files }) => String(files))}
${row('chunks', ({ chunks }) => String(chunks))}
${row('MB of source', ({ bytes }) => (bytes / 1e6).toFixed(1))}
${row('MB per CPU-second', rateOf)}
${row('start, CPU-seconds', ({ startMs }) => (startMs / 1000).toFixed(1))}
${row('peak memory, MB', ({ peakBytes }) => (peakBytes / 1e6).toFixed(0))}
`;
}

void main();
