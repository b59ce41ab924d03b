/**
 * The lexical part of a segment, three sections of bytes. Numbers are little-endian; varints as in byte-codec.ts. Rows are the
 * chunks of the segment, numbered from 0.
 *
 * `terms`: the dictionary, sorted by UTF-8 bytes, in blocks of 32.
 *
 *     u32 number of terms
 *     per block: u32 where it starts after this table, u32 where the postings of its first term start
 *     per term: a byte `shared + 16 * more + 128 * (it is in one row)`: the number of bytes shared with the term before (0 for the first
 *               of a block), and of those that follow; if shared is 15 or more is 7, a varint each, in this order: what is above
 *               the bytes of the term that are not shared
 *               unless it is in one row, a byte: `32 * (rows - 1) + bytes` if the term has less than 8 rows and its further postings less than 32 bytes; otherwise
 *               `224 + rows - 8` if it has 8 to 38 rows, or 255 and a varint with its number of rows; then a varint with the number
 *               of bytes of its further postings
 *               its first posting, as in posting-bytes.ts: the row minus the first row of the term before in the block, and the code
 *     per block: 64 bytes, the triples of letters in its terms (below)
 *
 * Most terms are in few rows, and those that begin alike are often in the same file. So the first row is near that of the term before.
 *
 * `postings`: per term, one after the other, per row after the first in ascending order: as in posting-bytes.ts, where gap is the
 * number of rows between this and the one before, and code that of the weighted count (field-weights.ts). Terms in 256 rows or
 * more begin with a table that lets a search skip most rows:
 *
 *     u8 highest count code   u8 lowest length code of its rows   varint bytes of the table
 *     per block of 128 rows: varint its last row minus that of the block before, varint its bytes
 *
 * `lengths`: a byte per row: the code of its number of words.
 */

export const termsPerBlock = 32;
export const termsHeader = 4;
export const blockEntry = 8;

/** From these numbers on, more bytes are needed. */
export const fullShared = 15;
export const fullMore = 7;
export const inOneRow = 128;
export const fewRows = 8;
export const fewBytes = 32;
export const manyRows = 39;

export const rowsPerBlock = 128;
/** Terms in fewer rows have no blocks. */
export const minBlockedRows = 256;

/** Numbers of rows must fit 31 bits, with some to spare. */
export const maxRows = 2 ** 28;

// Which triples of neighbouring letters the terms of a block have, as 512 bits: a search for parts of words (part-search.ts) skips the
// blocks that cannot have them, which are nearly all. A triple has one bit, and some triples share it. Pairs of letters need half of
// the bits, but most blocks have the pairs of a short part somewhere: five times as many blocks are left for `retr`.

export const signatureBytes = 64;

/** The bit of three neighbouring bytes. */
function tripleBit(first: number, second: number, third: number): number {
  return (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35)) >>> 23;
}

/** The bits of all triples in a text of ASCII letters. */
export function tripleBits(text: string): Uint16Array {
  const bits = new Set<number>();
  for (let i = 2; i < text.length; i++)
    bits.add(tripleBit(text.charCodeAt(i - 2), text.charCodeAt(i - 1), text.charCodeAt(i)));
  return Uint16Array.from(bits);
}

/** Adds the triples of a term from its byte `from` on, which may belong to a triple with the bytes before. */
export function addTriples(signature: Uint8Array, term: Uint8Array, from: number): void {
  for (let i = Math.max(2, from); i < term.length; i++) {
    const bit = tripleBit(term[i - 2] ?? 0, term[i - 1] ?? 0, term[i] ?? 0);
    signature[bit >> 3] = (signature[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
}

/** Does the signature at a place have all these bits? */
export function hasTriples(signatures: Uint8Array, at: number, bits: Uint16Array): boolean {
  for (let i = 0; i < bits.length; i++) {
    const bit = bits[i] ?? 0;
    if (((signatures[at + (bit >> 3)] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}
