/** Each distinct string of a segment once, in the order of first use: most names are new where they stand, and cost no number. */
import { StringListWriter } from './string-list';

export class StringPool {
  private readonly numbers = new Map<string, number>();
  private readonly list = new StringListWriter();

  get count(): number {
    return this.list.count;
  }

  number(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.list.count;
    this.numbers.set(text, number);
    this.list.add(text);
    return number;
  }

  finish(): Uint8Array {
    return this.list.finish();
  }
}
