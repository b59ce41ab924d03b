/** The stretches of a document that `semantic` does not open, although it looks at sentences. */
import type { TextRange } from '../source-text';
import type { Block, BlockKind } from './block';

const wholeKinds: ReadonlySet<BlockKind> = new Set([
  'code',
  'formula',
  'markup',
  'metadata',
  'table',
  'row',
  'cell',
  'message',
]);

/** Messages, code, tables and similar blocks, and each heading with the first unit of what follows. In the order of the text. */
export function wholeBlocks(blocks: readonly Block[]): readonly TextRange[] {
  const ranges: TextRange[] = [];
  const collect = (list: readonly Block[], after: number | undefined): void => {
    for (const [i, block] of list.entries()) {
      const next = list[i + 1]?.start ?? after;
      if (wholeKinds.has(block.kind)) ranges.push({ start: block.start, end: block.end });
      // A range that contains the start of the next block keeps it in one chunk with the heading.
      else if (block.kind === 'heading' && next !== undefined) ranges.push({ start: block.start, end: next + 1 });
      if (block.blocks) collect(block.blocks, next);
    }
  };
  collect(blocks, undefined);
  return ranges;
}
