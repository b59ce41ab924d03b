/**
 * Makes whole lexical sections of damaged ones: terms whose entry or postings are not completely known are left out, and rows whose
 * length is unknown get a usual one. So a word is found in all of its rows, or in none.
 */

import { DamagedSectionError } from '../damaged-section';
import type { LexicalSections } from '../format/segment-contents';
import { lengthByCode } from '../terms/quantise-frequency';
import { GrowingBytes } from './growing-bytes';
import { LengthWriter } from './length-writer';
import { blockEntry, lengthsHeader, termsHeader, termsPerBlock } from './lexical-format';
import { LexicalSegment } from './lexical-segment';
import type { TermPostings } from './term-cursor';
import { TermWriter } from './term-writer';

type Unknown = readonly (readonly [from: number, to: number])[];

/** @param unknown by section: the bytes that are not known. @param rows of the segment. */
export function salvageLexical(
  sections: LexicalSections,
  unknown: { readonly [name in keyof LexicalSections]: Unknown },
  rows: number,
): LexicalSections {
  const lengths = salvageLengths(sections.lengths, unknown.lengths, rows);
  const terms = new TermWriter();
  const postings = new GrowingBytes(1 << 16);
  for (const { term, place, bytes } of knownTerms({ ...sections, lengths }, unknown)) {
    terms.add(term, { ...place, bytes: bytes.length });
    postings.put(bytes);
  }
  return { terms: terms.finish(), postings: postings.finish(), lengths };
}

function* knownTerms(
  sections: LexicalSections,
  unknown: { readonly terms: Unknown; readonly postings: Unknown },
): Generator<{ readonly term: Uint8Array; readonly place: TermPostings; readonly bytes: Uint8Array }> {
  if (overlaps(unknown.terms, 0, termsHeader)) return;
  const segment = new LexicalSegment(sections);
  if (!hasSymbols(segment)) return;
  const view = new DataView(sections.terms.buffer, sections.terms.byteOffset, sections.terms.byteLength);
  const blocks = Math.ceil(segment.termCount / termsPerBlock);
  const { dataStart, dataEnd } = segment;
  for (let block = 0; block < blocks; block++) {
    const entry = termsHeader + block * blockEntry;
    const isLast = block === blocks - 1;
    // Where the block ends is in the entry of the next.
    if (overlaps(unknown.terms, entry, entry + (isLast ? blockEntry : blockEntry + 4))) continue;
    const start = dataStart + view.getUint32(entry, true);
    const end = isLast ? dataEnd : dataStart + view.getUint32(entry + blockEntry, true);
    if (overlaps(unknown.terms, start, end)) continue;
    for (const cursor = segment.cursorAt(block); cursor.next(); ) {
      if (overlaps(unknown.postings, cursor.start, cursor.end)) continue;
      const { rows, firstRow, firstCode, start, end } = cursor;
      yield {
        term: cursor.term.slice(0, cursor.termLength),
        place: { rows, firstRow, firstCode, start, end },
        bytes: sections.postings.subarray(cursor.start, cursor.end),
      };
    }
  }
}

/** False: both copies of the symbols are damaged. */
function hasSymbols(segment: LexicalSegment): boolean {
  try {
    return segment.symbols !== null;
  } catch (error) {
    if (error instanceof DamagedSectionError) return false;
    throw error;
  }
}

function salvageLengths(section: Uint8Array, unknown: Unknown, rows: number): Uint8Array {
  const codes = section.slice(lengthsHeader);
  const known = codes.filter((_, row) => !overlaps(unknown, lengthsHeader + row, lengthsHeader + row + 1)).sort();
  const usual = known[known.length >> 1] ?? 0;
  const writer = new LengthWriter();
  for (let row = 0; row < rows; row++) {
    const isKnown = !overlaps(unknown, lengthsHeader + row, lengthsHeader + row + 1);
    const code = isKnown ? (codes[row] ?? usual) : usual;
    writer.add(lengthByCode[code] ?? 0, code);
  }
  return writer.finish();
}

function overlaps(ranges: Unknown, from: number, to: number): boolean {
  return ranges.some(([start, end]) => start < to && from < end);
}
