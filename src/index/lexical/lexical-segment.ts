/** The lexical sections of a segment, read in place: nothing is decoded before it is needed. */

import { placesOfOnes } from '../../shared/places-of-ones';
import { MemorySection, type SectionSource } from '../format/section-source';
import type { StoredLexical } from '../format/segment-contents';
import { blockEntry, hasTriples, signatureBytes, termsHeader, termsPerBlock } from './lexical-format';
import { broken, DictionaryNumbers, TermCursor, type TermPostings } from './term-cursor';
import { type TermList, TermListBuilder } from './term-list';

/** What the terms that are searched for have in common. */
export interface WantedTerms {
  /** Their first bytes; empty: any. */
  readonly beginning: Uint8Array;
  /** Triples of letters that all of them have. */
  readonly triples: Uint16Array;
}

export class LexicalSegment {
  readonly rows: number;
  readonly termCount: number;
  /** Made for the first search: the number of rows by their length code. */
  private lengths: Uint32Array | undefined;
  readonly postings: SectionSource;
  /** By row. */
  readonly lengthCodes: Uint8Array;
  private readonly terms: SectionSource;
  /** Where the blocks are in `terms`. */
  readonly dataStart: number;
  readonly dataEnd: number;
  /** Two numbers per block, as in lexical-format.ts. */
  private readonly blocks: Uint32Array;
  /** By block: the first four bytes of its first term as a number, once it was looked at. 0: not yet. */
  private readonly beginnings: Uint32Array;
  /** By their first byte; made when they are first asked for. */
  private readonly lists = new Map<number, TermList>();

  constructor({ terms, postings, lengths }: StoredLexical) {
    this.terms = terms instanceof Uint8Array ? new MemorySection(terms) : terms;
    if (terms.length < termsHeader) throw broken('terms');
    this.termCount = wordsOf(this.terms.read(0, termsHeader))[0] ?? 0;
    const blocks = Math.ceil(this.termCount / termsPerBlock);
    this.dataStart = termsHeader + blocks * blockEntry;
    this.dataEnd = terms.length - blocks * signatureBytes;
    if (this.dataStart > this.dataEnd) throw broken('terms');
    this.blocks = wordsOf(this.terms.read(termsHeader, this.dataStart));
    this.beginnings = new Uint32Array(blocks);
    this.postings = postings instanceof Uint8Array ? new MemorySection(postings) : postings;
    this.rows = lengths.length;
    this.lengthCodes = lengths;
  }

  /** The bytes of a term's postings. */
  postingBytes({ start, end }: TermPostings): Uint8Array {
    return this.postings.read(start, end);
  }

  /** Adds the number of rows by their length code. @param deleted not 0 for rows that do not count. */
  addLengths(counts: Uint32Array, deleted: Uint8Array | undefined): void {
    this.lengths ??= lengthCounts(this.lengthCodes);
    this.lengths.forEach((count, code) => {
      counts[code] = (counts[code] ?? 0) + count;
    });
    for (let row = 0; deleted && row < this.rows; row++) {
      const code = this.lengthCodes[row] ?? 0;
      if (deleted[row]) counts[code] = (counts[code] ?? 0) - 1;
    }
  }

  /**
   * A question about a long text looks hundreds of terms up in every segment, so nothing is copied: `same` is the number of bytes that
   * `term` shares with the term before, which is smaller. A term that shares more with that one than `term` does is smaller too, and
   * one that shares less is larger; only one that shares as much has to be compared.
   * @param term in UTF-8.
   */
  find(term: Uint8Array): TermPostings | undefined {
    const block = this.blockOf(term);
    if (block < 0) return undefined;
    const data = this.bytesOf(block);
    const numbers = new DictionaryNumbers(data);
    const count = Math.min(termsPerBlock, this.termCount - block * termsPerBlock);
    numbers.end = this.blocks[block * 2 + 1] ?? 0;
    for (let number = 0, same = 0; number < count; number++) {
      numbers.readLengths();
      const { shared, more, at: from } = numbers;
      if (shared < same) return undefined;
      numbers.skip(more);
      let isFound = false;
      if (shared === same) {
        let at = from;
        const rest = from + more;
        while (at < rest && same < term.length && data[at] === term[same]) {
          at++;
          same++;
        }
        isFound = at === rest && same === term.length;
        if (!isFound && at < rest && (same === term.length || (data[at] ?? 0) > (term[same] ?? 0))) return undefined;
      }
      numbers.readPostings();
      const { rows, firstRow, firstCode, start, end } = numbers;
      if (end > this.postings.length) throw broken('postings');
      if (isFound) return { rows, firstRow, firstCode, start, end };
    }
    return undefined;
  }

  /** The terms that begin with this byte. */
  termsWith(first: number): TermList {
    const known = this.lists.get(first);
    if (known) return known;
    const builder = new TermListBuilder();
    const block = Math.max(0, this.blockOf(Uint8Array.of(first)));
    const end = first < 255 ? this.blockOf(Uint8Array.of(first + 1)) + 1 : this.beginnings.length;
    const cursor = this.cursorAt(block, Math.max(0, end - block) * termsPerBlock);
    while (cursor.next() && (cursor.term[0] ?? 0) <= first)
      if (cursor.term[0] === first) builder.add(cursor.term, cursor.termLength, cursor.rows);
    const list = builder.list();
    this.lists.set(first, list);
    return list;
  }

  /** The blocks that may have a term like one of these. */
  blocksWith(wanted: readonly WantedTerms[]): Uint32Array {
    const signatures = this.terms.read(this.dataEnd, this.terms.length);
    const isFound = new Uint8Array(this.beginnings.length);
    for (const { beginning, triples } of wanted) {
      const [from, to] = this.blocksFrom(beginning);
      for (let block = from; block < to; block++)
        if (hasTriples(signatures, block * signatureBytes, triples)) isFound[block] = 1;
    }
    return placesOfOnes(isFound);
  }

  /** The first of the blocks with terms that begin like this, and the first one after them. */
  private blocksFrom(beginning: Uint8Array): readonly [from: number, to: number] {
    if (beginning.length === 0) return [0, this.beginnings.length];
    const after = Uint8Array.from(beginning);
    after[after.length - 1] = (after.at(-1) ?? 0) + 1;
    return [Math.max(0, this.blockOf(beginning)), this.blockOf(after) + 1];
  }

  /** The terms of a block in order, and those after it up to `count`; without a block, all terms. */
  cursorAt(block?: number, count = block === undefined ? this.termCount : termsPerBlock): TermCursor {
    const first = block ?? 0;
    return new TermCursor(
      this.bytesOf(first, first + Math.ceil(count / termsPerBlock)),
      Math.min(count, this.termCount - first * termsPerBlock),
      this.blocks[first * 2 + 1] ?? 0,
      this.postings.length,
    );
  }

  /** Moves a cursor of this segment to the terms of another block. */
  moveTo(cursor: TermCursor, block: number): void {
    const terms = Math.min(termsPerBlock, this.termCount - block * termsPerBlock);
    cursor.move(this.bytesOf(block), terms, this.blocks[block * 2 + 1] ?? 0);
  }

  /** The terms of some blocks. */
  private bytesOf(block: number, end = block + 1): Uint8Array {
    const { blocks, dataStart, dataEnd } = this;
    const next = blocks[end * 2];
    const to = next === undefined ? dataEnd : dataStart + next;
    const from = Math.min(to, dataStart + (blocks[block * 2] ?? 0));
    if (to > dataEnd) throw broken('terms');
    return this.terms.read(from, to);
  }

  /** The last block whose first term is not after `term`; -1: there is none. */
  private blockOf(term: Uint8Array): number {
    const wanted = beginningOf(term, 0, term.length);
    let low = 0;
    let high = this.beginnings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const found = this.beginnings[middle] || this.readBeginning(middle);
      if (found < wanted || (found === wanted && this.compareFirst(middle, term) <= 0)) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private readBeginning(block: number): number {
    const first = this.firstOf(block);
    const beginning = beginningOf(first, 0, first.length);
    this.beginnings[block] = beginning;
    return beginning;
  }

  private compareFirst(block: number, term: Uint8Array): number {
    const first = this.firstOf(block);
    return compareBytes(first, first.length, term);
  }

  /** The first term of a block, which shares no bytes with the term before. */
  private firstOf(block: number): Uint8Array {
    const data = this.bytesOf(block);
    const first = new DictionaryNumbers(data);
    first.readLengths();
    return data.subarray(first.at, first.at + first.more);
  }
}

export function compareBytes(bytes: Uint8Array, length: number, other: Uint8Array, otherLength = other.length): number {
  const shorter = Math.min(length, otherLength);
  for (let i = 0; i < shorter; i++) {
    const difference = (bytes[i] ?? 0) - (other[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - otherLength;
}

/** The first four bytes as a number that orders like them; shorter terms are filled up with zeros, which no term has. */
function beginningOf(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = 0; i < 4; i++) value = value * 256 + (i < length ? (bytes[at + i] ?? 0) : 0);
  return value;
}

/** A copy, since a section may start at any byte of the file. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}

function lengthCounts(codes: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  // An iterator takes twice as long until V8 has optimised this.
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}
