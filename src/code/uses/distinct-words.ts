/**
 * The distinct words of a text, each with a number. A word is found by comparing UTF-16 units, so its string is made once and not
 * at every occurrence. This is an open-addressing hash table whose memory is reused from file to file.
 */
export class DistinctWords {
  /** The words, by number. */
  readonly texts: string[] = [];
  /** A code that users of the table set for a word, by number; 0 at first. */
  readonly meanings: number[] = [];
  private readonly starts: number[] = [];
  private readonly hashes: number[] = [];
  /** Word numbers plus `base + 1`; values up to `base` are from earlier files. */
  private slots = new Int32Array(1 << 12);
  private base = 0;
  private text = '';
  private units: Uint16Array = new Uint16Array(0);

  /** Forgets all words and continues with `text`, whose UTF-16 units are `units`. */
  reset(text: string, units: Uint16Array): void {
    this.base += this.texts.length;
    if (this.base > 2 ** 30) {
      this.slots.fill(0);
      this.base = 0;
    }
    this.texts.length = 0;
    this.meanings.length = 0;
    this.starts.length = 0;
    this.hashes.length = 0;
    this.text = text;
    this.units = units;
  }

  /** The number of the word from `start` to `end`; a new word gets the next number. */
  number(start: number, end: number): number {
    const { units, slots, base } = this;
    let hash = end - start;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (units[i] ?? 0), 0x01000193);
    hash ^= hash >>> 15;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const word = (slots[slot] ?? 0) - base - 1;
      if (word < 0) break;
      if (this.hashes[word] === hash && this.isSame(word, start, end)) return word;
      slot = (slot + 1) & mask;
    }
    const word = this.texts.length;
    slots[slot] = base + word + 1;
    this.texts.push(this.text.slice(start, end));
    this.meanings.push(0);
    this.starts.push(start);
    this.hashes.push(hash);
    if (2 * word > mask) this.grow();
    return word;
  }

  private isSame(word: number, start: number, end: number): boolean {
    const { units } = this;
    if (this.texts[word]?.length !== end - start) return false;
    let at = this.starts[word] ?? 0;
    for (let i = start; i < end; i++) if (units[i] !== units[at++]) return false;
    return true;
  }

  private grow(): void {
    const slots = new Int32Array(2 * this.slots.length);
    const mask = slots.length - 1;
    for (let word = 0; word < this.hashes.length; word++) {
      let slot = (this.hashes[word] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = this.base + word + 1;
    }
    this.slots = slots;
  }
}
