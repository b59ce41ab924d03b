/**
 * The tokens of an encoding, looked up by their bytes.
 *
 * A token's rank says when it merges: lower ranks first. The tokens are sorted by their bytes. The first two bytes give a range of
 * tokens, mostly of a few dozen, and bisection finds the token there. A hash table is no faster, because the caches of pieces leave few
 * tokens to look up, and filling it takes longer than counting a file.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productFile } from '../../shared/product';
import type { EncodingName } from '../counter-table';

/** The 256 single bytes, which are all tokens, and the longer tokens, sorted by their bytes. */
export interface TokenList {
  /** Each pair of bytes that begins a token. */
  readonly pairs: WideColumn;
  /** How many tokens begin with each. */
  readonly counts: WideColumn;
  /** Of each longer token: how many bytes follow its pair. */
  readonly lengths: Uint8Array;
  /** These bytes of all tokens, end to end. */
  readonly endings: Uint8Array;
  /** Of the single bytes, then of the longer tokens. */
  readonly ranks: WideColumn;
}

/** Numbers as columns of their low, next and further bytes, which compress better than the numbers do. */
export type WideColumn = readonly Uint8Array[];

/** What `rank` returns for bytes that are not a token; above every rank, so that minima work. */
export const NO_RANK = 0xff_ffff;

const SINGLES = 0x100;

export class Vocabulary {
  /** Bytes in the longest token. */
  readonly maxTokenLength: number;
  private readonly low: Uint8Array;
  private readonly middle: Uint8Array;
  private readonly high: Uint8Array;
  private readonly endings: Uint8Array;
  /** The number of each pair's range, from 1; 0: no token begins so. */
  private readonly rangeOf = new Uint16Array(0x10000);
  /** The first token of each range, by its number; of range 0 and of the one after the last, the end of the range before. */
  private readonly firstOf: Uint32Array;
  /** Where the ending of each token starts; one more for the end of the last. */
  private readonly starts: Uint32Array;

  constructor({ pairs, counts, lengths, endings, ranks }: TokenList) {
    const empty = new Uint8Array();
    [this.low = empty, this.middle = empty, this.high = empty] = ranks;
    this.endings = endings;
    const size = pairs[0]?.length ?? 0;
    this.firstOf = new Uint32Array(size + 2);
    for (let range = 1; range <= size; range++) {
      this.rangeOf[wide(pairs, range - 1)] = range;
      this.firstOf[range + 1] = (this.firstOf[range] ?? 0) + wide(counts, range - 1);
    }
    this.starts = new Uint32Array(lengths.length + 1);
    this.maxTokenLength = 2 + sumUp(lengths, this.starts);
    const end = this.starts[lengths.length] ?? 0;
    if (end !== endings.length) throw new Error(`the tokens have ${end} bytes, but the list has ${endings.length}`);
  }

  /** The rank of the token with the bytes `source[start, end)`, or NO_RANK. */
  rank(source: Uint8Array, start: number, end: number): number {
    if (end - start > this.maxTokenLength) return NO_RANK;
    if (end - start < 2) return this.rankAt(source[start] ?? 0);
    const range = this.rangeOf[((source[start] ?? 0) << 8) | (source[start + 1] ?? 0)] ?? 0;
    const { firstOf, starts, endings } = this;
    const from = start + 2;
    const length = end - from;
    let low = firstOf[range] ?? 0;
    let high = range === 0 ? 0 : (firstOf[range + 1] ?? 0);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const token = starts[middle] ?? 0;
      const tokenLength = (starts[middle + 1] ?? 0) - token;
      const shorter = Math.min(length, tokenLength);
      let same = 0;
      while (same < shorter && endings[token + same] === source[from + same]) same++;
      const order = same < shorter ? (endings[token + same] ?? 0) - (source[from + same] ?? 0) : tokenLength - length;
      if (order === 0) return this.rankAt(SINGLES + middle);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return NO_RANK;
  }

  private rankAt(place: number): number {
    return (this.low[place] ?? 0) | ((this.middle[place] ?? 0) << 8) | ((this.high[place] ?? 0) << 16);
  }
}

function wide(column: WideColumn, place: number): number {
  return (column[0]?.[place] ?? 0) | ((column[1]?.[place] ?? 0) << 8);
}

/** Writes the sum of the lengths before each one; returns the greatest length. Short: at the start of a process it is interpreted. */
function sumUp(lengths: Uint8Array, sums: Uint32Array): number {
  let longest = 0;
  let sum = 0;
  for (let i = 0; i < lengths.length; ) {
    const length = lengths[i++] as number;
    sum += length;
    sums[i] = sum;
    if (length > longest) longest = length;
  }
  return longest;
}

/**
 * Loads the tokens of an encoding.
 *
 * There is a file for each encoding, `o200k_base.tokens` and `cl100k_base.tokens`, which the build makes (scripts/token-files.ts): the
 * numbers of pairs and of tokens longer than a byte (32 bits each, little-endian), then the parts of `TokenList` in their order there,
 * the endings last. It is beside the bundles.
 */
export function loadTokens(name: EncodingName): TokenList {
  const file = `${name}.tokens`;
  const beside = join(__dirname, file);
  return readTokens(readFileSync(existsSync(beside) ? beside : productFile('dist', file)));
}

export function readTokens(file: Buffer): TokenList {
  let at = 8;
  const take = (length: number): Buffer => {
    at += length;
    if (at > file.length) throw new Error('the list of tokens is incomplete');
    return file.subarray(at - length, at);
  };
  const pairs = file.readUInt32LE(0);
  const tokens = file.readUInt32LE(4);
  return {
    pairs: [take(pairs), take(pairs)],
    counts: [take(pairs), take(pairs)],
    lengths: take(tokens),
    ranks: [take(256 + tokens), take(256 + tokens), take(256 + tokens)],
    endings: file.subarray(at),
  };
}
