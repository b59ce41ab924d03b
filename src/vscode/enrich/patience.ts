/**
 * Waits for a model as long as makes sense: until the user cancels, or it was silent for too long. Whoever waits is let go then,
 * whether the model stops or not, for not every one does when it is told to.
 */
export class Patience {
  private timer: NodeJS.Timeout | undefined;
  private readonly stop = new AbortController();
  private readonly cancel = (): void => this.stop.abort(this.signal.reason);

  constructor(
    private readonly signal: AbortSignal,
    private readonly ms: number,
    private readonly late: () => Error,
    /** Tells the model to stop. */
    onEnd: () => void,
  ) {
    this.stop.signal.addEventListener('abort', onEnd, { once: true });
    if (signal.aborted) this.cancel();
    else signal.addEventListener('abort', this.cancel, { once: true });
  }

  /** What comes next; `isTimed`: within the time. @throws the signal's reason, or that it is too late. */
  async next<T>(coming: PromiseLike<T>, isTimed = true): Promise<T> {
    const { signal } = this.stop;
    signal.throwIfAborted();
    clearTimeout(this.timer);
    if (isTimed) this.timer = setTimeout(() => this.stop.abort(this.late()), this.ms);
    let end = (): void => {};
    const ended = new Promise<never>((_, fail) => {
      end = () => fail(signal.reason);
      signal.addEventListener('abort', end, { once: true });
    });
    try {
      return await Promise.race([coming, ended]);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /** Why it ended, where it has. */
  throwIfEnded(): void {
    this.stop.signal.throwIfAborted();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.cancel);
  }
}
