import type { Block, Reader } from '../block';

/** The blocks that a reader finds in a stretch of a text, with offsets in the text. */
export async function readWithin(reader: Reader, text: string, start: number, end: number): Promise<readonly Block[]> {
  const inner = text.slice(start, end);
  if (inner.trim() === '') return [];
  const { blocks, pieces } = await reader(inner);
  // Offsets into something decoded say nothing about the stretch.
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
