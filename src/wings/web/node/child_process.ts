/**
 * The part of `node:child_process` that starts the product's programs. `fork` starts a web worker instead: it is supervised, killed and
 * replaced like a process. Its script is fetched and started from a blob, because browsers refuse workers from other origins.
 */

/** A message to the worker that tells it where the files of the product are; the reply to it is not for the caller. */
const startId = 'start';

interface WebWorker {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault?(): void }) => void) | null;
}

declare const Worker: new (url: string) => WebWorker;

type Listener = (argument?: unknown) => void;

const scripts = new Map<string, Promise<string>>();

/** A failure is not kept: the network may be back at the next start. */
function blobUrlOf(script: string): Promise<string> {
  let url = scripts.get(script);
  if (!url) {
    url = fetchAsBlob(script);
    url.catch(() => scripts.delete(script));
    scripts.set(script, url);
  }
  return url;
}

async function fetchAsBlob(script: string): Promise<string> {
  const response = await fetch(script);
  if (!response.ok) throw new Error(`cannot load ${script}: status ${response.status}`);
  return URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: 'text/javascript' }));
}

class ForkedWorker {
  connected = true;
  readonly pid = 0;
  readonly stderr = { on: (_event: 'data', listener: (text: string) => void) => this.onErrorText.push(listener) };
  private readonly onErrorText: ((text: string) => void)[] = [];
  private readonly listeners = new Map<string, Set<Listener>>();
  /** What `once` registered, by what it was given: `off` is called with that. */
  private readonly wrapped = new WeakMap<Listener, Listener>();
  /** Messages for a worker that is still starting. */
  private waiting: unknown[] | undefined = [];
  private worker: WebWorker | undefined;

  constructor(script: string) {
    void this.start(script).catch((error) => this.fail(error instanceof Error ? error.message : String(error)));
  }

  on(event: string, listener: Listener): this {
    const all = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, all.add(listener));
    return this;
  }

  once(event: string, listener: Listener): this {
    const once: Listener = (argument) => {
      this.off(event, once);
      listener(argument);
    };
    this.wrapped.set(listener, once);
    return this.on(event, once);
  }

  off(event: string, listener: Listener): this {
    const all = this.listeners.get(event);
    all?.delete(listener);
    const once = this.wrapped.get(listener);
    if (once) all?.delete(once);
    return this;
  }

  removeAllListeners(event: string): this {
    this.listeners.delete(event);
    return this;
  }

  send(message: unknown): void {
    if (!this.connected) throw new Error('the worker has ended');
    if (this.waiting) this.waiting.push(message);
    else this.worker?.postMessage(message);
  }

  kill(): boolean {
    const wasConnected = this.connected;
    this.end();
    return wasConnected;
  }

  disconnect(): void {
    this.end();
  }

  /** Web workers end with their page, so they never keep it alive. */
  ref(): void {}

  unref(): void {}

  private async start(script: string): Promise<void> {
    const url = await blobUrlOf(script);
    if (!this.connected) return;
    const worker = new Worker(url);
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (!isReplyToStart(data)) this.emit('message', data);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.fail(event.message ?? 'the worker could not be started');
    };
    const productUrl = new URL('../../', script).href;
    worker.postMessage({ jsonrpc: '2.0', id: startId, method: 'start', params: { productUrl } });
    const { waiting = [] } = this;
    this.waiting = undefined;
    for (const message of waiting) worker.postMessage(message);
  }

  private fail(message: string): void {
    for (const listener of this.onErrorText) listener(message);
    this.end();
  }

  private end(): void {
    if (!this.connected) return;
    this.connected = false;
    this.worker?.terminate();
    this.emit('exit');
  }

  private emit(event: string, argument?: unknown): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(argument);
  }
}

function isReplyToStart(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'id' in data && data.id === startId;
}

/** @param script its URL, two folders below the one with the files of the product */
export function fork(script: string): ForkedWorker {
  return new ForkedWorker(script);
}
