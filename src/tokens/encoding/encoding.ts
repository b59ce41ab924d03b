import type { EncodingName } from '../counter-table';
import { PieceCache } from '../pieces/piece-cache';
import { cl100kScanner, o200kScanner, type PieceScanner } from '../pieces/piece-scanner';
import { loadTokens, NO_RANK, Vocabulary } from './vocabulary';

const SCANNERS: Readonly<Record<EncodingName, () => PieceScanner>> = {
  o200k_base: o200kScanner,
  cl100k_base: cl100kScanner,
};

/** An unpaired surrogate becomes U+FFFD. */
const utf8 = new TextEncoder();

/** One encoding: cuts text into pieces and counts the tokens of each. */
export class Encoding {
  /** What one token counts. */
  readonly perToken: number = 1;
  readonly scanner: PieceScanner;
  private readonly vocabulary: Vocabulary;
  private readonly cache = new PieceCache();

  constructor(readonly name: EncodingName) {
    this.scanner = SCANNERS[name]();
    this.vocabulary = new Vocabulary(loadTokens(name));
  }

  /** Bytes in the longest token. */
  get maxTokenLength(): number {
    return this.vocabulary.maxTokenLength;
  }

  /** Tokens in the text `units[start, limit)`. */
  count(units: Uint16Array, start: number, limit: number): number {
    const { scanner } = this;
    let total = 0;
    let at = start;
    while (at < limit) {
      const end = scanner.next(units, at, limit);
      total += this.countPiece(units, at, end);
      at = end;
    }
    return total;
  }

  /** Tokens in the single piece `units[start, end)`. */
  countPiece(units: Uint16Array, start: number, end: number): number {
    // Every byte is a token of its own.
    if (end - start === 1 && (units[start] ?? 0) < 0x80) return 1;
    const known = this.cache.get(units, start, end);
    if (known !== 0) return known;
    const count = this.encodePiece(units, start, end);
    this.cache.set(units, start, end, count);
    return count;
  }

  private encodePiece(units: Uint16Array, start: number, end: number): number {
    const bytes = utf8.encode(
      Buffer.from(units.buffer, units.byteOffset + 2 * start, 2 * (end - start)).toString('utf16le'),
    );
    // A piece that is a token counts as one, even if merging would not produce it.
    return this.vocabulary.rank(bytes, 0, bytes.length) !== NO_RANK ? 1 : countMerged(this.vocabulary, bytes);
  }
}

/** In the heap a pair is one number, rank first, so that numeric order is the order of merging. */
const POSITIONS = 2 ** 32;

/**
 * Byte-pair encoding of one piece of at least one byte; only the number of tokens is computed. The piece starts as
 * single bytes. The two neighbours that together form the token of lowest rank are merged, the leftmost of equals first, until no
 * neighbours form a token.
 */
function countMerged(vocabulary: Vocabulary, bytes: Uint8Array): number {
  const { length } = bytes;
  // Parts are named by their first byte and linked both ways; `next` of the last is `length`.
  const next = new Uint32Array(length + 1);
  const previous = new Uint32Array(length + 1);
  const ranks = new Uint32Array(length).fill(NO_RANK);
  // Each merge removes one pair and adds at most two.
  const heap = new PairHeap(2 * length);
  const rate = (part: number): void => {
    const second = next[part] ?? length;
    const rank = second < length ? vocabulary.rank(bytes, part, next[second] ?? length) : NO_RANK;
    ranks[part] = rank;
    if (rank !== NO_RANK) heap.push(rank * POSITIONS + part);
  };
  for (let i = 0; i <= length; i++) {
    next[i] = Math.min(i + 1, length);
    previous[i] = Math.max(i - 1, 0);
  }
  for (let i = 0; i + 1 < length; i++) rate(i);
  let count = length;
  while (heap.size > 0) {
    const pair = heap.pop();
    const rank = Math.floor(pair / POSITIONS);
    const part = pair - rank * POSITIONS;
    // A pair whose parts have changed has another rank; it was pushed again with that rank.
    if (ranks[part] !== rank) continue;
    const gone = next[part] ?? length;
    const after = next[gone] ?? length;
    next[part] = after;
    previous[after] = part;
    ranks[gone] = NO_RANK;
    count--;
    rate(part);
    if (part > 0) rate(previous[part] ?? 0);
  }
  return count;
}

/** A binary min-heap of numbers with a fixed capacity. */
class PairHeap {
  size = 0;
  private readonly items: Float64Array;

  constructor(capacity: number) {
    this.items = new Float64Array(capacity);
  }

  push(item: number): void {
    const { items } = this;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] ?? 0;
      if (above <= item) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): number {
    const { items } = this;
    const top = items[0] ?? 0;
    const last = items[--this.size] ?? 0;
    const { size } = this;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && (items[child + 1] ?? 0) < (items[child] ?? 0)) child++;
      const below = items[child] ?? 0;
      if (below >= last) break;
      items[at] = below;
      at = child;
    }
    items[at] = last;
    return top;
  }
}
