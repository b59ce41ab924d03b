/**
 * The tokens of an encoding, looked up by their bytes.
 *
 * A token's rank says when it merges: lower ranks first. The tokens are sorted by their bytes, which lie end to end in one array. The
 * first two bytes give a range of tokens, mostly of a few dozen, and bisection finds the token there. A hash table is no faster (the
 * caches of pieces leave few tokens to look up), and filling it takes longer than counting a file.
 */

/** The 256 single bytes, which are all tokens, then the longer tokens, both sorted by their bytes. */
export interface TokenList {
  /** In bytes, of each token. */
  readonly lengths: Uint8Array;
  /** The low, middle and high byte of each rank: three columns, since a column of one byte compresses better than wider numbers. */
  readonly ranks: readonly [Uint8Array, Uint8Array, Uint8Array];
  readonly bytes: Uint8Array;
}

/** What `rank` returns for bytes that are not a token; above every rank, so that minima work. */
export const NO_RANK = 0xff_ffff;

export class Vocabulary {
  /** Bytes in the longest token. */
  readonly maxTokenLength: number;
  /** Where the bytes of each token start; one more for the end of the last. */
  private readonly starts: Uint32Array;
  /** The first token that begins with each pair of bytes or a later pair; one more for the end of the last range. */
  private readonly firstOfPair = new Uint32Array(0x10001);

  constructor(private readonly tokens: TokenList) {
    this.starts = new Uint32Array(tokens.lengths.length + 1);
    this.maxTokenLength = this.fill();
  }

  /** The rank of the token with the bytes `source[start, end)`, or NO_RANK. */
  rank(source: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > this.maxTokenLength) return NO_RANK;
    if (length < 2) return this.rankOf(source[start] ?? 0);
    const { starts, firstOfPair } = this;
    const { bytes } = this.tokens;
    const pair = ((source[start] ?? 0) << 8) | (source[start + 1] ?? 0);
    let low = firstOfPair[pair] ?? 0;
    let high = firstOfPair[pair + 1] ?? 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const token = starts[middle] ?? 0;
      const tokenLength = (starts[middle + 1] ?? 0) - token;
      const shorter = Math.min(length, tokenLength);
      let same = 2;
      while (same < shorter && bytes[token + same] === source[start + same]) same++;
      const difference =
        same < shorter ? (bytes[token + same] ?? 0) - (source[start + same] ?? 0) : tokenLength - length;
      if (difference === 0) return this.rankOf(middle);
      if (difference < 0) low = middle + 1;
      else high = middle;
    }
    return NO_RANK;
  }

  /** The rank of the token of the two bytes at `start`, or NO_RANK. */
  rankOfTwo(source: Uint8Array, start: number): number {
    const { firstOfPair, tokens } = this;
    const pair = ((source[start] ?? 0) << 8) | (source[start + 1] ?? 0);
    // The shortest token of a range is its first.
    const first = firstOfPair[pair] ?? 0;
    return first < (firstOfPair[pair + 1] ?? 0) && tokens.lengths[first] === 2 ? this.rankOf(first) : NO_RANK;
  }

  private rankOf(token: number): number {
    const [low, middle, high] = this.tokens.ranks;
    return (low[token] ?? 0) | ((middle[token] ?? 0) << 8) | ((high[token] ?? 0) << 16);
  }

  private fill(): number {
    const { starts, firstOfPair } = this;
    const { lengths, bytes } = this.tokens;
    let longest = 0;
    let start = 0;
    let nextPair = 0;
    for (let token = 0; token < lengths.length; token++) {
      const length = lengths[token] ?? 0;
      if (length > longest) longest = length;
      if (length === 1 ? bytes[start] !== token : token < 0x100)
        throw new Error('the single bytes are not the first tokens');
      const pair = ((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0);
      if (length > 1) while (nextPair <= pair) firstOfPair[nextPair++] = token;
      start += length;
      starts[token + 1] = start;
    }
    firstOfPair.fill(lengths.length, nextPair);
    if (start !== bytes.length) throw new Error(`the tokens have ${start} bytes, but the list has ${bytes.length}`);
    return longest;
  }
}
