/** Blocks while they are being read: their ends move on as more of the text is read. */
import type { Block, BlockKind } from './block';
import type { Heading } from './nest-sections';

export interface OpenBlock {
  readonly kind: BlockKind;
  start: number;
  end: number;
  blocks: OpenBlock[];
  /** Of a heading. */
  level?: number;
  name?: string;
  language?: string;
  content?: { start: number; end: number };
  headerEnd?: number;
}

export function openBlock(kind: BlockKind, start: number, end: number): OpenBlock {
  return { kind, start, end, blocks: [] };
}

/** Blocks as others see them. Where one paragraph is all there is in an item or a footnote, it is not opened. */
export function closedBlocks(blocks: readonly OpenBlock[]): (Block | Heading)[] {
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

/** A heading in a quote or a list item makes no section. */
function withoutLevels(blocks: readonly (Block | Heading)[]): Block[] {
  return blocks.map((block) => {
    if (!('level' in block)) return block;
    const { level: _, ...rest } = block;
    return rest;
  });
}
