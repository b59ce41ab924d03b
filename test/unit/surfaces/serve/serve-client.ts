/** A client of the server as users start it: the built command line on standard input and output. */
import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { cacheOfTests, cli } from '../cli/runner/run-command';

type Json = Record<string, unknown>;

interface ServeAnswer {
  readonly events: readonly Json[];
  readonly result?: Json;
  readonly error?: { readonly code: string; readonly message: string; readonly position?: number };
}

export class ServeClient {
  readonly process: ChildProcessWithoutNullStreams;
  /** Every line of standard output. */
  readonly lines: Json[] = [];
  log = '';
  private lastId = 0;
  private readonly events = new Map<unknown, Json[]>();
  private readonly open = new Map<unknown, (answer: ServeAnswer) => void>();

  constructor(...args: readonly string[]) {
    this.process = spawn(process.execPath, [cli, 'serve', '--stdio', ...args], {
      env: { ...process.env, CODEGRAIN_CACHE: cacheOfTests() },
    });
    this.process.stderr.on('data', (data) => {
      this.log += data;
    });
    // Readers that end early are part of the tests.
    this.process.stdin.on('error', () => {});
    createInterface(this.process.stdout).on('line', (text) => this.take(text));
  }

  /** The answer to a request, also if it is an error. */
  ask(method: string, params: Json = {}): Promise<ServeAnswer> {
    return this.askAs(++this.lastId, method, params);
  }

  askAs(id: string | number, method: string, params: Json = {}): Promise<ServeAnswer> {
    const answer = this.answerTo(id);
    this.send(`${JSON.stringify({ id, method, params })}\n`);
    return answer;
  }

  /** The next answer with this id; null: to a line that has none. */
  answerTo(id: string | number | null): Promise<ServeAnswer> {
    return new Promise((done) => this.open.set(id, done));
  }

  async result(method: string, params: Json = {}): Promise<Json> {
    const { result, error } = await this.ask(method, params);
    assert.ok(result, `${method}: ${error?.message}`);
    return result;
  }

  send(bytes: string | Buffer): void {
    this.process.stdin.write(bytes);
  }

  /** Closes the input and waits. */
  async end(): Promise<{ readonly status: number | null; readonly signal: string | null }> {
    this.process.stdin.end();
    return this.ended();
  }

  async ended(): Promise<{ readonly status: number | null; readonly signal: string | null }> {
    const { exitCode, signalCode } = this.process;
    if (exitCode === null && signalCode === null) await once(this.process, 'close');
    return { status: this.process.exitCode, signal: this.process.signalCode };
  }

  private take(text: string): void {
    const line: Json = JSON.parse(text);
    this.lines.push(line);
    const { id, event, result, error } = line as Json & Pick<ServeAnswer, 'result' | 'error'> & { event?: Json };
    const events = this.events.get(id) ?? [];
    if (event !== undefined) {
      this.events.set(id, [...events, event]);
      return;
    }
    this.events.delete(id);
    const answer = this.open.get(id);
    this.open.delete(id);
    answer?.({ events, ...(result !== undefined && { result }), ...(error !== undefined && { error }) });
  }
}
