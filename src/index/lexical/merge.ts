/**
 * Several segments into one, without their deleted rows: term after term in order, decoding postings one at a time and writing them
 * again. The rows that are left keep their order, segment after segment.
 */
import type { LexicalSections } from './format';
import { LengthWriter } from './length-writer';
import { PostingCursor } from './posting-cursor';
import { PostingWriter } from './posting-writer';
import { lengths } from './quantise';
import { compare, type LexicalSegment, type TermCursor } from './segment';
import { TermWriter } from './term-writer';

export interface MergeInput {
  readonly segment: LexicalSegment;
  /** By row: not 0 for rows that were deleted. */
  readonly deleted?: Uint8Array | undefined;
}

interface Source {
  readonly segment: LexicalSegment;
  readonly cursor: TermCursor;
  /** By row: its number in the result; -1: deleted. */
  readonly rows: Int32Array;
}

export function mergeSegments(inputs: readonly MergeInput[]): LexicalSections {
  const lengthWriter = new LengthWriter();
  const open: Source[] = [];
  for (const { segment, deleted } of inputs) {
    const rows = new Int32Array(segment.rows).fill(-1);
    for (let row = 0; row < segment.rows; row++) {
      if (deleted?.[row]) continue;
      rows[row] = lengthWriter.rows;
      const code = segment.lengthCodes[row] ?? 0;
      lengthWriter.add(lengths[code] ?? 0, code);
    }
    const cursor = segment.cursorAt();
    if (cursor.next()) open.push({ segment, cursor, rows });
  }
  const postingWriter = new PostingWriter(lengthWriter.lengthCodes);
  const termWriter = new TermWriter();
  while (open.length > 0) {
    const first = leastTerm(open);
    const term = first.term.slice(0, first.termLength);
    for (let i = 0; i < open.length; ) {
      const source = open[i];
      if (source && compare(source.cursor.term, source.cursor.termLength, term) === 0) {
        copyPostings(source, postingWriter);
        if (!source.cursor.next()) {
          open.splice(i, 1);
          continue;
        }
      }
      i++;
    }
    const { rows } = postingWriter;
    if (rows > 0) termWriter.add(term, rows, postingWriter.end());
  }
  return { terms: termWriter.finish(), postings: postingWriter.bytes.finish(), lengths: lengthWriter.finish() };
}

function leastTerm(open: readonly Source[]): TermCursor {
  return open
    .map(({ cursor }) => cursor)
    .reduce((least, cursor) =>
      compare(cursor.term, cursor.termLength, least.term, least.termLength) < 0 ? cursor : least,
    );
}

function copyPostings({ segment, cursor, rows }: Source, to: PostingWriter): void {
  for (const postings = new PostingCursor(segment, cursor); postings.row < segment.rows; postings.next()) {
    const row = rows[postings.row] ?? -1;
    if (row >= 0) to.add(row, postings.code);
  }
}
