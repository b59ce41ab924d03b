/** Writes the dictionary of a segment, term by term in the order of their UTF-8 bytes, as in lexical-format.ts. */
import { atOnce } from '../../shared/in-slices';
import { SymbolMatcher } from '../symbols/symbol-table';
import { minTrainedBytes, SampleMaker, trainSymbols } from '../symbols/train-symbols';
import { GrowingBytes } from './growing-bytes';
import {
  addTriples,
  blockEntry,
  fewBytes,
  fewRows,
  fullMore,
  fullShared,
  inOneRow,
  layoutVersion,
  manyRows,
  samePostings,
  signatureBytes,
  termsPerBlock,
} from './lexical-format';
import { writeFirstPosting } from './posting-bytes';
import type { WrittenPostings } from './posting-writer';
import { DictionaryNumbers } from './term-cursor';

const termsPerStep = 4096;

export class TermWriter {
  /** As in the dictionary, but without symbols: which these are is known at the end. */
  private data = new GrowingBytes(1 << 16);
  private blocks = new GrowingBytes();
  private readonly signatures = new GrowingBytes();
  /** Of the last block. */
  private readonly signature = new Uint8Array(signatureBytes);
  private before: Uint8Array = new Uint8Array(0);
  private rowBefore = 0;
  private count = 0;
  private postings = 0;
  /** Bytes of the terms that symbols can shorten. */
  private restBytes = 0;

  /** @param trainFrom for tests: bytes from which the dictionary has symbols. */
  constructor(private readonly trainFrom: number = minTrainedBytes) {}

  /** Can the next term have the postings of the one before? Not the first of a block, which is read without it. */
  get canShare(): boolean {
    return this.count % termsPerBlock !== 0;
  }

  add(term: Uint8Array, { rows, firstRow, firstCode, bytes, areSame }: WrittenPostings): void {
    let shared = 0;
    if (this.count % termsPerBlock === 0) {
      this.endBlock();
      this.blocks.uint32(this.data.length);
      this.blocks.uint32(this.postings);
      this.rowBefore = 0;
    } else {
      const shorter = Math.min(term.length, this.before.length);
      while (shared < shorter && term[shared] === this.before[shared]) shared++;
      this.restBytes += term.length - shared;
    }
    writeLengths(this.data, shared, term.length - shared, rows);
    this.data.put(term.subarray(shared));
    addTriples(this.signature, term, shared);
    this.before = term;
    this.count++;
    if (areSame) {
      this.data.byte(samePostings);
      return;
    }
    if (rows > 1) this.sizes(rows, bytes);
    writeFirstPosting(this.data, firstRow - this.rowBefore, firstCode);
    this.rowBefore = firstRow;
    this.postings += bytes;
  }

  private endBlock(): void {
    if (this.count > 0) this.signatures.put(this.signature);
    this.signature.fill(0);
  }

  private sizes(rows: number, postingBytes: number): void {
    const { data } = this;
    if (rows < fewRows && postingBytes < fewBytes) {
      data.byte(fewBytes * (rows - 1) + postingBytes);
      return;
    }
    const isUsual = rows >= fewRows && rows < manyRows;
    data.byte(fewBytes * (fewRows - 1) + (isUsual ? rows : manyRows) - fewRows);
    if (!isUsual) data.varint(rows);
    data.varint(postingBytes);
  }

  finish(): Uint8Array {
    return atOnce(this.finishSteps());
  }

  /** The same in steps, for many terms. */
  *finishSteps(): Generator<void, Uint8Array> {
    this.endBlock();
    const symbols = this.restBytes >= this.trainFrom ? yield* this.shorten() : new Uint8Array(0);
    const size = 16 + this.blocks.length + this.data.length + this.signatures.length + 2 * symbols.length;
    const all = new GrowingBytes(size);
    all.uint32(layoutVersion);
    all.uint32(this.count);
    all.uint32(Math.ceil(this.count / termsPerBlock));
    all.uint32(symbols.length);
    all.put(this.blocks.view());
    all.put(symbols);
    all.put(this.data.view());
    all.put(this.signatures.view());
    all.put(symbols);
    return all.finish();
  }

  /** Writes the data again with symbols; returns their table. */
  private *shorten(): Generator<void, Uint8Array> {
    const sample = new SampleMaker(this.restBytes);
    yield* this.visit((number, _shared, rest) => {
      if (number % termsPerBlock > 0) sample.add(rest);
    });
    const symbols = yield* trainSymbols(sample.finish());
    const matcher = new SymbolMatcher(symbols);
    const data = new GrowingBytes(this.data.length);
    const blocks = new GrowingBytes(this.blocks.length);
    const postings = this.blocks.view();
    let short = new Uint8Array(1 << 10);
    yield* this.visit((number, shared, rest, tail, rows) => {
      if (2 * rest.length > short.length) short = new Uint8Array(4 * rest.length);
      if (number % termsPerBlock === 0) {
        const entry = blockEntry * (number / termsPerBlock);
        blocks.uint32(data.length);
        blocks.put(postings.subarray(entry + 4, entry + blockEntry));
        writeLengths(data, 0, rest.length, rows);
        data.put(rest);
      } else {
        const length = matcher.shorten(rest, 0, rest.length, short);
        writeLengths(data, shared, length, rows);
        data.put(short.subarray(0, length));
      }
      data.put(tail);
    });
    this.data = data;
    this.blocks = blocks;
    return symbols.encoded();
  }

  /** @param visitor gets the bytes of a term that are not shared, and what is after them. */
  private *visit(
    visitor: (number: number, shared: number, rest: Uint8Array, tail: Uint8Array, rows: number) => void,
  ): Generator<void, void> {
    const data = this.data.view();
    const numbers = new DictionaryNumbers(data);
    for (let number = 0; number < this.count; number++) {
      if (number % termsPerBlock === 0) numbers.firstRow = 0;
      numbers.readLengths();
      const { shared, more, at } = numbers;
      numbers.skip(more);
      numbers.readPostings();
      visitor(number, shared, data.subarray(at, at + more), data.subarray(at + more, numbers.at), numbers.rows);
      if (number % termsPerStep === termsPerStep - 1) yield;
    }
  }
}

function writeLengths(to: GrowingBytes, shared: number, more: number, rows: number): void {
  to.byte(Math.min(shared, fullShared) + (Math.min(more, fullMore) << 4) + (rows === 1 ? inOneRow : 0));
  if (shared >= fullShared) to.varint(shared - fullShared);
  if (more >= fullMore) to.varint(more - fullMore);
}
