/**
 * The engine in Chromium against the desktop, on the same machine.
 *
 *     npm run bench:web -- --dir FOLDER [--files 2000]
 *
 * Cuts TypeScript in the web worker and in the desktop's parse worker; indexes and searches the first `--files` files of FOLDER in the
 * web index service and on the desktop with one worker; lists what a page has to load. Writes bench/results/web.md.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { IndexReport } from '../src/engine/indexer/index-result';
import { indexFolder } from '../src/engine/indexer/indexer';
import type { FolderSetup } from '../src/engine/service-protocol';
import { WorkerPool } from '../src/engine/workers/worker-pool';
import type { ChunkRequest } from '../src/engine/workers/worker-protocol';
import { defaultChunkOptions } from '../src/options/chunk-options';
import { productFile } from '../src/shared/product';
import { grammarIds, grammarIsDangerous } from '../src/syntax/grammar';
import { discover } from '../src/workspace/discover';
import { defaultLimits } from '../src/workspace/read-file';
import { describeRun } from './chunks/run-chunkers';
import { quantile } from './index/cpu-time';
import { childrenOf, processUse } from './mcp/process-use';
import { type BrowserRun, startBrowserRun } from './web/browser-run';

const repeats = 7;
const root = '/virtual/folder';
const queries = [
  'where is the configuration read',
  'parse the request headers',
  'retry after an error',
  'cache of results',
  'test for empty input',
  'open a connection',
];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      files: { type: 'string', default: '2000' },
      out: { type: 'string', default: productFile('bench', 'results', 'web.md') },
    },
  });
  if (values.dir === undefined) throw new Error('usage: --dir FOLDER');
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const report = `# In a browser

Made by \`npm run bench:web\`: ${describeRun()} The load of the machine before the run: ${load}.

## Cutting a file

The same TypeScript in the web worker (Chromium) and in the parse worker of the desktop, from the request to the answer, in
milliseconds: the first time, with loading the grammar, and the best of ${repeats} more. CPU is the mean of these, with all threads
of the process.

${await cutTable()}

Grammars that are dangerous on the desktop: 1 MB of each.

${await dangerousTable()}

## A folder in memory

${await folderTable(resolve(values.dir), Number(values.files))}

## What a page loads

${sizeTable()}
`;
  writeFileSync(values.out, report);
  process.stdout.write(report);
}

async function cutTable(): Promise<string> {
  const all = readdirSync(productFile('src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => readFileSync(productFile('src', name), 'utf8'))
    .join('\n');
  const rows: string[] = [];
  for (const [name, text] of [
    ['2,000 lines', all.split('\n').slice(0, 2000).join('\n')],
    ['1 MB', all.slice(0, 1e6)],
  ] as const) {
    const request = { path: 'large.ts', text };
    const desktop = await cutOnDesktop(request);
    await using run = await startBrowserRun();
    const web = await times(
      () => run.time('parse-worker', 'chunk', request),
      () => run.cpuMs(),
    );
    const { now, most } = await run.memory();
    const cells = [
      `${name} (${(text.length / 1e6).toFixed(2)} MB)`,
      ...[desktop, web].flatMap(({ first, best, cpu }) => [ms(first), ms(best), ms(cpu)]),
      (web.cpu / desktop.cpu).toFixed(2),
      `${mb(now)} (${mb(most)})`,
    ];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  return `| text | desktop: first | best | CPU | web: first | best | CPU | CPU, web / desktop | memory of the page now (most), MB |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}`;
}

async function cutOnDesktop(request: ChunkRequest): Promise<Times> {
  const pool = new WorkerPool({ jobs: 1 });
  try {
    return await times(
      async () => {
        const start = performance.now();
        const reply = await pool.chunk(request);
        if (reply.is !== 'chunked' || reply.file.fallback) throw new Error('the desktop did not parse the text');
        return performance.now() - start;
      },
      async () => childrenOf(process.pid).reduce((sum, pid) => sum + processUse(pid).cpuMs, 0),
    );
  } finally {
    pool.dispose();
  }
}

/** In milliseconds. */
interface Times {
  readonly first: number;
  /** Of the repeats, like `cpu`, which is the mean. */
  readonly best: number;
  readonly cpu: number;
}

async function times(once: () => Promise<number>, cpuMs: () => Promise<number>): Promise<Times> {
  const first = await once();
  const before = await cpuMs();
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < repeats; i++) best = Math.min(best, await once());
  return { first, best, cpu: ((await cpuMs()) - before) / repeats };
}

/** Languages whose parsers V8 optimises with much memory; on the desktop they run without its optimising compiler. */
async function dangerousTable(): Promise<string> {
  const rows: string[] = [];
  for (const id of grammarIds().filter(grammarIsDangerous)) {
    const folder = productFile('grammars', 'samples', id);
    const [name = ''] = readdirSync(folder);
    const sample = readFileSync(join(folder, name), 'utf8');
    await using run = await startBrowserRun();
    await run.time('parse-worker', 'chunk', { path: name, text: sample.repeat(Math.ceil(1e6 / sample.length)) });
    // V8 optimises in the background, and goes on after the answer.
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const { now, most } = await run.memory();
    rows.push(`| ${id} | ${mb(now)} | ${mb(most)} |`);
  }
  return `| grammar | memory of the page, MB | most, MB |\n| --- | ---: | ---: |\n${rows.join('\n')}`;
}

async function folderTable(folder: string, count: number): Promise<string> {
  const files: { path: string; text: string }[] = [];
  for await (const found of discover(folder, {})) {
    if ('skipped' in found || files.length === count) continue;
    if (statSync(found.file).size <= defaultLimits.maxBytes)
      files.push({ path: found.path, text: readFileSync(found.file, 'utf8') });
  }
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const desktop = await indexOnDesktop(folder, files);
  await using run = await startBrowserRun();
  const web = await indexInBrowser(run, files);
  const speed = (seconds: number): string => (bytes / 1e6 / seconds).toFixed(2);
  return `The first ${files.length.toLocaleString('en')} files of ${basename(folder)} (${mb(bytes)} MB). The web index service parses, embeds and writes in one thread; the
desktop has one parse worker and the process that writes. Searches are from the request to the answer, in the page.

| | web | desktop, one worker |
| --- | ---: | ---: |
| mirroring the files into the worker, s | ${seconds(web.mirrorMs)} | – |
| indexing, s | ${seconds(web.ms)} | ${desktop.seconds.toFixed(1)} |
| indexing, CPU s | ${seconds(web.cpuMs)} | ${desktop.cpuSeconds.toFixed(1)} |
| MB of source per CPU second | ${speed(web.cpuMs / 1000)} | ${speed(desktop.cpuSeconds)} |
| chunks | ${web.chunks.toLocaleString('en')} | ${desktop.chunks.toLocaleString('en')} |
| bytes of the index, MB | ${mb(web.indexBytes)} | |
| search, p50 / p95, ms | ${ms(quantile(web.searches, 0.5))} / ${ms(quantile(web.searches, 0.95))} | |
| search while indexing, p50 / most, ms | ${ms(quantile(web.during, 0.5))} / ${ms(Math.max(...web.during))} | |
| memory of the page with its worker: before, after (most), MB | ${mb(web.before)}, ${mb(web.after.now)} (${mb(web.after.most)}) | |
| opening the saved index in a new worker, ms | ${ms(web.reopenMs)} | |`;
}

async function indexOnDesktop(folder: string, files: readonly { path: string }[]): Promise<IndexReport> {
  const copy = mkdtempSync(join(tmpdir(), 'codegrain-bench-web-'));
  try {
    for (const { path } of files) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      cpSync(join(folder, path), join(copy, path));
    }
    return await indexFolder(copy, { jobs: 1 });
  } finally {
    rmSync(copy, { recursive: true });
  }
}

async function indexInBrowser(run: BrowserRun, files: readonly { path: string; text: string }[]) {
  const { web } = run;
  const service = 'index-service';
  const model = { is: 'built-in' } as const;
  const setup: FolderSetup = {
    root,
    include: [],
    exclude: [],
    chunk: defaultChunkOptions,
    limits: defaultLimits,
    model,
  };
  const mirror = async (): Promise<number> => {
    const start = performance.now();
    for (let i = 0; i < files.length; i += 200)
      await web.call('putTexts', service, { root, files: files.slice(i, i + 200), mtimeMs: 1.7e12 });
    return performance.now() - start;
  };
  const mirrorMs = await mirror();
  await web.ask(service, 'folders', [[setup]]);
  const before = (await run.memory()).now;
  const cpuBefore = await run.cpuMs();
  const indexed = (await web.call('searchWhileIndexing', service, { root, queries, pauseMs: 250 })) as {
    readonly ms: number;
    readonly searches: readonly number[];
    readonly report: IndexReport;
  };
  const cpuMs = (await run.cpuMs()) - cpuBefore;
  const after = await run.memory();
  const searches: number[] = [];
  for (let i = 0; i < 60; i++)
    searches.push(await run.time(service, 'search', { query: queries[i % queries.length], options: { limit: 10 } }));
  const indexBytes = Number(await web.call('takeIndex', service, { root }));
  await web.call('endWorker', service, {});
  await mirror();
  const reopened = performance.now();
  await web.call('loadTakenIndex', service, { root });
  await web.ask(service, 'folders', [[setup]]);
  await web.ask(service, 'search', { query: queries[0], options: { limit: 10 } });
  const reopenMs = performance.now() - reopened;
  const { ms: refreshMs, searches: during, report } = indexed;
  return {
    mirrorMs,
    ms: refreshMs,
    cpuMs,
    chunks: report.chunks,
    during,
    searches,
    before,
    after,
    indexBytes,
    reopenMs,
  };
}

function sizeTable(): string {
  const grammars = readdirSync(productFile('grammars')).filter((name) => name.endsWith('.wasm'));
  const files: [string, string[]][] = [
    ['`dist/web/web.js` (library)', ['dist/web/web.js']],
    ['`dist/web/parse-worker.js`', ['dist/web/parse-worker.js']],
    ['`dist/web/index-service.js`', ['dist/web/index-service.js']],
    ['`dist/web-tree-sitter.wasm`', ['dist/web-tree-sitter.wasm']],
    ['`dist/o200k_base.tokens`', ['dist/o200k_base.tokens']],
    ['`dist/cl100k_base.tokens`', ['dist/cl100k_base.tokens']],
    [
      '`dist/language-model/`, for texts without a known name',
      ['dist/language-model/group1-shard1of1.bin', 'dist/language-model/model.json'],
    ],
    ['`models/built-in.cgm`, for search and `semantic`', ['models/built-in.cgm']],
    ['`grammars/typescript.wasm`', ['grammars/typescript.wasm']],
    ['`grammars/python.wasm`', ['grammars/python.wasm']],
    ['`grammars/cpp.wasm`', ['grammars/cpp.wasm']],
    [`all ${grammars.length} grammars`, grammars.map((name) => `grammars/${name}`)],
  ];
  const rows = files.map(([name, paths]) => {
    const contents = paths.map((path) => readFileSync(productFile(path)));
    const sum = (sizes: number[]): string => kb(sizes.reduce((a, b) => a + b, 0));
    return `| ${name} | ${sum(contents.map(({ length }) => length))} | ${sum(contents.map((bytes) => gzipSync(bytes).length))} |`;
  });
  return `| file | KB | gzip, KB |\n| --- | ---: | ---: |\n${rows.join('\n')}`;
}

const ms = (value: number): string => Math.round(value).toLocaleString('en');
const seconds = (value: number): string => (value / 1000).toFixed(1);
const mb = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
const kb = (bytes: number): string => Math.round(bytes / 1000).toLocaleString('en');

main();
