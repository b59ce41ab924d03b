/** Blocks while they are being read: their ends move as more text is read. */
import type { Block, BlockKind } from './block';
import type { HeadingBlock } from './nest-sections';

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
