/**
 * The protocol of `codegrain serve --stdio` (docs/serve.md): a request per line, answers as they are ready.
 *
 *     bytes ─► line-splitter ─► request-line ─► request-queue ─► method ─► output-lines
 *
 * Nothing is read while the queue is full or the client does not read its answers.
 */
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import { errorMessage } from '../../shared/error-message';
import { printableJson, printError } from '../../shared/print';
import { CodegrainError, close } from '../library/library';
import { OpenIndexes } from './index-methods';
import { LineSplitter, readRequest, type ServeRequest, type SplitLine } from './request-line';
import { type QueueLimits, RequestQueue } from './request-queue';
import { type Call, type RequestId, ServeError, type ServeMethod } from './serve-method';
import { serveLimits, serveMethods } from './serve-methods';

/**
 * A line of the answer to a request. `id` is null if the request could not be read.
 *
 * Writes answers, one JSON object per line. A writer waits while the reader is behind, so no more is kept in memory than one
 * line of each running request.
 */
export type ServedLine =
  | { readonly id: RequestId; readonly event: object }
  | { readonly id: RequestId; readonly result: unknown }
  | {
      readonly id: RequestId | null;
      readonly error: { readonly code: string; readonly message: string; readonly position?: number };
    };

class OutputLines {
  private draining: Promise<void> | undefined;

  constructor(private readonly stream: Writable) {}

  /** False while the reader is behind. */
  get isReady(): boolean {
    return this.draining === undefined;
  }

  /** @throws ServeError if the line is longer than a string can be */
  async write(line: ServedLine): Promise<void> {
    const text = lineText(line);
    while (this.draining) await this.draining;
    if (this.stream.write(text)) return;
    this.draining ??= new Promise<void>((done) => this.stream.once('drain', done)).finally(() => {
      this.draining = undefined;
    });
    await this.draining;
  }
}

function lineText(line: ServedLine): string {
  try {
    return `${printableJson(line)}\n`;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ServeError('answer-too-long', 'the answer is too long for one line; ask for less at once');
  }
}

const lifeMs = 2000;

/**
 * Resolves when the client has closed its end and has all answers, or `signal` is aborted.
 *
 * Runs the protocol on standard input and output.
 */
export async function serveStdio(signal: AbortSignal): Promise<void> {
  const log = (message: string): void => printError(`codegrain: ${message}`);
  // Standard output is for the protocol: what anything else prints is a log.
  console.log = console.info = console.debug = console.error;
  const indexes = new OpenIndexes();
  const session = new ServeSession({
    ...{ input: process.stdin, output: process.stdout, limits: serveLimits, methods: serveMethods(indexes), log },
    lifeMs,
    codeOf: (error) => (error instanceof CodegrainError ? error.code : undefined),
  });
  signal.addEventListener('abort', () => void session.stop(), { once: true });
  await session.run();
  await indexes.close();
  await close();
}

interface SessionParts {
  readonly input: Readable;
  readonly output: Writable;
  readonly limits: QueueLimits & { readonly lineBytes: number };
  /** Milliseconds between signs of life after the input has ended. */
  readonly lifeMs: number;
  readonly methods: Readonly<Record<string, ServeMethod>>;
  /** The code of an error that a method throws; undefined: it is a bug. */
  codeOf(error: unknown): string | undefined;
  log(message: string): void;
}

const neverAborted = new AbortController().signal;

export class ServeSession {
  private readonly queue: RequestQueue;
  private readonly output: OutputLines;
  private isStopped = false;

  constructor(private readonly parts: SessionParts) {
    this.queue = new RequestQueue(parts.limits);
    this.output = new OutputLines(parts.output);
  }

  /** Resolves when the input has ended and every request has its answer, or after `stop`. */
  async run(): Promise<void> {
    const splitter = new LineSplitter(this.parts.limits.lineBytes);
    try {
      for await (const bytes of this.parts.input)
        for (const line of splitter.push(bytes)) if (!this.isStopped) await this.take(line);
      for (const line of splitter.end()) await this.take(line);
    } catch (error) {
      if (!this.isStopped) this.parts.log(`standard input cannot be read: ${errorMessage(error)}`);
    }
    // Only writing tells whether the client is still there: the input of one that was killed has ended, too.
    const life = setInterval(() => this.showLife(), this.parts.lifeMs);
    await this.queue.idle();
    clearInterval(life);
  }

  private showLife(): void {
    const id = this.queue.oldest();
    if (id !== undefined) this.callOf(id, neverAborted).emitIfReady({ type: 'running' });
  }

  /** Reads no more, and cancels all requests; resolves when they are answered. */
  stop(): Promise<void> {
    this.isStopped = true;
    this.parts.input.destroy();
    this.queue.cancelAll();
    return this.queue.idle();
  }

  /** Resolves when the next line may be read. */
  private async take(line: SplitLine): Promise<void> {
    if (line.is === 'too-long') {
      const message = `the line has ${line.length} bytes; at most ${this.parts.limits.lineBytes} are allowed`;
      return this.fail(null, new ServeError('line-too-long', message));
    }
    const request = readRequest(line.bytes);
    if ('error' in request) return this.fail(request.id, request.error);
    const { id } = request;
    if (this.queue.has(id)) {
      const message = `the request with the id ${JSON.stringify(id)} is not answered yet`;
      return this.fail(id, new ServeError('duplicate-id', message));
    }
    if (this.methodOf(request)?.isImmediate) return this.answer(request, neverAborted);
    return this.queue.add(id, line.bytes.length, (signal) => this.answer(request, signal));
  }

  /** Never throws. */
  private async answer(request: ServeRequest, signal: AbortSignal): Promise<void> {
    const { id } = request;
    try {
      await this.output.write({ id, result: await this.call(request, signal) });
    } catch (error) {
      await this.fail(id, signal.aborted ? new ServeError('cancelled', 'the request was cancelled') : error);
    }
  }

  private async call(request: ServeRequest, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const method = this.methodOf(request);
    if (!method) throw new ServeError('unknown-method', unknownMethod(request.method, this.parts.methods));
    return method.run(request.params, this.callOf(request.id, signal));
  }

  private methodOf({ method }: ServeRequest): ServeMethod | undefined {
    return Object.hasOwn(this.parts.methods, method) ? this.parts.methods[method] : undefined;
  }

  private callOf(id: RequestId, signal: AbortSignal): Call {
    return {
      signal,
      emit: (event) => this.output.write({ id, event }),
      emitIfReady: (event) => {
        if (this.output.isReady) void this.output.write({ id, event });
      },
      cancel: (request) => this.queue.cancel(request),
      shutdown: () => this.stop(),
    };
  }

  private fail(id: RequestId | null, error: unknown): Promise<void> {
    return this.output.write({ id, error: this.describe(error) });
  }

  private describe(error: unknown): { code: string; message: string; position?: number } {
    if (error instanceof ServeError) {
      const { code, message, position } = error;
      return { code, message, ...(position !== undefined && { position }) };
    }
    if (error instanceof z.ZodError) return { code: 'invalid-params', message: problemsOf(error) };
    const code = this.parts.codeOf(error);
    if (code === undefined) this.parts.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return { code: code ?? 'internal', message: errorMessage(error) };
  }
}

function unknownMethod(name: string, methods: object): string {
  // A name may be megabytes long.
  const short = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  return `there is no method ${JSON.stringify(short)}; there are ${Object.keys(methods).join(', ')}`;
}

/** One sentence for all that is wrong. */
function problemsOf({ issues }: z.ZodError): string {
  const lines = issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.length > 0 ? `${z.core.toDotPath(path)}: ` : ''}${message}`);
  return lines.join('; ');
}
