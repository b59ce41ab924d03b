/**
 * The part of `node:child_process` that starts the product's programs. `fork` starts a web worker instead: it is supervised, killed and
 * replaced like a process. Its script is fetched and started from a blob, because browsers refuse workers from other origins.
 */

import { EventEmitter } from 'eventemitter3';

/** A message to the worker that tells it where the files of the product are; the reply to it is not for the caller. */
const startId = 'start';

interface WebWorker {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault?(): void }) => void) | null;
}

declare const Worker: new (url: string) => WebWorker;

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

class ForkedWorker extends EventEmitter {
  connected = true;
  readonly pid = 0;
  readonly stderr = new EventEmitter();
  /** Messages for a worker that is still starting. */
  private waiting: unknown[] | undefined = [];
  private worker: WebWorker | undefined;

  constructor(script: string) {
    super();
    void this.start(script).catch((error) => this.fail(error instanceof Error ? error.message : String(error)));
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
    this.stderr.emit('data', message);
    this.end();
  }

  private end(): void {
    if (!this.connected) return;
    this.connected = false;
    this.worker?.terminate();
    this.emit('exit');
  }
}

function isReplyToStart(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'id' in data && data.id === startId;
}

/** @param script its URL, two folders below the one with the files of the product */
export function fork(script: string): ForkedWorker {
  return new ForkedWorker(script);
}
