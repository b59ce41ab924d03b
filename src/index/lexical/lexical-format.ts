/**
 * The lexical part of a segment, three sections of bytes. Numbers are little-endian; varints as in growing-bytes.ts. Rows are the
 * chunks of the segment, numbered from 0.
 *
 * `terms`: the dictionary, sorted by UTF-8 bytes, in blocks of 16.
 *
 *     u32 layout version   u32 number of terms   u32 number of blocks
 *     per block: u32 where it starts after this table, u32 where the postings of its first term start
 *     per term: varint bytes shared with the term before (0 for the first of a block), varint number of further bytes, these bytes,
 *               varint number of rows, varint bytes of its postings
 *
 * `postings`: per term, one after the other, per row in ascending order: varint `gap << 2 | class`, where gap is the number of rows
 * between this and the one before. Class 0, 1 and 2 are the three counts that make up most postings; with class 3 a byte follows, the
 * code of the weighted count (quantise-frequency.ts). Terms in 256 rows or more begin with a table that lets a search skip most rows:
 *
 *     u8 highest count code   u8 lowest length code of its rows   varint bytes of the table
 *     per block of 64 rows: varint its last row minus that of the block before, varint its bytes
 *
 * `lengths`: u32 number of rows, f64 words of all rows, then a byte per row: the code of its number of words.
 */

export const layoutVersion = 1;
export const termsPerBlock = 16;
export const termsHeader = 12;
export const blockEntry = 8;
export const lengthsHeader = 12;

/** The count codes of classes 0, 1 and 2. */
export const commonCodes: readonly [number, number, number] = [4, 8, 12];
export const explicitCode = 3;

export const rowsPerBlock = 64;
/** Terms in fewer rows have no blocks. */
export const minBlockedRows = 256;

/** A gap and its class must fit 31 bits. */
export const maxRows = 2 ** 28;
