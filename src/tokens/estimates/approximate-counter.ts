import type { CountedText, TokenCounter } from '../token-types';

/** One token for every four UTF-16 units, rounded up: close for English and some code, far off for most other text. */

const UNITS_PER_TOKEN = 4;

class ApproximateText implements CountedText {
  constructor(private readonly text: string) {}

  get length(): number {
    return this.text.length;
  }

  get total(): number {
    return tokensIn(this.text.length);
  }

  count(start: number, end: number): number {
    this.check(start, end);
    return tokensIn(end - start);
  }

  fits(start: number, end: number, maxTokens: number): boolean {
    return this.count(start, end) <= maxTokens;
  }

  countAfter(prefix: string, start: number, end: number): number {
    this.check(start, end);
    return tokensIn(prefix.length + end - start);
  }

  fit(start: number, end: number, maxTokens: number): number {
    this.check(start, end);
    const cut = Math.max(start, Math.min(end, start + maxTokens * UNITS_PER_TOKEN));
    const whole = cut < end && this.splitsPair(cut) ? cut - 1 : cut;
    if (whole > start || start === end) return whole;
    return Math.min(end, this.splitsPair(start + 1) ? start + 2 : start + 1);
  }

  private splitsPair(at: number): boolean {
    return (this.text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (this.text.charCodeAt(at) & 0xfc00) === 0xdc00;
  }

  private check(start: number, end: number): void {
    if (!(start >= 0 && start <= end && end <= this.text.length)) {
      throw new RangeError(`slice ${start}..${end} is outside a text of length ${this.text.length}`);
    }
  }
}

class ApproximateCounter implements TokenCounter {
  readonly name = 'approximate';
  readonly method = 'approximate';
  readonly accuracy = 'approximate';
  readonly encoding = undefined;

  count(text: string): number {
    return tokensIn(text.length);
  }

  document(text: string): CountedText {
    return new ApproximateText(text);
  }
}

export const approximateCounter: TokenCounter = new ApproximateCounter();

function tokensIn(units: number): number {
  return Math.ceil(units / UNITS_PER_TOKEN);
}
