/**
 * What the first answer of a new MCP server costs, and later ones, in processor time.
 *
 *     npm run bench:first-answer -- --dir FOLDER [--index FILE] [--servers 5] [--questions 40]
 *
 * FOLDER must be indexed and should have 100,000 chunks. Linux only: CPU time is read from /proc. The first question is sent as soon as
 * the server is connected, so nothing is prepared before it. Then as many other questions warm the server up as are measured after
 * that. Writes bench/results/first-answer.md.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { IndexReader } from '../src/index/file/index-reader';
import { indexFileOf } from '../src/index/index-settings';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { describeRun } from './chunks/run-chunkers';
import { quantile } from './index/cpu-time';
import { mixedRequests } from './mcp/mixed-requests';
import { processUse } from './mcp/process-use';

/** All in milliseconds of CPU time. */
interface ServerTimes {
  /** From the start of the process until the client is connected. */
  readonly start: number;
  readonly first: number;
  /** Mean of the second half of the questions. */
  readonly warm: number;
  /** Mean of the same ones asked once more. */
  readonly again: number;
}

/** To be reached: start and first answer together, and a warm answer. */
const goals = { cold: 150, warm: 15 };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      index: { type: 'string' },
      servers: { type: 'string', default: '5' },
      questions: { type: 'string', default: '40' },
      out: { type: 'string', default: productFile('bench', 'results', 'first-answer.md') },
    },
  });
  if (values.dir === undefined) throw new Error('usage: --dir FOLDER, an indexed folder');
  const dir = resolve(values.dir);
  const indexFile = resolve(values.index ?? indexFileOf(dir));
  const opened = IndexReader.open(indexFile);
  if ('problem' in opened) throw new Error(opened.problem.message);
  const { files, searchedChunks } = opened.index.stats();
  const count = Number(values.questions);
  const requests = mixedRequests(opened.index, count * 10).filter(({ name }) => name === 'pack');
  const questions = [...new Set(requests.map(({ input }) => String(input.query)))].slice(0, count);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const rows: string[] = [];
  for (const tool of ['pack', 'search_code']) {
    const servers: ServerTimes[] = [];
    for (let run = 0; run < Number(values.servers); run++)
      servers.push(await timesOf(['mcp', dir, '--index', indexFile, '--read-only'], tool, questions));
    const median = (of: (times: ServerTimes) => number): string => quantile(servers.map(of), 0.5).toFixed(0);
    const cells = [
      median(({ start }) => start),
      median(({ first }) => first),
      median(({ start, first }) => start + first),
      median(({ warm }) => warm),
      median(({ again }) => again),
    ];
    rows.push(`| \`${tool}\` | ${cells.join(' | ')} |`);
  }
  const report = `# The first answer of a new MCP server

Made by \`npm run bench:first-answer\`: ${describeRun()}

${basename(dir)}: ${files} files, ${searchedChunks} chunks. Processor time of the server in milliseconds, all its threads, medians of ${values.servers} servers.
The first question comes as soon as the client is connected. Warm is the mean of ${Math.floor(questions.length / 2)} questions after as many others; asked again is
the mean of the same ones. To be reached: ${goals.cold} for start and first answer, ${goals.warm} warm. Node alone, without any program, takes ${nodeAlone()} here;
the load of the machine before the run was ${load}.

| tool | start | first answer | both | warm | asked again |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`;
  writeFileSync(values.out, report);
  process.stdout.write(report);
}

async function timesOf(args: readonly string[], tool: string, questions: readonly string[]): Promise<ServerTimes> {
  const command = { command: process.execPath, args: [productFile('dist', 'cli.js'), ...args] };
  const transport = new StdioClientTransport({ ...command, stderr: 'inherit' });
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  const cpu = (): number => processUse(transport.pid ?? 0).cpuMs;
  const ask = async (asked: readonly string[]): Promise<number> => {
    const before = cpu();
    for (const query of asked) await client.callTool({ name: tool, arguments: { query } });
    return (cpu() - before) / asked.length;
  };
  const start = cpu();
  const first = await ask(questions.slice(0, 1));
  const half = Math.ceil(questions.length / 2);
  await ask(questions.slice(1, half));
  const warm = await ask(questions.slice(half));
  const again = await ask(questions.slice(half));
  await client.close();
  return { start, first, warm, again };
}

function nodeAlone(): string {
  const script = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)';
  const times = Array.from({ length: 5 }, () =>
    // As the server gets it: with NODE_EXTRA_CA_CERTS, for example, Node takes 75 ms more.
    Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8', env: getDefaultEnvironment() })),
  );
  return quantile(times, 0.5).toFixed(0);
}

main().catch((error) => {
  console.error(errorMessage(error));
  process.exitCode = 1;
});
