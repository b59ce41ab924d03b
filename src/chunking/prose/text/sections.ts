/** Makes a tree of sections from blocks in a row. */
import type { Block } from '../block';

/** A block of a document whose headings are not yet sections. */
export interface Flat {
  readonly block: Block;
  /** Of a heading: 0 is the outermost. */
  readonly level?: number;
}

interface Open {
  readonly level: number;
  readonly heading: Block;
  readonly blocks: Block[];
}

/** Each heading begins a section that lasts until one of the same or an outer level. */
export function nestSections(flat: Iterable<Flat>): Block[] {
  const top: Block[] = [];
  const open: Open[] = [];
  const around = (): Block[] => open.at(-1)?.blocks ?? top;
  const closeUntil = (level: number): void => {
    while ((open.at(-1)?.level ?? -1) >= level) {
      const section = open.pop();
      if (section) around().push(sectionOf(section));
    }
  };
  for (const { block, level } of flat) {
    if (level === undefined) around().push(block);
    else {
      closeUntil(level);
      open.push({ level, heading: block, blocks: [block] });
    }
  }
  closeUntil(0);
  return top;
}

function sectionOf({ heading, blocks }: Open): Block {
  const end = blocks.at(-1)?.end ?? heading.end;
  return { kind: 'section', start: heading.start, end, ...(heading.name ? { name: heading.name } : {}), blocks };
}

/** Left out where there is only a paragraph: the block itself says as much. */
export function inner(blocks: readonly Block[]): { blocks?: readonly Block[] } {
  return blocks.length > 1 || (blocks.length === 1 && blocks[0]?.kind !== 'paragraph') ? { blocks } : {};
}

/** How deep blocks may lie in each other; what is deeper is read as paragraphs, which bounds time and stack. */
export const deepest = 12;
