/** The interface of the inner loops of the vector scan: scan.wat and plain-kernel.ts implement it, load-kernel.ts chooses between them. */

/** All positions are byte addresses in the memory; `bytes` is the length of a row, a multiple of 32. */
export interface ScanKernel {
  /**
   * Finds the rows from `row` (a multiple of 4) to before `last` whose score is above `above` and whose bit in `mask` is set
   * (0: no mask). Writes row numbers to `found` and scores to `scores`, both with room for `room`. Returns how many it found; stops
   * early when the room might run out, and `next` is then the row to continue with.
   */
  scan(
    vectors: number,
    scales: number,
    bytes: number,
    query: number,
    row: number,
    last: number,
    above: number,
    mask: number,
    found: number,
    scores: number,
    room: number,
  ): number;
  /** The same for 1-bit codes; `row` is a multiple of 32, and scores are integers of at least `minScore`. */
  scanCodes(
    codes: number,
    bytes: number,
    tables: number,
    row: number,
    last: number,
    minScore: number,
    mask: number,
    found: number,
    scores: number,
    room: number,
  ): number;
  next(): number;
  /** The scores of `count` rows, whose numbers are at `rows`. */
  score(
    vectors: number,
    scales: number,
    bytes: number,
    query: number,
    rows: number,
    scores: number,
    count: number,
  ): void;
  /** The codes of all rows, in blocks of 32: a bit is set where a value reaches that of `middle`. Scratch: 8 × bytes. */
  encode(vectors: number, bytes: number, middle: number, count: number, codes: number, scratch: number): void;
  /**
   * Expands `count` bytes, a multiple of 16, of two values each (four-bit-values.ts); `levels` is where the 16 values are. The bytes may
   * be the second half of the target.
   */
  unpack(packed: number, count: number, levels: number, target: number): void;
}

export type KernelName = 'simd' | 'plain';

/** The kernel reads rows in whole blocks, so the memory after the last row of a segment must be readable up to the end of its block. */
export const ROWS_PER_BLOCK = 32;
