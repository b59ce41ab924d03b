/** Nests a flat list of blocks into sections, by the levels of the headings in it. */
import type { Block } from './block';

/** A block that begins a section, usually a heading. */
export interface HeadingBlock extends Block {
  /** 1 is the outermost; levels may be skipped. */
  readonly level: number;
}

interface OpenSection {
  readonly level: number;
  readonly name: string | undefined;
  readonly start: number;
  readonly blocks: Block[];
}

/** A heading opens a section that ends before the next heading of the same or an outer level. */
export function nestSections(flat: readonly (Block | HeadingBlock)[]): Block[] {
  const roots: Block[] = [];
  const open: OpenSection[] = [];
  const close = () => {
    const section = open.pop();
    const last = section?.blocks.at(-1);
    if (!section || !last) return;
    const { name, start, blocks } = section;
    (open.at(-1)?.blocks ?? roots).push({ kind: 'section', start, end: last.end, ...(name && { name }), blocks });
  };
  for (const block of flat) {
    if (!('level' in block)) {
      (open.at(-1)?.blocks ?? roots).push(block);
      continue;
    }
    const { level, ...heading } = block;
    while ((open.at(-1)?.level ?? 0) >= level) close();
    open.push({ level, name: heading.name, start: heading.start, blocks: [heading] });
  }
  while (open.length > 0) close();
  return roots;
}
