/**
 * A limit on tokens. The max cost of a request is reserved before it is sent, and its real cost is booked afterwards, so parallel
 * requests never exceed the budget together. A request that does not fit waits for the others, which may cost less than they reserved;
 * if there are no others, the budget is spent.
 */
export class TokenBudget {
  private booked = 0;
  private reservedTokens = 0;
  private waiting: (() => void)[] = [];

  constructor(readonly limit = Number.POSITIVE_INFINITY) {}

  get spent(): number {
    return this.booked;
  }

  /** False if the budget is spent. @throws the signal's reason. */
  async reserve(tokens: number, signal: AbortSignal): Promise<boolean> {
    while (this.booked + this.reservedTokens + tokens > this.limit) {
      if (this.reservedTokens === 0 || this.booked + tokens > this.limit) return false;
      await new Promise<void>((done) => {
        this.waiting.push(done);
        signal.addEventListener('abort', () => done(), { once: true });
      });
      signal.throwIfAborted();
    }
    this.reservedTokens += tokens;
    return true;
  }

  settle(reserved: number, used: number): void {
    this.reservedTokens -= reserved;
    this.booked += used;
    const { waiting } = this;
    this.waiting = [];
    for (const wake of waiting) wake();
  }
}
