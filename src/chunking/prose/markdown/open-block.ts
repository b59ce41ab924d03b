/** Blocks while they are being read: their ends move on with every line. */
import type { Block, BlockKind } from '../block';
import type { Heading } from '../sections';
import type { FenceStart } from './starts';

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

/** A block that other blocks stand in, and what a line must start with to go on with it. */
export type Container =
  | { readonly type: 'document'; readonly block: OpenBlock }
  | { readonly type: 'quote'; readonly block: OpenBlock }
  | { readonly type: 'list'; readonly block: OpenBlock; readonly mark: string; readonly ordered: boolean }
  /** An item, or a footnote; `indent` in columns. */
  | { readonly type: 'item'; readonly block: OpenBlock; readonly indent: number };

export interface Paragraph {
  readonly type: 'paragraph';
  readonly block: OpenBlock;
  /** Where the text of each line starts, behind the marks of quotes and items. */
  readonly lines: number[];
  /** Where the last line starts, marks included. */
  lastLine: number;
}

/** A block that takes lines, not blocks. */
export type Leaf =
  | Paragraph
  | { readonly type: 'fence'; readonly block: OpenBlock; readonly fence: FenceStart }
  | { readonly type: 'html'; readonly block: OpenBlock; readonly until: RegExp | undefined }
  | { readonly type: 'indented'; readonly block: OpenBlock }
  | { readonly type: 'table'; readonly block: OpenBlock }
  /** Up to an offset that is known from the start. */
  | { readonly type: 'span'; readonly block: OpenBlock; readonly until: number };

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
