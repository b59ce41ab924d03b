/**
 * Runs requests: some at once, the others wait. What waits is bounded in number and bytes, so adding a request waits until
 * there is room for the next one.
 */
import type { RequestId } from './serve-method';

export interface QueueLimits {
  /** Requests that run at once. */
  readonly running: number;
  /** Requests that wait. */
  readonly waiting: number;
  /** Bytes of the requests that wait. */
  readonly waitingBytes: number;
}

export class RequestQueue {
  /** All requests that have no answer yet. */
  private readonly open = new Map<RequestId, AbortController>();
  private readonly waiting: { readonly id: RequestId; readonly bytes: number; start(): void }[] = [];
  private running = 0;
  private bytes = 0;
  private readonly onChange = new Set<() => void>();

  constructor(private readonly limits: QueueLimits) {}

  has(id: RequestId): boolean {
    return this.open.has(id);
  }

  /** The request that has waited longest for its answer. */
  oldest(): RequestId | undefined {
    return this.open.keys().next().value;
  }

  /**
   * Resolves as soon as another request may be added.
   * @param work runs in its turn, also if the request was cancelled before; it answers the request and never throws
   */
  async add(id: RequestId, bytes: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    this.open.set(id, controller);
    this.bytes += bytes;
    const start = (): void => {
      this.bytes -= bytes;
      this.running++;
      void work(controller.signal).finally(() => {
        this.running--;
        this.open.delete(id);
        this.startNext();
        for (const changed of [...this.onChange]) changed();
      });
    };
    this.waiting.push({ id, bytes, start });
    this.startNext();
    await this.until(() => this.waiting.length < this.limits.waiting && this.bytes < this.limits.waitingBytes);
  }

  /** False if the request has its answer already. */
  cancel(id: RequestId): boolean {
    const controller = this.open.get(id);
    if (!controller) return false;
    controller.abort();
    // Its answer need not wait for those before it.
    const place = this.waiting.findIndex((each) => each.id === id);
    if (place >= 0) for (const { start } of this.waiting.splice(place, 1)) start();
    return true;
  }

  cancelAll(): void {
    for (const id of [...this.open.keys()]) this.cancel(id);
  }

  /** Resolves when every request has its answer. */
  idle(): Promise<void> {
    return this.until(() => this.open.size === 0);
  }

  private startNext(): void {
    while (this.running < this.limits.running) {
      const next = this.waiting.shift();
      if (!next) return;
      next.start();
    }
  }

  private until(isMet: () => boolean): Promise<void> {
    if (isMet()) return Promise.resolve();
    return new Promise((done) => {
      const changed = (): void => {
        if (!isMet()) return;
        this.onChange.delete(changed);
        done();
      };
      this.onChange.add(changed);
    });
  }
}
