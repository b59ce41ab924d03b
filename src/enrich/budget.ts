/**
 * Tokens that may be spent. What a request can cost at most is set aside before it is sent, and what it did cost is booked
 * afterwards: so requests side by side never spend more together than there is, and the last ones are not sent instead of cut.
 */
export class Budget {
  private booked = 0;
  private setAside = 0;

  constructor(readonly limit = Number.POSITIVE_INFINITY) {}

  get spent(): number {
    return this.booked;
  }

  /** Whether there was enough left. */
  reserve(tokens: number): boolean {
    if (this.booked + this.setAside + tokens > this.limit) return false;
    this.setAside += tokens;
    return true;
  }

  settle(reserved: number, used: number): void {
    this.setAside -= reserved;
    this.booked += used;
  }
}
