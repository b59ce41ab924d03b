/**
 * Where to find a word among many: a table of slots, each with a word's number + 1 or 0 (free). A word is in the slot of its hash
 * or in the next free one behind it. The kernel makes the same table in WebAssembly, in a tenth of the time.
 */

export interface WordIndex {
  readonly size: number;
  /** The words, with line feeds between them. */
  readonly letters: Uint8Array;
  /** Begin and end of each word. */
  readonly places: Uint32Array;
  /** A power of two. */
  readonly slots: Uint16Array;
}

/** Numbers fit 16 bits, and 0 stands for none. */
const mostWords = 0xffff;

/** So that a third is used at most. */
export function slotsFor(words: number): number {
  let slots = 1024;
  while (slots < words * 3) slots *= 2;
  return slots;
}

/**
 * Fills `places` and `slots`, which are zeros, for the words of `letters`; empty lines are passed over. Returns how many words there
 * are; those `places` has no room for are counted but not put in.
 */
export function indexWords(letters: Uint8Array, places: Uint32Array, slots: Uint16Array): number {
  const mask = slots.length - 1;
  let count = 0;
  for (let at = 0; at < letters.length; at++) {
    const start = at;
    let hash = 0;
    for (; at < letters.length && letters[at] !== lineFeed; at++) hash = step(hash, letters[at] ?? 0);
    if (at === start) continue;
    if (2 * count < places.length) {
      places[2 * count] = start;
      places[2 * count + 1] = at;
      let slot = spread(hash) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = count + 1;
    }
    count++;
  }
  return count;
}

export function indexText(text: string): WordIndex {
  const letters = Buffer.from(text, 'latin1');
  const size = text.split('\n').filter((word) => word !== '').length;
  if (size > mostWords) throw new Error(`${size} words are more than a vocabulary may have`);
  const places = new Uint32Array(2 * size);
  const slots = new Uint16Array(slotsFor(size));
  indexWords(letters, places, slots);
  return { size, letters, places, slots };
}

const lineFeed = 10;

/** A hash that goes on with each letter. */
export function step(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** Hashes of like words are far apart. */
export function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 15);
}
