import type { Block, ProseReader } from './block';

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
