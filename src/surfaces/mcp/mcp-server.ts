/** The MCP server: seven read-only tools, and chunks as resources. */
import { setTimeout as pause } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { printError } from '../../shared/print';
import { productVersion } from '../../shared/product';
import { registerOutlineFile, registerTraceUses } from './definition-tools';
import { registerChunkResources, registerGetChunk } from './get-chunk-tool';
import { registerIndexStatus } from './index-status-tool';
import type { ToolContext } from './run-tool';
import { registerFindSimilar, registerPack, registerSearchCode } from './search-tools';
import { ServedCode } from './served-code';
import { ServedDatabase } from './served-database';
import { ServedIndex, type ServeOptions } from './served-index';

const instructions = `Codegrain knows the code of this folder. Call pack first, once, with the whole task, question, issue or error: it returns the code to open, likeliest first, within max_tokens. Then, if needed: search_code for other places, get_chunk for lines left out, trace_uses before changing a definition, outline_file for a long file, find_similar for copies. For exact strings use grep. Paths are relative to the folder.`;

/** Also said where a database is served. */
const aboutDatabase = `Paths in other repositories begin with REPOSITORY@BRANCH: and are given to tools as they are written in answers.`;
const instructionsOfDatabase = `Codegrain knows the code of the repositories in a database. Call pack first, once, with the whole task, question, issue or error: it returns the code to read, likeliest first, within max_tokens. Then, if needed: search_code for other places, get_chunk for lines left out, outline_file for a long file, find_similar for copies. Paths are REPOSITORY@BRANCH:PATH.`;

function instructionsFor({ folder, database }: ServedCode): string {
  if (!database) return instructions;
  return folder ? `${instructions} ${aboutDatabase}` : instructionsOfDatabase;
}

/** Returns a server that is not connected yet. */
export function createMcpServer(
  code: ServedCode,
  options: ToolContext['options'],
  log: ToolContext['log'],
): ToolContext {
  const server = new McpServer(
    { name: 'codegrain', title: 'Codegrain', version: productVersion() },
    { instructions: instructionsFor(code) },
  );
  const context: ToolContext = { server, code, options, log, running: new Set() };
  registerPack(context);
  registerSearchCode(context);
  registerFindSimilar(context);
  registerTraceUses(context);
  registerGetChunk(context);
  registerOutlineFile(context);
  registerIndexStatus(context);
  if (code.folder) registerChunkResources(context, code.folder);
  return context;
}

// Runs the MCP server on standard input and output. It ends when its client does.

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
