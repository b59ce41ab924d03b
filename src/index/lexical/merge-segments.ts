/**
 * Merges several segments into one, without their deleted rows: term by term in order, decoding postings one at a time and writing
 * them again. The remaining rows keep their order, segment after segment, or get the numbers that the caller wants.
 */
import { atOnce, inSlices } from '../../shared/in-slices';
import type { LexicalSections, MergeLexical, StoredLexical } from '../format/segment-contents';
import { compareBytes, LexicalSegment } from './lexical-segment';
import { PostingCursor } from './posting-cursor';
import { PostingWriter } from './posting-writer';
import type { TermCursor } from './term-cursor';
import { TermWriter } from './term-writer';

/** A segment whose rows get other numbers. */
interface NumberedInput {
  readonly segment: LexicalSegment;
  /** By row: its number in the result; -1: it is left out. */
  readonly rows: Int32Array;
}

interface Source {
  readonly number: number;
  readonly segment: LexicalSegment;
  readonly cursor: TermCursor;
  /** By row: its number in the result; -1: deleted. */
  readonly rows: Int32Array;
}

/** For compaction, which may take long while searches are answered. */
export const mergeLexical: MergeLexical = (parts) => {
  let next = 0;
  const inputs = parts.map(({ lexical, dead }) => {
    const segment = new LexicalSegment(lexical);
    return { segment, rows: new Int32Array(segment.rows).map((_, row) => (dead?.[row] ? -1 : next++)) };
  });
  // Sources with the same term come in the order of segments, so rows stay in order.
  return inSlices(merge(inputs, next, (source, writer) => copyPostings(source, (row, code) => writer.add(row, code))));
};

/** For an index whose rows are in another order. @param rows by row: its number in the result; -1: it is left out. @param total of the result. */
export function mergeInOrder(
  parts: readonly { readonly lexical: StoredLexical; readonly rows: Int32Array }[],
  total: number,
): LexicalSections {
  const inputs = parts.map(({ lexical, rows }) => ({ segment: new LexicalSegment(lexical), rows }));
  const found: number[] = [];
  const finish = (writer: PostingWriter): void => {
    // Row and code as one number, to sort them as such.
    for (const both of Float64Array.from(found).sort()) writer.add(Math.floor(both / 256), both % 256);
    found.length = 0;
  };
  const copy = (source: Source): void => copyPostings(source, (row, code) => found.push(row * 256 + code));
  return atOnce(merge(inputs, total, copy, finish));
}

function* merge(
  inputs: readonly NumberedInput[],
  total: number,
  copy: (source: Source, writer: PostingWriter) => void,
  finish: (writer: PostingWriter) => void = () => undefined,
): Generator<void, LexicalSections> {
  const sources = new SourceHeap();
  const lengths = new Uint8Array(total);
  for (const [number, { segment, rows }] of inputs.entries()) {
    rows.forEach((own, row) => {
      if (own >= 0) lengths[own] = segment.lengthCodes[row] ?? 0;
    });
    const cursor = segment.cursorAt();
    if (cursor.next()) sources.add({ number, segment, cursor, rows });
    yield;
  }
  const postingWriter = new PostingWriter(lengths);
  const termWriter = new TermWriter();
  for (let source = sources.first; source; source = sources.first) {
    const term = source.cursor.term.slice(0, source.cursor.termLength);
    for (; source && compareBytes(source.cursor.term, source.cursor.termLength, term) === 0; source = sources.first) {
      copy(source, postingWriter);
      sources.advanceFirst();
    }
    finish(postingWriter);
    if (postingWriter.rows > 0) termWriter.add(term, postingWriter.end());
    yield;
  }
  return { terms: termWriter.finish(), postings: postingWriter.bytes.finish(), lengths };
}

/** A heap of segments by their current term, lowest first: an index that grew for long has a thousand segments. */
class SourceHeap {
  private readonly sources: Source[] = [];

  get first(): Source | undefined {
    return this.sources[0];
  }

  add(source: Source): void {
    const { sources } = this;
    let at = sources.push(source) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = sources[above];
      if (!other || isBefore(other, source)) break;
      sources[at] = other;
      at = above;
    }
    sources[at] = source;
  }

  /** Moves the first source to its next term, or removes it if there is none. */
  advanceFirst(): void {
    const { sources } = this;
    const [first] = sources;
    if (!first) return;
    if (first.cursor.next()) this.sink(first);
    else {
      const last = sources.pop();
      if (last && last !== first) this.sink(last);
    }
  }

  private sink(source: Source): void {
    const { sources } = this;
    let at = 0;
    for (;;) {
      const left = sources[2 * at + 1];
      const right = sources[2 * at + 2];
      const below = left && right && isBefore(right, left) ? 2 * at + 2 : 2 * at + 1;
      const child = below === 2 * at + 2 ? right : left;
      if (!child || isBefore(source, child)) break;
      sources[at] = child;
      at = below;
    }
    sources[at] = source;
  }
}

function isBefore(a: Source, b: Source): boolean {
  const order = compareBytes(a.cursor.term, a.cursor.termLength, b.cursor.term, b.cursor.termLength);
  return order < 0 || (order === 0 && a.number < b.number);
}

function copyPostings({ segment, cursor, rows }: Source, add: (row: number, code: number) => void): void {
  for (const postings = new PostingCursor(segment, cursor); postings.row < segment.rows; postings.next()) {
    const row = rows[postings.row] ?? -1;
    if (row >= 0) add(row, postings.code);
  }
}
