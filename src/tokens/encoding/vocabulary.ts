/**
 * The tokens of an encoding, looked up by their bytes.
 *
 * A token's rank is its place in the list; lower ranks merge first. The bytes of all tokens lie end to end in one
 * array, and an open-addressing hash table of 32-bit slots finds them: the low 18 bits of a slot are the rank + 1
 * (0: the slot is empty), the high 14 bits are hash bits that avoid most comparisons of bytes. The table takes under
 * 5 MB for 200,000 tokens and is built in about 20 ms; a Map keyed by strings takes several times both.
 */

/** `lengths[rank]` bytes of `bytes` for each rank, in order of rank. */
export interface TokenList {
  readonly lengths: Uint8Array;
  readonly bytes: Uint8Array;
}

const RANK_BITS = 18;
const RANK_MASK = (1 << RANK_BITS) - 1;

/** What `rank` returns for bytes that are not a token; above every rank, so that minima work. */
export const NO_RANK = RANK_MASK;

export class Vocabulary {
  /** Bytes in the longest token. */
  readonly maxTokenLength: number;
  private readonly bytes: Uint8Array;
  private readonly starts: Uint32Array;
  private readonly slots: Uint32Array;
  private readonly slotMask: number;
  /** Rank by first and second byte: every merge starts with pairs of bytes. */
  private readonly twoBytes = new Uint32Array(0x10000).fill(NO_RANK);

  constructor({ lengths, bytes }: TokenList) {
    const size = lengths.length;
    if (size >= NO_RANK) throw new Error(`${size} tokens do not fit in ${RANK_BITS}-bit ranks`);
    this.bytes = bytes;
    this.starts = new Uint32Array(size + 1);
    // At most half full, so that a probe ends soon.
    this.slots = new Uint32Array(2 ** Math.ceil(Math.log2(size * 2)));
    this.slotMask = this.slots.length - 1;
    this.maxTokenLength = this.fill(lengths);
  }

  /** The rank of the token with the bytes `source[start, end)`, or NO_RANK. */
  rank(source: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > this.maxTokenLength) return NO_RANK;
    const hash = hashBytes(source, start, end);
    const { slots, slotMask, starts, bytes } = this;
    for (let at = hash & slotMask; ; at = (at + 1) & slotMask) {
      const slot = slots[at] ?? 0;
      if (slot === 0) return NO_RANK;
      if ((slot ^ hash) >>> RANK_BITS !== 0) continue;
      const rank = (slot & RANK_MASK) - 1;
      const tokenStart = starts[rank] ?? 0;
      if ((starts[rank + 1] ?? 0) - tokenStart !== length) continue;
      let same = 0;
      while (same < length && bytes[tokenStart + same] === source[start + same]) same++;
      if (same === length) return rank;
    }
  }

  /** The rank of the token of the two bytes at `start`, or NO_RANK. */
  rankOfTwo(source: Uint8Array, start: number): number {
    return this.twoBytes[((source[start] ?? 0) << 8) | (source[start + 1] ?? 0)] ?? NO_RANK;
  }

  private fill(lengths: Uint8Array): number {
    const { slots, slotMask, starts, bytes, twoBytes } = this;
    let longest = 0;
    let start = 0;
    for (let rank = 0; rank < lengths.length; rank++) {
      const length = lengths[rank] ?? 0;
      if (length > longest) longest = length;
      const end = start + length;
      const hash = hashBytes(bytes, start, end);
      let at = hash & slotMask;
      while (slots[at] !== 0) at = (at + 1) & slotMask;
      slots[at] = ((hash >>> RANK_BITS) << RANK_BITS) | (rank + 1);
      starts[rank + 1] = end;
      if (length === 2) twoBytes[((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0)] = rank;
      start = end;
    }
    if (start !== bytes.length) throw new Error(`the tokens have ${start} bytes, but the list has ${bytes.length}`);
    return longest;
  }
}

function hashBytes(source: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (source[i] ?? 0), 0x01000193);
  // The slot number comes from the low bits and the check from the high bits: mix both ways.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
