/**
 * Runs the built command line as its users do, but one command after the other in a process that stays: to start one for each command,
 * and to load the program and the model again, took most of the time of these tests. What a test says about the process itself (how it
 * starts and ends, signals, pipes, a terminal, a limit of time) needs a process of its own.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { productFile } from '../../../../../src/shared/product';

export interface CliResult {
  /** Null: a signal ended the process. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  /** In place of all variables of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string | Buffer;
}

interface RunningOptions extends CliOptions {
  /** Kills the command. */
  readonly signal?: AbortSignal;
}

export const cli = productFile('dist', 'cli.js');

let cache: string | undefined;

/** A cache for servers that tests start again and again: the next one takes the compiled code of the one before. */
export function cacheOfTests(): string {
  if (cache === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'codegrain-cache-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    cache = made;
  }
  return cache;
}

interface Runner {
  readonly thread: Worker;
  /** How many commands have ended. */
  readonly ended: Int32Array;
}

let runner: Runner | undefined;

export async function runCommand(args: readonly string[], options: RunningOptions = {}): Promise<CliResult> {
  const port = send(args, options);
  options.signal?.addEventListener('abort', () => runner?.thread.postMessage('kill'), { once: true });
  const [result]: CliResult[] = await once(port, 'message');
  port.close();
  if (!result) throw new Error('the command line did not answer');
  return result;
}

/** The same without an event loop, as `spawnSync`: a server in this thread would not answer meanwhile. */
export function runCommandSync(args: readonly string[], options: CliOptions = {}): CliResult {
  const port = send(args, options);
  for (;;) {
    const ended = runner ? Atomics.load(runner.ended, 0) : 0;
    const answer: { message: CliResult } | undefined = receiveMessageOnPort(port);
    if (answer) {
      port.close();
      return answer.message;
    }
    if (runner) Atomics.wait(runner.ended, 0, ended);
  }
}

/** Returns where the result will arrive. */
function send(args: readonly string[], { cwd, env, input = '' }: CliOptions): MessagePort {
  runner ??= startRunner();
  const { port1, port2 } = new MessageChannel();
  const bytes = Buffer.from(input).toString('base64');
  const command = { args, input: bytes, cwd: cwd ?? process.cwd(), env: { ...(env ?? process.env) } };
  runner.thread.postMessage({ command, answerTo: port2 }, [port2]);
  return port1;
}

function startRunner(): Runner {
  const ended = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(join(__dirname, 'runner-thread.cjs'), { workerData: { cli, ended }, execArgv: [] });
  // The tests end without it.
  thread.unref();
  return { thread, ended };
}
