/** What compaction needs of the lexical side. */
import type { MergeLexical } from '../segment';
import { mergeSegments } from './merge';
import { LexicalSegment } from './segment';

export const mergeLexical: MergeLexical = (parts) =>
  mergeSegments(parts.map(({ lexical, dead }) => ({ segment: new LexicalSegment(lexical), deleted: dead })));
