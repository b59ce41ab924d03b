/**
 * What lets a reader find and restore the damaged bytes of a record. The body of a record (all its sections, one after the other) is
 * seen as blocks of 1 kB. The section `blocks` has the CRC-32 of each, a u32, so that damage costs a block and not a section. The
 * section `parity` has a few blocks, each the exclusive or of every n-th block of the body: one bad block of each such group can be
 * computed from the others. Neighbours are in different groups, so damage of some length hits each group once. Together they are
 * about 0.8 % of a large record.
 */
import { crc32, crcAfterZeros } from '../../shared/crc';

export const blockBytes = 1024;
const wordsPerBlock = blockBytes / 4;
/** Body blocks for each block of parity: 0.4 % of the body. With two groups or more, damage may cross the end of a block. */
const blocksPerParity = 256;
const minGroups = 2;

export function blockCount(bodyBytes: number): number {
  return Math.ceil(bodyBytes / blockBytes);
}

/** Groups of a body: block i is in group `i % groups`. */
export function parityGroups(blocks: number): number {
  return Math.min(blocks, Math.max(minGroups, Math.round(blocks / blocksPerParity)));
}

/** What a CRC becomes when the zeros of a whole block follow; made when blocks are first checked. */
let afterBlock: ((crc: number) => number) | undefined;

/**
 * Do blocks have their CRCs? All whole ones are checked by one CRC, since calling the native code for each takes as long as its work: the
 * CRC of two pieces is that of the second one, and that of the first followed by as many zeros.
 * @param bytes begin with the block `first`. @param crcs of all blocks.
 */
export function areWholeBlocks(bytes: Uint8Array, crcs: Uint32Array, first: number): boolean {
  const whole = Math.floor(bytes.length / blockBytes);
  if (whole > 0) {
    afterBlock ??= crcAfterZeros(blockBytes);
    let expected = crcs[first] ?? 0;
    for (let block = first + 1; block < first + whole; block++) expected = afterBlock(expected) ^ (crcs[block] ?? 0);
    if (crc32(bytes.subarray(0, whole * blockBytes)) !== expected >>> 0) return false;
  }
  const rest = bytes.subarray(whole * blockBytes);
  return rest.length === 0 || crc32(rest) === crcs[first + whole];
}

/** Takes a body in pieces of any size. */
export class GuardMaker {
  private readonly crcs: Uint32Array;
  private readonly sums: Int32Array;
  private readonly groups: number;
  private readonly words = new Int32Array(wordsPerBlock);
  private readonly bytes = new Uint8Array(this.words.buffer);
  private used = 0;
  private block = 0;
  private readonly longest: number;

  constructor(bodyBytes: number) {
    const blocks = blockCount(bodyBytes);
    this.longest = Math.min(blockBytes, bodyBytes);
    this.groups = parityGroups(blocks);
    this.crcs = new Uint32Array(blocks);
    this.sums = new Int32Array(this.groups * wordsPerBlock);
  }

  add(piece: Uint8Array): void {
    for (let from = 0; from < piece.length; ) {
      const count = Math.min(blockBytes - this.used, piece.length - from);
      this.bytes.set(piece.subarray(from, from + count), this.used);
      this.used += count;
      from += count;
      if (this.used === blockBytes) this.endBlock();
    }
  }

  finish(): { readonly blocks: Uint8Array; readonly parity: Uint8Array } {
    if (this.used > 0) {
      this.bytes.fill(0, this.used);
      this.endBlock();
    }
    // The only block of a small body need not be longer than the body.
    const length = Math.min(this.sums.byteLength, this.groups * this.longest);
    return { blocks: new Uint8Array(this.crcs.buffer), parity: new Uint8Array(this.sums.buffer, 0, length) };
  }

  private endBlock(): void {
    const { sums, words, block } = this;
    // The last block of a body may be shorter.
    this.crcs[block] = crc32(this.bytes.subarray(0, this.used));
    const first = (block % this.groups) * wordsPerBlock;
    for (let i = 0; i < wordsPerBlock; i++) sums[first + i] = (sums[first + i] ?? 0) ^ (words[i] ?? 0);
    this.used = 0;
    this.block++;
  }
}
