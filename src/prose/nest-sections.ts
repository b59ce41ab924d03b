/** Nests a flat list of blocks into sections, by the levels of the headings in it. */
import type { Block, BlockKind, ProseReader } from './block';

/** A block that begins a section, usually a heading. */
interface HeadingBlock extends Block {
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

/** Blocks while they are being read: their ends move as more text is read. */
export interface OpenBlock {
  readonly kind: BlockKind;
  start: number;
  end: number;
  blocks: OpenBlock[];
  /** Headings only. */
  level?: number;
  name?: string;
  language?: string;
  content?: { start: number; end: number };
  headerEnd?: number;
}

export function openBlock(kind: BlockKind, start: number, end: number): OpenBlock {
  return { kind, start, end, blocks: [] };
}

/** The finished blocks. An item or a footnote with only one paragraph gets no inner blocks. */
export function closedBlocks(blocks: readonly OpenBlock[]): (Block | HeadingBlock)[] {
  return blocks.map(({ kind, start, end, blocks: inner, level, name, language, content, headerEnd }) => {
    const only = inner.length === 1 ? inner[0] : undefined;
    const isOpened = inner.length > 0 && !(only?.kind === 'paragraph' && (kind === 'item' || kind === 'definition'));
    return {
      kind,
      start,
      end,
      ...(level !== undefined && { level }),
      ...(name !== undefined && { name }),
      ...(language !== undefined && { language }),
      ...(content !== undefined && { content }),
      ...(headerEnd !== undefined && { headerEnd }),
      ...(isOpened && { blocks: withoutLevels(closedBlocks(inner)) }),
    };
  });
}

/** A heading in a quote or a list item does not begin a section. */
function withoutLevels(blocks: readonly (Block | HeadingBlock)[]): Block[] {
  return blocks.map((block) => {
    if (!('level' in block)) return block;
    const { level: _, ...rest } = block;
    return rest;
  });
}

/** The blocks that a reader finds in a part of a text, with offsets in the whole text. */
export async function readWithin(
  reader: ProseReader,
  text: string,
  start: number,
  end: number,
): Promise<readonly Block[]> {
  const inner = text.slice(start, end);
  if (inner.trim() === '') return [];
  const { blocks, pieces } = await reader(inner);
  // Offsets into a decoded text do not apply to this one.
  return pieces ? [{ kind: 'paragraph', start, end }] : blocks.map((block) => shift(block, start));
}

function shift(block: Block, by: number): Block {
  const { content, headerEnd, blocks } = block;
  return {
    ...block,
    start: block.start + by,
    end: block.end + by,
    ...(content && { content: { start: content.start + by, end: content.end + by } }),
    ...(headerEnd !== undefined && { headerEnd: headerEnd + by }),
    ...(blocks && { blocks: blocks.map((inner) => shift(inner, by)) }),
  };
}
