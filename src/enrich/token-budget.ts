/**
 * Tokens that may be spent. What a request can cost at most is set aside before it is sent, and what it did cost is booked
 * afterwards: so requests side by side never spend more together than there is. One that would be too much waits for the others,
 * which may cost less than was set aside; when there are none, the budget is spent.
 */
export class Budget {
  private booked = 0;
  private setAside = 0;
  private waiting: (() => void)[] = [];

  constructor(readonly limit = Number.POSITIVE_INFINITY) {}

  get spent(): number {
    return this.booked;
  }

  /** Whether there was enough left. @throws the signal's reason. */
  async reserve(tokens: number, signal: AbortSignal): Promise<boolean> {
    while (this.booked + this.setAside + tokens > this.limit) {
      if (this.setAside === 0 || this.booked + tokens > this.limit) return false;
      await new Promise<void>((done) => {
        this.waiting.push(done);
        signal.addEventListener('abort', () => done(), { once: true });
      });
      signal.throwIfAborted();
    }
    this.setAside += tokens;
    return true;
  }

  settle(reserved: number, used: number): void {
    this.setAside -= reserved;
    this.booked += used;
    const { waiting } = this;
    this.waiting = [];
    for (const wake of waiting) wake();
  }
}
