/**
 * A hash table of words. Each slot contains the number of a word + 1, or 0 if it is free. A word is in the slot of its hash or in the
 * next free slot after it. The kernel makes the same table in WebAssembly, in a tenth of the time.
 */

export interface WordIndex {
  readonly size: number;
  /** The words, separated by line feeds. */
  readonly letters: Uint8Array;
  /** Start and end of each word in `letters`. */
  readonly places: Uint32Array;
  /** A power of two. */
  readonly slots: Uint16Array;
}

/** A number + 1 must fit in 16 bits. */
const maxIndexedWords = 0xffff;

/** The number of slots: at most a third of them are used. */
export function slotsFor(words: number): number {
  let slots = 1024;
  while (slots < words * 3) slots *= 2;
  return slots;
}

/**
 * Fills `places` and `slots`, which must be zeros, with the words of `letters`; empty lines are skipped. Returns the number of words;
 * words that `places` has no room for are counted but not added.
 */
export function indexWords(letters: Uint8Array, places: Uint32Array, slots: Uint16Array): number {
  const mask = slots.length - 1;
  let count = 0;
  for (let at = 0; at < letters.length; at++) {
    const start = at;
    let hash = 0;
    for (; at < letters.length && letters[at] !== lineFeed; at++) hash = hashStep(hash, letters[at] ?? 0);
    if (at === start) continue;
    if (2 * count < places.length) {
      places[2 * count] = start;
      places[2 * count + 1] = at;
      let slot = spreadHash(hash) & mask;
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
  if (size > maxIndexedWords) throw new Error(`${size} words are more than a vocabulary may have`);
  const places = new Uint32Array(2 * size);
  const slots = new Uint16Array(slotsFor(size));
  indexWords(letters, places, slots);
  return { size, letters, places, slots };
}

const lineFeed = 10;

/** Continues a hash with one more letter. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** Mixes a hash, so that similar words get distant slots. */
export function spreadHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 15);
}
