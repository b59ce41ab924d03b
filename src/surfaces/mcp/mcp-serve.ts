/** Runs the MCP server on standard input and output. It ends when its client does. */
import { setTimeout as pause } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { printError } from '../../shared/print';
import { createMcpServer } from './mcp-server';
import type { ToolContext } from './run-tool';
import type { ServeOptions } from './serve-options';
import { ServedCode } from './served-code';
import { ServedDatabase } from './served-database';
import { ServedIndex } from './served-index';

/** How long running requests may take after the input has ended. */
const lastAnswersMs = 10_000;

/** After the client is ready; a request does not wait for it. */
const beginMs = 200;

/** Resolves when the client closes its end, or `signal` is aborted. */
export async function serveMcp(options: ServeOptions, signal: AbortSignal): Promise<void> {
  const log = (message: string): void => printError(`codegrain: ${message}`);
  const { root, database } = options;
  const code = new ServedCode(
    root === undefined ? undefined : new ServedIndex({ ...options, root }, log),
    database && new ServedDatabase(database),
    async () => (root === undefined ? [] : (await import('../../workspace/about-repository')).repositoryNamesOf(root)),
  );
  const context = createMcpServer(code, options, log);
  const { server } = context;
  const stopped = new Promise<void>((done) => {
    server.server.onclose = done;
    signal.addEventListener('abort', () => done(), { once: true });
    if (signal.aborted) done();
  });
  // The transport does not notice the end of the input. Earlier requests are still answered: a script may close its end at once.
  const ended = new Promise<void>((done) => process.stdin.once('end', done).once('close', done));
  server.server.onerror = (error) => log(error.message);
  // The client first gets its list of tools: agents do not wait long for a server to start, and their models then do without it.
  let beginning: NodeJS.Timeout | undefined;
  server.server.oninitialized = () => {
    beginning = setTimeout(() => code.begin(), beginMs);
  };
  await server.connect(new StdioServerTransport());
  await Promise.race([stopped, ended.then(() => lastAnswers(context))]);
  clearTimeout(beginning);
  await server.close();
  await code.close();
}

async function lastAnswers({ running }: ToolContext): Promise<void> {
  // Requests that came with the end of the input start after it.
  await pause(10);
  const answers = Promise.allSettled(running);
  await Promise.race([answers, pause(lastAnswersMs, undefined, { ref: false })]);
  await pause(10);
}
