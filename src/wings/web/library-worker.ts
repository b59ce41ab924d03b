/**
 * A web worker behind the calls of the library. A worker whose parser crashed is replaced. One that takes too long is ended, and the
 * text is cut by lines in a new one: a parser that hangs does not answer anything else.
 */
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createMessageConnection,
  type MessageConnection,
} from 'vscode-jsonrpc/browser';
import { unlessAborted } from '../../engine/workers/chunking-pool';
import { type ChunkReply, type ChunkRequest, chunkRequest } from '../../engine/workers/worker-protocol';
import type { ChunkedText } from '../../surfaces/library/chunked-text';
import { CodegrainError } from '../../surfaces/library/library-error';
import type { CounterName } from '../../tokens/counter-table';
import type { Counted } from '../../tokens/token-counter';
import {
  chunkBy,
  countBy,
  productUrlOf,
  type WebChunkOptions,
  type WebCountOptions,
  type WebEngine,
} from './web-calls';
import { countRequest, startRequest } from './web-worker-protocol';

/** Options of `openWorker`. */
export interface WorkerOptions {
  /** The folder with `grammars/` and `dist/` of the package. Default: where this module is. */
  readonly baseUrl?: string | URL | undefined;
  /** The script `dist/web/parse-worker.js`. Default: below `baseUrl`. */
  readonly workerUrl?: string | URL | undefined;
  /** Time limit of a chunk call in milliseconds, with loading its grammar; then the text is cut by lines. Default 30,000. */
  readonly timeoutMs?: number | undefined;
}

/** A web worker that chunks and counts. */
export interface CodegrainWorker {
  /** As the function of this name. Calls wait for each other. */
  chunk(text: string, options?: Omit<WebChunkOptions, 'baseUrl'>): Promise<ChunkedText>;
  countTokens(counted: Counted, options?: Omit<WebCountOptions, 'baseUrl'>): Promise<number>;
  /** Ends the worker. Calls in progress are rejected with `closed`. */
  close(): void;
}

/** Starts a web worker. @throws CodegrainError */
export function openWorker(options: WorkerOptions = {}): CodegrainWorker {
  const { timeoutMs = 30_000, workerUrl } = options;
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0)
    throw new CodegrainError('invalid-argument', 'timeoutMs must be a number above 0');
  const productUrl = productUrlOf(options.baseUrl);
  const script = new URL(workerUrl ?? 'dist/web/parse-worker.js', productUrl);
  const engine = new WorkerEngine(script.href, productUrl.href, timeoutMs);
  return {
    chunk: (text, given = {}) => chunkBy(engine, text, given),
    countTokens: (counted, given = {}) => countBy(engine, counted, given),
    close: () => engine.close(),
  };
}

declare class Worker {
  constructor(script: string, options?: { readonly name: string });
  terminate(): void;
  addEventListener(name: 'error', listener: (event: { readonly message?: string }) => void): void;
}

interface RunningWorker {
  readonly worker: Worker;
  readonly connection: MessageConnection;
  /** Rejects when the worker cannot be started or is ended. */
  readonly ended: Promise<never>;
  readonly end: (reason: Error) => void;
}

class WorkerEngine implements WebEngine {
  private running: RunningWorker | undefined;
  private isClosed = false;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly script: string,
    private readonly productUrl: string,
    private readonly timeoutMs: number,
  ) {}

  chunk(request: ChunkRequest, signal: AbortSignal | undefined): Promise<ChunkReply> {
    const answer = this.inTurn(() => {
      signal?.throwIfAborted();
      return this.parse(request);
    });
    return signal ? unlessAborted(answer, signal) : answer;
  }

  count(counted: Counted, counter: CounterName): Promise<number> {
    return this.inTurn(async () => {
      const { connection, ended } = this.worker();
      return Promise.race([connection.sendRequest(countRequest, { counted, counter }), ended]);
    });
  }

  close(): void {
    this.isClosed = true;
    this.running?.end(new CodegrainError('closed', 'the worker was closed'));
    this.running = undefined;
  }

  private async parse(request: ChunkRequest): Promise<ChunkReply> {
    const { connection, ended, end } = this.worker();
    const onTimeout = (): void => {
      this.running = undefined;
      end(new WorkerTimeout('the parser took too long'));
    };
    // Cutting by lines never hangs.
    const tooLong = request.quarantined ? undefined : setTimeout(onTimeout, this.timeoutMs);
    try {
      // The parser has its own limit, below the one after which the worker is ended.
      const parseMs = 0.7 * this.timeoutMs;
      const asked = connection.sendRequest(chunkRequest, { ...request, parseMs });
      const { reply, broken } = await Promise.race([asked, ended]);
      if (broken) {
        end(new Error('the parser failed'));
        this.running = undefined;
      }
      return reply;
    } catch (error) {
      if (!(error instanceof WorkerTimeout)) throw error;
      return await this.parse({ ...request, quarantined: 'grammar-timeout' });
    } finally {
      clearTimeout(tooLong);
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => {});
    return turn;
  }

  private worker(): RunningWorker {
    if (this.isClosed) throw new CodegrainError('closed', 'the worker was closed');
    this.running ??= this.start();
    return this.running;
  }

  private start(): RunningWorker {
    const worker = new Worker(this.script, { name: 'codegrain' });
    const connection = createMessageConnection(new BrowserMessageReader(worker), new BrowserMessageWriter(worker));
    let reject: (reason: Error) => void = () => {};
    const ended = new Promise<never>((_, rejectEnded) => {
      reject = rejectEnded;
    });
    ended.catch(() => {});
    const end = (reason: Error): void => {
      // First, so that callers get this reason and not the one of the connection.
      reject(reason);
      worker.terminate();
      connection.dispose();
    };
    worker.addEventListener('error', ({ message }) => {
      this.running = undefined;
      end(new Error(message || `cannot load ${this.script}`));
    });
    connection.listen();
    connection.sendRequest(startRequest, { productUrl: this.productUrl }).catch(() => {});
    return { worker, connection, ended, end };
  }
}

class WorkerTimeout extends Error {}
