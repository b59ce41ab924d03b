/**
 * The words of a dictionary that begin with one letter, packed so that a search for similar spellings looks at tens of thousands of them
 * in a millisecond: a set of letters per word says at once that most words are too different.
 */

/** Words of other lengths are not compared: short ones are similar to everything, and long ones are several words in one. */
const minLength = 3;
const maxLength = 32;

export interface TermList {
  readonly size: number;
  /** The bytes of all words, one after the other; each is a lower-case letter from a to z. */
  readonly letters: Uint8Array;
  /** Where each word begins, and the end of the last one. */
  readonly starts: Uint32Array;
  /** The letters that each word has, one bit per letter. */
  readonly masks: Int32Array;
  /** How common each word is; larger is more common. */
  readonly counts: Uint32Array;
}

export class TermListBuilder {
  private letters = new Uint8Array(1 << 12);
  private length = 0;
  private readonly starts: number[] = [];
  private readonly masks: number[] = [];
  private readonly counts: number[] = [];

  /** Words with other characters than a to z are skipped. @param word its first `length` bytes. */
  add(word: Uint8Array, length: number, count: number): void {
    if (length < minLength || length > maxLength) return;
    if (this.length + maxLength > this.letters.length) {
      const letters = new Uint8Array(this.letters.length * 2);
      letters.set(this.letters);
      this.letters = letters;
    }
    let mask = 0;
    for (let i = 0; i < length; i++) {
      const unit = word[i] ?? 0;
      if (unit < 97 || unit > 122) return;
      mask |= 1 << (unit - 97);
      this.letters[this.length + i] = unit;
    }
    this.starts.push(this.length);
    this.masks.push(mask);
    this.counts.push(count);
    this.length += length;
  }

  list(): TermList {
    return {
      size: this.starts.length,
      letters: this.letters.slice(0, this.length),
      starts: Uint32Array.from([...this.starts, this.length]),
      masks: Int32Array.from(this.masks),
      counts: Uint32Array.from(this.counts),
    };
  }
}

export function wordAt({ letters, starts }: TermList, at: number): string {
  return String.fromCharCode(...letters.subarray(starts[at] ?? 0, starts[at + 1] ?? 0));
}
