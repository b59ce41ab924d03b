/** Runs the same work repeatedly, never twice at the same time. All calls during a run share one run after it. */
export class OneAtATime<T> {
  private running: Promise<T> | undefined;
  private queued: Promise<T> | undefined;

  constructor(private readonly work: () => Promise<T>) {}

  run(): Promise<T> {
    if (!this.running) return this.start();
    const after = (): Promise<T> => {
      this.queued = undefined;
      return this.start();
    };
    this.queued ??= this.running.then(after, after);
    return this.queued;
  }

  /** Resolves when nothing is running or queued; never rejects. */
  async settled(): Promise<void> {
    while (this.running) await this.running.catch(() => undefined);
  }

  private start(): Promise<T> {
    const running = this.work().finally(() => {
      if (this.running === running) this.running = undefined;
    });
    this.running = running;
    return running;
  }
}
