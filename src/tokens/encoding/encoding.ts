import type { EncodingName } from '../counter-table';
import { PieceCache } from '../pieces/piece-cache';
import { cl100kScanner, o200kScanner, type PieceScanner } from '../pieces/piece-scanner';
import { loadTokens, NO_RANK, Vocabulary } from './vocabulary';

const SCANNERS: Readonly<Record<EncodingName, () => PieceScanner>> = {
  o200k_base: o200kScanner,
  cl100k_base: cl100kScanner,
};

/** Texts up to this length (UTF-16 units) share one buffer; longer ones get a new buffer each. */
const SHARED_UNITS = 1 << 16;

/** One encoding: cuts text into pieces and counts the tokens of each. */
export class Encoding {
  /** What one token counts. */
  readonly perToken: number = 1;
  readonly scanner: PieceScanner;
  private readonly vocabulary: Vocabulary;
  private readonly cache = new PieceCache();
  private readonly sharedBuffer = new Uint16Array(SHARED_UNITS);
  private bytes = new Uint8Array(1024);

  constructor(readonly name: EncodingName) {
    this.scanner = SCANNERS[name]();
    this.vocabulary = new Vocabulary(loadTokens(name));
  }

  /** Bytes in the longest token. */
  get maxTokenLength(): number {
    return this.vocabulary.maxTokenLength;
  }

  /** A buffer for at least `length` units. Fill it and count it before the next call. */
  buffer(length: number): Uint16Array {
    return length <= SHARED_UNITS ? this.sharedBuffer : new Uint16Array(length);
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
    return this.cache.count(units, start, end, () => this.encodePiece(units, start, end));
  }

  private encodePiece(units: Uint16Array, start: number, end: number): number {
    if (this.bytes.length < 3 * (end - start)) this.bytes = new Uint8Array(6 * (end - start));
    const { bytes, vocabulary } = this;
    const length = writeUtf8(units, start, end, bytes);
    // A piece that is a token counts as one, even if merging would not produce it.
    return vocabulary.rank(bytes, 0, length) !== NO_RANK ? 1 : countMerged(vocabulary, bytes, length);
  }
}

/** Writes UTF-8 as `TextEncoder` does, an unpaired surrogate as U+FFFD; returns the number of bytes. */
function writeUtf8(units: Uint16Array, start: number, end: number, bytes: Uint8Array): number {
  let length = 0;
  for (let i = start; i < end; i++) {
    let code = units[i] ?? 0;
    if (code < 0x80) {
      bytes[length++] = code;
      continue;
    }
    if (code < 0x800) {
      bytes[length++] = 0xc0 | (code >> 6);
      bytes[length++] = 0x80 | (code & 0x3f);
      continue;
    }
    if ((code & 0xf800) === 0xd800) {
      const low = i + 1 < end ? (units[i + 1] ?? 0) : 0;
      if (code < 0xdc00 && (low & 0xfc00) === 0xdc00) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
        bytes[length++] = 0xf0 | (code >> 18);
        bytes[length++] = 0x80 | ((code >> 12) & 0x3f);
        bytes[length++] = 0x80 | ((code >> 6) & 0x3f);
        bytes[length++] = 0x80 | (code & 0x3f);
        i++;
        continue;
      }
      code = 0xfffd;
    }
    bytes[length++] = 0xe0 | (code >> 12);
    bytes[length++] = 0x80 | ((code >> 6) & 0x3f);
    bytes[length++] = 0x80 | (code & 0x3f);
  }
  return length;
}

/** In the heap a pair is one number, rank first, so that numeric order is the order of merging. */
const POSITIONS = 2 ** 32;

/**
 * Byte-pair encoding of one piece of at least one byte, `bytes[0, length)`; only the number of tokens is computed. The piece starts as
 * single bytes. The two neighbours that together form the token of lowest rank are merged, the leftmost of equals first, until no
 * neighbours form a token.
 */
function countMerged(vocabulary: Vocabulary, bytes: Uint8Array, length: number): number {
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
  for (let i = 0; i + 1 < length; i++) {
    const rank = vocabulary.rankOfTwo(bytes, i);
    ranks[i] = rank;
    if (rank !== NO_RANK) heap.push(rank * POSITIONS + i);
  }
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
