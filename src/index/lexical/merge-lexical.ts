/** Merges the lexical sections for compaction. */
import type { MergeLexical } from '../format/segment-contents';
import { LexicalSegment } from './lexical-segment';
import { mergeSegments } from './merge-postings';

export const mergeLexical: MergeLexical = (parts) =>
  mergeSegments(parts.map(({ lexical, dead }) => ({ segment: new LexicalSegment(lexical), deleted: dead })));
