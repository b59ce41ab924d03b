/**
 * Builds the lexical sections of a segment from chunks. While chunks are added, postings are logged in order, five bytes each. At
 * the end the terms are sorted, and the log is read once per range of terms, each small enough for a counting sort in little memory.
 *
 * Split words are cached from one builder to the next: source code repeats itself, and splitting is half of the work.
 */

import { ByteWriter } from '../format/byte-codec';
import type { LexicalSections } from '../format/segment-contents';
import type { LexicalDocument } from '../terms/chunk-fields';
import { CutWords, DocumentTerms } from '../terms/document-terms';
import { countCode, type FieldWeights, fieldWeights, lengthCode } from '../terms/field-weights';
import { TermScanner } from '../terms/term-scanner';
import { maxRows } from './lexical-format';
import { PostingWriter } from './posting-writer';
import { TermWriter } from './term-writer';

/** Postings that are sorted at once. */
const rangePostings = 1 << 20;
/** Terms in the cache, about 10 MB with their spellings; with more, the cache starts over. */
const maxCachedTerms = 1 << 16;

let cachedWords = new TermScanner(true);

function knownWords(): TermScanner {
  if (cachedWords.terms.length > maxCachedTerms) cachedWords = new TermScanner(true);
  return cachedWords;
}

export class SegmentBuilder {
  private readonly words = knownWords();
  private readonly document: DocumentTerms;
  private readonly cutWords = new CutWords();
  /** By row: the code of its number of words. */
  private readonly lengths = new ByteWriter();
  private logTerms = new Uint32Array(1 << 12);
  private logCodes = new Uint8Array(1 << 12);
  /** By row: the end of its postings in the log. */
  private rowEnds = new Uint32Array(1 << 8);
  private logged = 0;
  /** By term: the number of rows that have it. */
  private rowCounts = new Uint32Array(this.words.terms.length + (1 << 12));
  /** The terms that some row has, in the order of first use. */
  private readonly used: number[] = [];

  constructor(weights: FieldWeights = fieldWeights) {
    this.document = new DocumentTerms(this.words, weights);
  }

  get rows(): number {
    return this.lengths.length;
  }

  /** Postings so far; with some millions of them, a builder stays below 100 MB. */
  get postings(): number {
    return this.logged;
  }

  /** Returns the chunk's row. */
  add(chunk: LexicalDocument): number {
    const { document, rows } = this;
    if (rows >= maxRows) throw new Error(`a segment has at most ${maxRows} rows`);
    document.count(chunk, this.cutWords.cutsAt(chunk));
    this.reserve();
    for (let i = 0; i < document.termCount; i++) {
      const term = document.terms[i] ?? 0;
      this.logTerms[this.logged] = term;
      this.logCodes[this.logged++] = countCode(document.unitsOf(term));
      const before = this.rowCounts[term] ?? 0;
      if (before === 0) this.used.push(term);
      this.rowCounts[term] = before + 1;
    }
    this.rowEnds[rows] = this.logged;
    this.lengths.byte(lengthCode(document.length));
    return rows;
  }

  finish(): LexicalSections {
    const { terms } = this.words;
    const order = Uint32Array.from(this.used).sort((a, b) => compareUtf8(terms[a] ?? '', terms[b] ?? ''));
    const ranks = new Uint32Array(terms.length);
    order.forEach((term, rank) => {
      ranks[term] = rank;
    });
    const postingWriter = new PostingWriter(this.lengths.view());
    const termWriter = new TermWriter();
    for (let from = 0; from < order.length; ) {
      const range = this.sortRange(order, ranks, from);
      let at = 0;
      for (let rank = from; rank < range.to; rank++) {
        const term = order[rank] ?? 0;
        const rows = this.rowCounts[term] ?? 0;
        for (const end = at + rows; at < end; at++) postingWriter.add(range.rows[at] ?? 0, range.codes[at] ?? 0);
        termWriter.add(Buffer.from(terms[term] ?? ''), postingWriter.end());
      }
      from = range.to;
    }
    return { terms: termWriter.finish(), postings: postingWriter.bytes.finish(), lengths: this.lengths.finish() };
  }

  /** The postings of the terms from rank `from` on, as many as fit into a range, by rank and then by row. */
  private sortRange(order: Uint32Array, ranks: Uint32Array, from: number) {
    let to = from;
    let size = 0;
    const starts: number[] = [];
    while (to < order.length) {
      const more = this.rowCounts[order[to] ?? 0] ?? 0;
      if (to > from && size + more > rangePostings) break;
      starts.push(size);
      size += more;
      to++;
    }
    const next = Uint32Array.from(starts);
    const rows = new Uint32Array(size);
    const codes = new Uint8Array(size);
    const span = to - from;
    let at = 0;
    for (let row = 0; row < this.rows; row++) {
      for (const end = this.rowEnds[row] ?? 0; at < end; at++) {
        const place = (ranks[this.logTerms[at] ?? 0] ?? 0) - from;
        if (place < 0 || place >= span) continue;
        const to = next[place] ?? 0;
        next[place] = to + 1;
        rows[to] = row;
        codes[to] = this.logCodes[at] ?? 0;
      }
    }
    return { to, rows, codes };
  }

  /** Room for the postings of one more row. */
  private reserve(): void {
    const needed = this.logged + this.document.termCount;
    if (needed > this.logTerms.length) {
      const size = Math.max(needed, this.logTerms.length * 2);
      this.logTerms = copied(this.logTerms, new Uint32Array(size));
      this.logCodes = copied(this.logCodes, new Uint8Array(size));
    }
    if (this.rows >= this.rowEnds.length) this.rowEnds = copied(this.rowEnds, new Uint32Array(this.rowEnds.length * 2));
    const terms = this.words.terms.length;
    if (terms > this.rowCounts.length)
      this.rowCounts = copied(this.rowCounts, new Uint32Array(Math.max(terms, this.rowCounts.length * 2)));
  }
}

function copied<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}

/**
 * Orders strings by their UTF-8 bytes. JavaScript sorts by UTF-16 units, which is different for characters beyond the first plane:
 * their surrogates sort before the last units of the first plane, but must come after them.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const one = a.charCodeAt(i);
    const other = b.charCodeAt(i);
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
