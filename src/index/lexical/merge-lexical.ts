/** Merges the lexical sections of an index. */
import { inSlices } from '../../shared/in-slices';
import type { LexicalSections, MergeLexical, StoredLexical } from '../format/segment-contents';
import { LexicalSegment } from './lexical-segment';
import { mergeNumbered, mergeSteps } from './merge-postings';

/** For compaction, which may take long while searches are answered. */
export const mergeLexical: MergeLexical = (parts) =>
  inSlices(mergeSteps(parts.map(({ lexical, dead }) => ({ segment: new LexicalSegment(lexical), deleted: dead }))));

/** For an index whose rows are in another order. @param rows by row: its number in the result; -1: it is left out. */
export function mergeInOrder(
  parts: readonly { readonly lexical: StoredLexical; readonly rows: Int32Array }[],
  total: number,
): LexicalSections {
  return mergeNumbered(
    parts.map(({ lexical, rows }) => ({ segment: new LexicalSegment(lexical), rows })),
    total,
  );
}
