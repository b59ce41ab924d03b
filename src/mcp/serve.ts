/** The MCP server on standard input and output: five tools that read, and chunks as resources. It ends when its client does. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { productFile } from '../product';
import { registerChunkResources } from './chunk-resources';
import { registerFindSimilar } from './find-similar';
import { registerGetChunk } from './get-chunk';
import { registerIndexStatus } from './index-status';
import { registerOutlineFile } from './outline-file';
import { registerSearchCode } from './search-code';
import type { ServeOptions } from './serve-options';
import { ServedIndex } from './served-index';
import type { Served } from './tool-answer';

const lastAnswersMs = 10_000;

const instructions = `Codegrain searches the code of one folder by words and meaning, on this machine. Ask search_code first when you do not know where something is: it gives whole functions and sections, as many as max_tokens holds. get_chunk reads one of them with the imports and globals it uses; outline_file shows what is in a file; find_similar finds copies and variants. Paths are relative to the folder.`;

/** Until the client closes its end, or `signal` is aborted. */
export async function serve(options: ServeOptions, signal: AbortSignal): Promise<void> {
  const log = (message: string): void => console.error(`codegrain: ${message}`);
  const { version }: { version: string } = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
  const server = new McpServer({ name: 'codegrain', title: 'Codegrain', version }, { instructions });
  const index = new ServedIndex(options, log);
  const served: Served = { server, index, log, working: new Set() };
  registerSearchCode(served);
  registerFindSimilar(served);
  registerGetChunk(served);
  registerOutlineFile(served);
  registerIndexStatus(served);
  registerChunkResources(served);
  const stopped = new Promise<void>((done) => {
    server.server.onclose = done;
    signal.addEventListener('abort', () => done(), { once: true });
    if (signal.aborted) done();
  });
  // The transport does not notice that nobody asks any more. What was asked is answered: a script may close its end at once.
  const ended = new Promise<void>((done) => process.stdin.once('end', done).once('close', done));
  server.server.onerror = (error) => log(error.message);
  await server.connect(new StdioServerTransport());
  await Promise.race([stopped, ended.then(() => lastAnswers(served))]);
  await server.close();
  await index.close();
}

async function lastAnswers({ working }: Served): Promise<void> {
  // What came with the end of the input begins after it.
  await pause(10);
  const answers = Promise.allSettled(working);
  await Promise.race([answers, pause(lastAnswersMs, undefined, { ref: false })]);
  await pause(10);
}
