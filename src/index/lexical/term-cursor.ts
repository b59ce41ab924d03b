/** Reads the entries of a dictionary, as in lexical-format.ts. */
import { DamagedSectionError } from '../damaged-section';
import { fewBytes, fewRows, fullMore, fullShared, inOneRow, manyRows, termsPerBlock } from './lexical-format';
import { firstPostings, otherCode } from './posting-bytes';

/** A section does not follow lexical-format.ts. */
export function broken(section: string): DamagedSectionError {
  return new DamagedSectionError(`its section "${section}" cannot be read`);
}

/** The number of rows that have a term, the first of them, and where the postings of the others are. */
export interface TermPostings {
  readonly rows: number;
  readonly firstRow: number;
  readonly firstCode: number;
  readonly start: number;
  readonly end: number;
}

/** As it is stored: words of code are cut long before. */
const maxTermBytes = 2 ** 14;

const { codes: firstCodes, gaps: firstGaps, firstOfTwo, firstOfThree } = firstPostings;

/** Reads the numbers of one term after the other, from the first of a block on; the fields are those that were read last. */
export class DictionaryNumbers {
  /** Bytes that the term shares with the one before, and those that follow. */
  shared = 0;
  more = 0;
  firstRow = 0;
  firstCode = 0;
  rows = 0;
  /** Where the postings after the first are. */
  start = 0;
  end = 0;
  at = 0;
  private isInOneRow = false;

  constructor(protected data: Uint8Array) {}

  readLengths(): void {
    const both = this.data[this.at++] ?? 0;
    this.shared = both & fullShared;
    this.more = (both >> 4) & fullMore;
    this.isInOneRow = both >= inOneRow;
    if (this.shared === fullShared) this.shared += this.varint();
    if (this.more === fullMore) this.more += this.varint();
  }

  /** To be called after the bytes of the term. */
  readPostings(): void {
    if (this.isInOneRow) {
      this.rows = 1;
      this.start = this.end;
    } else this.readSizes();
    const { data } = this;
    const byte = data[this.at++] ?? 0;
    let step = firstGaps[byte] ?? 0;
    this.firstCode = firstCodes[byte] ?? 0;
    if (byte >= firstOfTwo) {
      if (byte >= otherCode) {
        this.firstCode = data[this.at++] ?? 0;
        step = byte === otherCode ? 0 : this.varint();
      } else {
        step += data[this.at++] ?? 0;
        if (byte >= firstOfThree) step += (data[this.at++] ?? 0) << 8;
      }
    }
    // 0, -1, 1, -2, … are written as 0, 1, 2, 3, …
    this.firstRow += (step >>> 1) ^ -(step & 1);
    if (this.firstRow < 0) throw broken('terms');
  }

  private readSizes(): void {
    const both = this.data[this.at++] ?? 0;
    this.start = this.end;
    const first = (both >> 5) + 1;
    if (first < fewRows) {
      this.rows = first;
      this.end += both & (fewBytes - 1);
      return;
    }
    const rows = fewRows + (both & (fewBytes - 1));
    this.rows = rows < manyRows ? rows : this.varint();
    this.end += this.varint();
  }

  private varint(): number {
    // Nearly all take one byte.
    let value = this.data[this.at++] ?? 0;
    if (value < 128) return value;
    value &= 127;
    for (let shift = 7; shift < 35; shift += 7) {
      const byte = this.data[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw broken('terms');
  }

  skip(count: number): void {
    this.at += count;
    if (this.at > this.data.length) throw broken('terms');
  }
}

/** Iterates over the dictionary, some ten million terms per second; the fields are those of the current term. */
export class TermCursor extends DictionaryNumbers {
  /** The term is the first `termLength` bytes. */
  term = new Uint8Array(256);
  termLength = 0;
  private place = 0;

  constructor(
    data: Uint8Array,
    private left: number,
    postings: number,
    private readonly postingsEnd: number,
  ) {
    super(data);
    this.end = postings;
  }

  /** As in the constructor, for other terms of the same dictionary. */
  move(data: Uint8Array, count: number, postings: number): void {
    this.data = data;
    this.at = 0;
    this.left = count;
    this.end = postings;
    this.termLength = 0;
    this.place = 0;
  }

  /** False: there are no more. */
  next(): boolean {
    if (this.left <= 0) return false;
    this.left--;
    if (this.place === 0) this.firstRow = 0;
    this.place = this.place === termsPerBlock - 1 ? 0 : this.place + 1;
    this.readLengths();
    this.readTerm();
    this.readPostings();
    if (this.end > this.postingsEnd) throw broken('postings');
    return true;
  }

  private readTerm(): void {
    const { data, shared, more, at } = this;
    if (shared > this.termLength || at + more > data.length || shared + more > maxTermBytes) throw broken('terms');
    this.termLength = shared + more;
    if (this.termLength > this.term.length) {
      const term = new Uint8Array(this.termLength * 2);
      term.set(this.term);
      this.term = term;
    }
    this.at = at + more;
    for (let i = 0; i < more; i++) this.term[shared + i] = data[at + i] ?? 0;
  }
}
