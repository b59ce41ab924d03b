/**
 * The MCP server under load: mixed requests from several clients, each with its own server on the same index.
 *
 *     npm run bench:mcp -- --dir FOLDER [--index FILE] [--requests 1000] [--clients 4] [--long 2000]
 *
 * FOLDER must be indexed (`codegrain index FOLDER`) and have 5,000 files or more. Linux only: CPU time and memory are read from /proc.
 * Writes bench/results/mcp.md. A client sends its next request when it has its answer, as agents do. Then a server in its own
 * process gets `--long N` requests (2000), to see whether its memory after garbage collection grows.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { IndexReader } from '../src/index/file/index-reader';
import { indexFileOf } from '../src/index/index-settings';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { describeRun } from './chunks/run-chunkers';
import { quantile } from './index/cpu-time';
import type { LiveMemory } from './mcp/live-memory';
import { mixedRequests, type Request } from './mcp/mixed-requests';
import { childrenOf, type ProcessUse, processUse } from './mcp/process-use';

interface Answered {
  readonly name: string;
  readonly ms: number;
  /** CPU time of the server and its parse worker. */
  readonly cpuMs: number;
  readonly error?: string;
}

/** Resource use after a request. */
interface Sample {
  readonly server: ProcessUse;
  /** Undefined if it has not started. */
  readonly worker: ProcessUse | undefined;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      index: { type: 'string' },
      requests: { type: 'string', default: '1000' },
      clients: { type: 'string', default: '4' },
      long: { type: 'string', default: '2000' },
      out: { type: 'string', default: productFile('bench', 'results', 'mcp.md') },
    },
  });
  if (values.dir === undefined) throw new Error('usage: --dir FOLDER, an indexed folder');
  const dir = resolve(values.dir);
  const run = describeRun();
  const opened = IndexReader.open(values.index ?? indexFileOf(dir));
  if ('problem' in opened) throw new Error(opened.problem.message);
  const requests = mixedRequests(opened.index, Number(values.requests));
  const { files, searchedChunks, bytes } = opened.index.stats();
  const clients = Number(values.clients);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const started = performance.now();
  const args = ['mcp', dir, '--read-only', ...(values.index === undefined ? [] : ['--index', resolve(values.index)])];
  const each = Array.from({ length: clients }, (_, i) => requests.filter((_request, at) => at % clients === i));
  const results = await Promise.all(each.map((own) => ask(own, args)));
  const seconds = (performance.now() - started) / 1000;
  const held = liveMemory(dir, values.index, Number(values.long));
  const answers = results.flatMap((result) => result.answers);
  const errors = answers.filter(({ error }) => error !== undefined);
  const about = `${basename(dir)}: ${files} files, ${searchedChunks} chunks, an index of ${megabytes(bytes)} MB`;
  const report = `# The MCP server under load

Made by \`npm run bench:mcp\`: ${run}

${about}. ${answers.length} mixed requests from ${clients} clients at once, each with its own server on the same index; a client
sends its next request when it has its answer. Latency is wall time at the client, on a machine that may do other work; processor time
is that of servers and parse workers, including their start and opening the index. ${errors.length} errors, ${seconds.toFixed(1)} s in all.

${latencyTable(answers)}

${cpuLine(
  results.map(({ samples }) => samples),
  answers.length,
)} The load of the machine before the run: ${load}.

One server then answered ${values.long} more requests. Its memory after garbage collection:

${memoryTable(held)}
`;
  for (const { name, error } of errors.slice(0, 10)) process.stderr.write(`${name}: ${error}\n`);
  writeFileSync(values.out, report);
  process.stdout.write(report);
  if (errors.length > 0) process.exitCode = 1;
}

async function ask(
  requests: readonly Request[],
  args: readonly string[],
): Promise<{ answers: Answered[]; samples: Sample[] }> {
  const command = { command: process.execPath, args: [productFile('dist', 'cli.js'), ...args] };
  const transport = new StdioClientTransport({ ...command, stderr: 'inherit' });
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  const answers: Answered[] = [];
  const samples: Sample[] = [];
  const pid = transport.pid ?? 0;
  let worker: number | undefined;
  for (const { name, input } of requests) {
    const before = performance.now();
    const error = await failureOf(client, name, input);
    const ms = performance.now() - before;
    worker ??= childrenOf(pid)[0];
    const last = samples.at(-1);
    const sample = { server: processUse(pid), worker: worker === undefined ? undefined : processUse(worker) };
    samples.push(sample);
    answers.push({ name, ms, cpuMs: cpuOf(sample) - (last ? cpuOf(last) : 0), ...(error !== undefined && { error }) });
  }
  await client.close();
  return { answers, samples };
}

async function failureOf(client: Client, name: string, input: Record<string, unknown>): Promise<string | undefined> {
  try {
    if (name === 'resource') {
      await client.readResource({ uri: String(input.uri) });
      return undefined;
    }
    const result = await client.callTool({ name, arguments: input });
    return result.isError ? `${JSON.stringify(input)} ${JSON.stringify(result.content)}` : undefined;
  } catch (error) {
    return `${JSON.stringify(input)} ${String(error)}`;
  }
}

function cpuOf({ server, worker }: Sample): number {
  return server.cpuMs + (worker?.cpuMs ?? 0);
}

function latencyTable(answers: readonly Answered[]): string {
  const row = (name: string, own: readonly Answered[]): string => {
    const ms = own.map((answer) => answer.ms);
    const cpu = own.reduce((sum, answer) => sum + answer.cpuMs, 0) / own.length;
    const cells = [
      own.length,
      ...[0.5, 0.95, 0.99].map((share) => quantile(ms, share).toFixed(1)),
      Math.max(...ms).toFixed(0),
      cpu.toFixed(1),
    ];
    return `| ${name} | ${cells.join(' | ')} |`;
  };
  const names = [...new Set(answers.map(({ name }) => name))].sort();
  return [
    '| request | number | p50, ms | p95, ms | p99, ms | most, ms | processor time, mean, ms |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...names.map((name) =>
      row(
        name,
        answers.filter((answer) => answer.name === name),
      ),
    ),
    row('all', answers),
  ].join('\n');
}

function liveMemory(dir: string, index: string | undefined, requests: number): LiveMemory[] {
  const script = productFile('bench', 'mcp', 'live-memory.ts');
  const args = ['--expose-gc', '--import', 'tsx', script, dir, index ?? indexFileOf(dir), String(requests)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
}

function memoryTable(rows: readonly LiveMemory[]): string {
  return [
    `| requests | ${rows.map(({ requests }) => requests).join(' | ')} |`,
    `| --- | ${rows.map(() => '---:').join(' | ')} |`,
    `| heap, MB | ${rows.map(({ heap }) => megabytes(heap)).join(' | ')} |`,
    `| buffers, MB | ${rows.map(({ buffers }) => megabytes(buffers)).join(' | ')} |`,
    `| resident, MB | ${rows.map(({ resident }) => megabytes(resident)).join(' | ')} |`,
  ].join('\n');
}

function cpuLine(runs: readonly (readonly Sample[])[], requests: number): string {
  const sum = (at: number): { server: number; worker: number } =>
    runs.reduce(
      (total, samples) => {
        const sample = samples.at(at < 0 ? at : Math.min(at, samples.length - 1));
        const worker = total.worker + (sample?.worker?.cpuMs ?? 0);
        return { server: total.server + (sample?.server.cpuMs ?? 0), worker };
      },
      { server: 0, worker: 0 },
    );
  const all = sum(-1);
  const tenth = Math.floor(requests / runs.length / 10);
  const first = sum(tenth - 1);
  const later = (all.server + all.worker - first.server - first.worker) / (requests - tenth * runs.length);
  return `Processor time per request: ${(all.server / requests).toFixed(1)} ms in servers, ${(all.worker / requests).toFixed(1)} ms in parse workers; without the first tenth, which includes start-up, ${later.toFixed(1)} ms together.`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

main().catch((error) => {
  console.error(errorMessage(error));
  process.exitCode = 1;
});
