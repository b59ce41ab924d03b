/** What readers that go line by line share about blocks in a row and in each other. */
import type { Block } from '../block';
import { nestSections as nest } from '../nest-sections';

/** A block of a document whose headings are not yet sections. */
export interface Flat {
  readonly block: Block;
  /** Of a heading: 0 is the outermost. */
  readonly level?: number;
}

/** Each heading begins a section that lasts until one of the same or an outer level. */
export function nestSections(flat: readonly Flat[]): Block[] {
  return nest(flat.map(({ block, level }) => (level === undefined ? block : { ...block, level: level + 1 })));
}

/** Left out where there is only a paragraph: the block itself says as much. */
export function inner(blocks: readonly Block[]): { blocks?: readonly Block[] } {
  return blocks.length > 1 || (blocks.length === 1 && blocks[0]?.kind !== 'paragraph') ? { blocks } : {};
}

/** How deep blocks may lie in each other; what is deeper is read as paragraphs, which bounds time and stack. */
export const deepest = 12;
