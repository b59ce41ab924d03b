/** Helpers for readers that go line by line: flat lists of blocks, and nested blocks. */
import type { Block } from '../block';
import { nestSections } from '../nest-sections';

/** A block of a document whose headings are not yet sections. */
export interface FlatBlock {
  readonly block: Block;
  /** Headings only: 0 is the outermost. */
  readonly level?: number;
}

/** Nests blocks into sections: each heading begins a section that ends before the next one of the same or an outer level. */
export function nestFlatBlocks(flat: readonly FlatBlock[]): Block[] {
  return nestSections(flat.map(({ block, level }) => (level === undefined ? block : { ...block, level: level + 1 })));
}

/** The inner blocks of a block; left out if there is only a paragraph, which adds nothing. */
export function innerBlocks(blocks: readonly Block[]): { blocks?: readonly Block[] } {
  return blocks.length > 1 || (blocks.length === 1 && blocks[0]?.kind !== 'paragraph') ? { blocks } : {};
}

/** Max nesting of blocks. Deeper ones are read as paragraphs, which bounds time and stack. */
export const maxBlockDepth = 12;
