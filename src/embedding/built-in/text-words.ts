/**
 * Splits text into the words of the built-in model. Identifiers are split at case changes and underscores (`parseHTTPHeader` → parse
 * http header), everything is lower case, and digits are words of their own. Single characters and numbers of more than four digits
 * mean little and are left out. A word that is not in the vocabulary is split into its longest known pieces, from the left, of at
 * least three characters. Only ASCII letters and digits count: the model was trained on English and code.
 *
 * The text is read once, character by character, and words are looked up by a running hash, so that no strings are created.
 */
import { detachedText } from '../../shared/detached-text';

const maxWordLength = 24;
const maxDigits = 4;
const minPieceLength = 3;

/** The kind of each character: 0 other, 1 lower case, 2 upper case, 3 digit. */
const kinds = new Uint8Array(128);
for (let i = 0; i < 26; i++) {
  kinds[97 + i] = 1;
  kinds[65 + i] = 2;
}
for (let i = 0; i < 10; i++) kinds[48 + i] = 3;

export class ModelVocabulary {
  /** The pieces of words that are not in the vocabulary. */
  private readonly pieces = new Map<string, readonly number[]>();

  constructor(private readonly index: WordIndex) {}

  /**
   * Writes the numbers of the text's words into `into` and returns their count. Words that `into` has no room for are left out.
   */
  words(text: string, into: Uint16Array): number {
    const { length } = text;
    let count = 0;
    let i = 0;
    while (i < length && count < into.length) {
      const kind = kindAt(text, i);
      if (kind === 0) {
        i++;
        continue;
      }
      const end = wordEnd(text, i, kind);
      if (end - i > 1 && (kind !== 3 || end - i <= maxDigits))
        count = this.add(text, i, Math.min(end, i + maxWordLength), into, count);
      i = end;
    }
    return count;
  }

  private add(text: string, start: number, end: number, into: Uint16Array, count: number): number {
    const word = this.find(text, start, end);
    if (word >= 0) {
      into[count] = word;
      return count + 1;
    }
    for (const piece of this.piecesOf(text.slice(start, end))) {
      if (count === into.length) break;
      into[count++] = piece;
    }
    return count;
  }

  /** The number of a word, ignoring case; -1 if it is not in the vocabulary. Digits already have the bit that makes letters lower case. */
  private find(text: string, start: number, end: number): number {
    const { slots, places, letters } = this.index;
    let hash = 0;
    for (let i = start; i < end; i++) hash = hashStep(hash, text.charCodeAt(i) | 0x20);
    const mask = slots.length - 1;
    for (let slot = spreadHash(hash) & mask; ; slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0) return -1;
      const at = places[2 * number] ?? 0;
      if ((places[2 * number + 1] ?? 0) - at !== end - start) continue;
      let i = start;
      while (i < end && letters[at + i - start] === (text.charCodeAt(i) | 0x20)) i++;
      if (i === end) return number;
    }
  }

  private piecesOf(word: string): readonly number[] {
    let found = this.pieces.get(word);
    if (!found) {
      found = this.splitIntoPieces(word);
      // Hashes and encoded data must not fill the memory.
      if (this.pieces.size > 50_000) this.pieces.clear();
      this.pieces.set(detachedText(word), found);
    }
    return found;
  }

  private splitIntoPieces(word: string): number[] {
    const pieces: number[] = [];
    for (let start = 0; start + minPieceLength <= word.length; ) {
      let end = word.length;
      let piece = -1;
      for (; end - start >= minPieceLength; end--) {
        piece = this.find(word, start, end);
        if (piece >= 0) break;
      }
      if (piece >= 0) {
        pieces.push(piece);
        start = end;
      } else start++;
    }
    return pieces;
  }
}

/** The end of the word that begins at `start`: `[A-Z]+(?=[A-Z][a-z])`, `[A-Z]?[a-z]+`, `[A-Z]+` or `[0-9]+`. */
function wordEnd(text: string, start: number, kind: number): number {
  let end = start + 1;
  if (kind !== 2) {
    while (kindAt(text, end) === kind) end++;
    return end;
  }
  while (kindAt(text, end) === 2) end++;
  if (kindAt(text, end) !== 1) return end;
  if (end - start > 1) return end - 1;
  while (kindAt(text, end) === 1) end++;
  return end;
}

function kindAt(text: string, at: number): number {
  // Behind the end there is no code: 0, too.
  return kinds[text.charCodeAt(at)] ?? 0;
}

/**
 * A hash table of words. Each slot contains the number of a word + 1, or 0 if it is free. A word is in the slot of its hash or in the
 * next free slot after it. The kernel makes the same table in WebAssembly, in a tenth of the time.
 */
interface WordIndex {
  /** The words, separated by line feeds. */
  readonly letters: Uint8Array;
  /** Start and end of each word in `letters`, of at most 65,535. */
  readonly places: Uint32Array;
  /** A power of two. */
  readonly slots: Uint16Array;
}

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

const lineFeed = 10;

/** Continues a hash with one more letter. */
function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** Mixes a hash, so that similar words get distant slots. */
function spreadHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 15);
}
