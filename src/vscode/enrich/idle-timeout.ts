/**
 * Waits for a model until the user cancels or the model sends nothing for too long. The caller continues then even if the model does
 * not stop, because some models ignore cancellation.
 */
export class IdleTimeout {
  private timer: NodeJS.Timeout | undefined;
  private readonly stop = new AbortController();
  private readonly cancel = (): void => this.stop.abort(this.signal.reason);

  constructor(
    private readonly signal: AbortSignal,
    private readonly ms: number,
    private readonly timeoutError: () => Error,
    /** Cancels the request. */
    onEnd: () => void,
  ) {
    this.stop.signal.addEventListener('abort', onEnd, { once: true });
    if (signal.aborted) this.cancel();
    else signal.addEventListener('abort', this.cancel, { once: true });
  }

  /** Waits for a promise. @param isTimed whether the timeout applies. @throws the signal's reason, or the timeout error. */
  async wait<T>(pending: PromiseLike<T>, isTimed = true): Promise<T> {
    const { signal } = this.stop;
    signal.throwIfAborted();
    clearTimeout(this.timer);
    if (isTimed) this.timer = setTimeout(() => this.stop.abort(this.timeoutError()), this.ms);
    let end = (): void => {};
    const ended = new Promise<never>((_, fail) => {
      end = () => fail(signal.reason);
      signal.addEventListener('abort', end, { once: true });
    });
    try {
      return await Promise.race([pending, ended]);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /** @throws the reason, if the wait was cancelled or timed out. */
  throwIfEnded(): void {
    this.stop.signal.throwIfAborted();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.cancel);
  }
}
