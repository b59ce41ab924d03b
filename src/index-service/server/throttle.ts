/** Limits how often `work` runs: the first call runs at once, and the last one is never lost. */
export class Throttle {
  private last = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly everyMs: number,
    private readonly work: () => void,
  ) {}

  call(): void {
    if (this.timer) return;
    const wait = this.last + this.everyMs - performance.now();
    if (wait <= 0) this.run();
    else this.timer = setTimeout(() => this.run(), wait);
  }

  /** Runs without waiting. */
  callNow(): void {
    this.dispose();
    this.run();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private run(): void {
    this.timer = undefined;
    this.last = performance.now();
    this.work();
  }
}
