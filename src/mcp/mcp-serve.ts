/** The MCP server on standard input and output. It ends when its client does. */
import { setTimeout as pause } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { makeServer } from './mcp-server';
import type { ServeOptions } from './serve-options';
import { ServedIndex } from './served-index';
import type { Served } from './tool-answer';

const lastAnswersMs = 10_000;

/** Until the client closes its end, or `signal` is aborted. */
export async function serve(options: ServeOptions, signal: AbortSignal): Promise<void> {
  const log = (message: string): void => console.error(`codegrain: ${message}`);
  const index = new ServedIndex(options, log);
  const served = makeServer(index, log);
  const { server } = served;
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
