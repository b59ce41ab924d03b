/**
 * Measures the export of a large repository: time, speed, memory and coverage, in every format.
 *
 *     npm run build && npm run bench:export -- DIR [--ways "jsonl;parquet, embeddings"]
 *
 * DIR is a checkout with 5,000 files or more, such as Spring Framework. Needs Linux, where /proc has the resource use of
 * processes. Writes bench/results/export.md.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { productFile } from '../src/shared/product';
import type { ExportReport } from '../src/surfaces/export/export-report';
import { describeRun } from './chunks/run-chunkers';
import { type ProcessTreeUse, ProcessWatch } from './export/watch-processes';

interface Way {
  readonly name: string;
  readonly args: readonly string[];
}

const ways: readonly Way[] = [
  { name: 'jsonl', args: ['--format', 'jsonl'] },
  { name: 'jsonl, embeddings', args: ['--format', 'jsonl', '--embeddings'] },
  { name: 'parquet', args: ['--format', 'parquet'] },
  { name: 'parquet, embeddings', args: ['--format', 'parquet', '--embeddings'] },
  { name: 'csv', args: ['--format', 'csv'] },
  { name: 'markdown', args: ['--format', 'markdown'] },
];

interface Result {
  readonly name: string;
  readonly report: ExportReport;
  readonly use: ProcessTreeUse;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ways: { type: 'string', default: ways.map(({ name }) => name).join(';') },
      out: { type: 'string', default: productFile('bench', 'results', 'export.md') },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error('usage: npm run bench:export -- DIR');
  // Read before measuring, because the commit may change meanwhile.
  const run = describeRun();
  const selected = values.ways.split(';');
  const results: Result[] = [];
  for (const way of ways.filter(({ name }) => selected.includes(name))) {
    process.stderr.write(`${way.name}…\n`);
    results.push(await measure(resolve(folder), way));
    // Written after each format, because each takes minutes.
    writeFileSync(values.out, reportOf(basename(resolve(folder)), run, results));
  }
  process.stdout.write(reportOf(basename(resolve(folder)), run, results));
}

async function measure(folder: string, { name, args }: Way): Promise<Result> {
  const home = mkdtempSync(join(tmpdir(), 'codegrain-bench-export-'));
  try {
    const all = ['export', folder, '--out', join(home, 'chunks'), '--json', '--index', join(home, 'none'), ...args];
    const child = spawn(process.execPath, [productFile('dist', 'cli.js'), ...all], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const watch = new ProcessWatch(child.pid ?? 0);
    const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    if (status !== 0) throw new Error(`${name} ended with status ${status}`);
    return { name, report: JSON.parse(output), use: watch.stop() };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function reportOf(name: string, run: string, results: readonly Result[]): string {
  const first = results[0]?.report;
  const rows = results.map(({ name, report, use }) => {
    const cpu = use.mainSeconds + use.childSeconds;
    const source = report.sourceBytes / 1e6;
    const { lines, covered } = report.coverage;
    return [
      name,
      `${report.seconds.toFixed(0)} s`,
      `${cpu.toFixed(0)} s`,
      `${use.mainSeconds.toFixed(0)} s`,
      (source / report.seconds).toFixed(2),
      (source / cpu).toFixed(2),
      megabytes(report.bytes),
      megabytes(use.main),
      megabytes(use.largestChild),
      megabytes(use.children),
      `${((100 * covered) / lines).toFixed(covered === lines ? 0 : 3)} %`,
    ];
  });
  return `# Export of a large repository

${run} Made by \`npm run bench:export\`.

${name}: ${count(first?.files)} files, ${megabytes(first?.sourceBytes ?? 0)}, ${count(first?.chunks)} chunks and ${count(first?.parents)} parents.
There is no index, so every vector is computed. The machine may do other work, which affects time; CPU time is that of all processes.
Goal: peak memory of the exporting process below 300 MB, coverage 100 %.

| format | time | CPU | … of the exporting process | MB/s | MB per CPU-second | written | peak memory | largest parse worker | all parse workers together | covered |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function count(value: number | undefined): string {
  return (value ?? 0).toLocaleString('en-US');
}

main();
