/**
 * The npm package: its size, how long `codegrain chunk FILE` takes from the start of the process, and the speed of the library.
 *
 *     npm run bench:package -- [--runs 15] [--node PATH]
 *
 * Needs the package (`npm run package:npm`). Writes bench/results/package.md. Linux only: CPU time is read from /proc.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { npmPackagePath } from '../scripts/npm/npm-path';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { describeRun } from './chunks/run-chunkers';
import { quantile } from './index/cpu-time';
import type { ChunkingWay, ChunkSpeed, SpeedTask } from './package/chunk-speed';

const packageFolder = productFile('artifacts', 'npm');
const inPackage = (...parts: string[]): string => join(packageFolder, ...parts);

/** A file of the usual size: 250 lines. */
const measuredFile = productFile('src', 'engine', 'workers', 'worker-pool.ts');

interface Start {
  readonly name: string;
  readonly args: readonly string[];
  /** Where compiled code is kept: empty, nothing is. */
  readonly cache?: string;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '15' },
      node: { type: 'string', default: process.execPath },
      out: { type: 'string', default: productFile('bench', 'results', 'package.md') },
    },
  });
  const temporary = mkdtempSync(join(tmpdir(), 'codegrain-bench-'));
  const programs = { speed: inPackage('dist', 'bench-speed.cjs'), parse: join(temporary, 'bare-parse.cjs') };
  try {
    await bundle('bench/package/chunk-speed.ts', programs.speed);
    await bundle('bench/package/bare-parse.ts', programs.parse);
    const version = execFileSync(values.node, ['--version'], { encoding: 'utf8' }).trim();
    const load = (loadavg()[0] ?? 0).toFixed(1);
    const starts = coldStarts(programs.parse, temporary);
    const started = measureStarts(values.node, starts, Number(values.runs));
    const speeds = (['direct', 'none', 'process'] as const).map((way) => {
      return [way, speedOf(values.node, programs.speed, way, temporary)] as const;
    });
    const report = `# The npm package

Made by \`npm run bench:package\`: ${describeRun()} Measured with Node ${version}, load ${load}.

## Size

| | MB |
| --- | ---: |
| \`codegrain-VERSION.tgz\`, to download | ${megabytes(statSync(npmPackagePath()).size)} |
| installed | ${megabytes(sizeOf(packageFolder) - statSync(programs.speed).size)} |

## From the start of the process to its end

One TypeScript file of ${readFileSync(measuredFile, 'utf8').split('\n').length} lines, ${values.runs} runs of each, in turns. CPU time is that of
the process itself, without parse workers. From the second time on, \`codegrain\` has its compiled code in the cache of the user.

${startTable(started)}

## Speed

The TypeScript of this repository, chunked twice; the second time counts. *Chunker alone* is what \`bench:chunks\` measures: the chunker
in a loop, without anything around it. CPU time includes the parse workers.

${speedTable(speeds)}
`;
    writeFileSync(values.out, report);
    console.log(report);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    rmSync(programs.speed, { force: true });
  }
}

async function bundle(entry: string, outfile: string): Promise<void> {
  await build({
    ...{ entryPoints: [productFile(entry)], outfile, bundle: true, platform: 'node', target: 'node20', format: 'cjs' },
    alias: { 'web-tree-sitter': productFile('node_modules/web-tree-sitter/web-tree-sitter.cjs') },
    minify: true,
    absWorkingDir: productFile(),
  });
}

function coldStarts(parse: string, folder: string): Start[] {
  const use = (isolation: string): string => {
    const script = join(folder, `${isolation}.cjs`);
    const library = JSON.stringify(inPackage('dist', 'library.cjs'));
    writeFileSync(
      script,
      `require(${library}).chunkFile(process.argv[2], { isolation: '${isolation}' }).then(({ chunks }) => console.log(chunks.length));`,
    );
    return script;
  };
  const chunk = [inPackage('dist', 'cli.js'), 'chunk', measuredFile];
  const wasm = [productFile('dist', 'web-tree-sitter.wasm'), productFile('grammars', 'typescript.wasm')];
  return [
    { name: 'Node alone', args: ['-e', '0'] },
    { name: 'Node, and the file parsed by web-tree-sitter', args: [parse, ...wasm, measuredFile] },
    { name: 'library, `isolation: none`', args: [use('none'), measuredFile] },
    { name: 'library, `isolation: process`', args: [use('process'), measuredFile] },
    { name: '`codegrain chunk FILE`, the first time', args: chunk, cache: '' },
    { name: '`codegrain chunk FILE`', args: chunk, cache: join(folder, 'cache') },
  ];
}

type Measured = Start & { readonly wall: readonly number[]; readonly cpu: readonly number[] };

function measureStarts(node: string, starts: readonly Start[], runs: number): Measured[] {
  const all = starts.map((start) => ({ ...start, wall: [] as number[], cpu: [] as number[] }));
  for (let run = 0; run < runs; run++)
    for (const { args, cache, wall, cpu } of all) {
      const before = childrenCpuMs();
      const started = performance.now();
      execFileSync(node, args, { stdio: 'ignore', env: { ...process.env, CODEGRAIN_CACHE: cache ?? '' } });
      wall.push(performance.now() - started);
      cpu.push(childrenCpuMs() - before);
    }
  return all;
}

/** CPU time of all processes that this one has waited for. Parse workers are killed, so nobody waits for them. */
function childrenCpuMs(): number {
  const text = readFileSync('/proc/self/stat', 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function startTable(starts: readonly Measured[]): string {
  const parse = starts.find(({ name }) => name.includes('parsed'));
  const inThread = starts.find(({ name }) => name.includes('none'));
  const wall = (start: Measured | undefined, at: number): number => quantile(start?.wall ?? [], at);
  const rows = starts.map((start) => {
    const ratio = (to: Measured | undefined): string => (wall(start, 0.1) / wall(to, 0.1)).toFixed(2);
    const ms = [quantile(start.cpu, 0.5), wall(start, 0.1), wall(start, 0.5)].map((value) => value.toFixed(0));
    return `| ${start.name} | ${ms.join(' | ')} | ${ratio(parse)} | ${ratio(inThread)} |`;
  });
  return [
    '| | CPU ms, median | ms, quickest tenth | ms, median | × the parsed file | × library in the thread |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

function speedOf(node: string, program: string, way: ChunkingWay, folder: string): ChunkSpeed {
  const paths = readdirSync(productFile('src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .sort();
  const task: SpeedTask = { way, library: inPackage('dist', 'library.cjs'), folder: productFile('src'), paths };
  const file = join(folder, 'task.json');
  writeFileSync(file, JSON.stringify(task));
  return JSON.parse(execFileSync(node, [program, file], { encoding: 'utf8' }));
}

function speedTable(speeds: readonly (readonly [ChunkingWay, ChunkSpeed])[]): string {
  const names: Readonly<Record<ChunkingWay, string>> = {
    direct: 'chunker alone',
    none: 'library, `isolation: none`',
    process: 'library, `isolation: process`',
  };
  const perSecond = ({ bytes, cpuSeconds }: ChunkSpeed): number => bytes / 1e6 / cpuSeconds;
  const direct = speeds[0]?.[1];
  const rows = speeds.map(([way, speed]) => {
    const share = direct ? (100 * perSecond(speed)) / perSecond(direct) : 0;
    return `| ${names[way]} | ${speed.chunks} | ${perSecond(speed).toFixed(2)} | ${share.toFixed(0)} % | ${speed.wallSeconds.toFixed(1)} |`;
  });
  return [
    '| | chunks | MB per CPU-second | of the chunker alone | seconds |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}

main().catch((error: unknown) => {
  console.error(errorMessage(error));
  process.exit(1);
});
