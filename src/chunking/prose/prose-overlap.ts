/** The overlap of prose chunks: whole sentences of the same section, repeated from the chunk before, as many as the budget allows. */
import type { CountedText } from '../../tokens/token-types';
import type { Block, BlockKind } from './block';
import { sentenceStarts } from './sentences/sentences';

interface Leaf {
  readonly start: number;
  readonly end: number;
  readonly isProse: boolean;
  /** Number of the section that contains it. */
  readonly section: number;
}

const prose: ReadonlySet<BlockKind> = new Set(['paragraph', 'list', 'item', 'quote', 'message']);

export class ProseOverlap {
  private readonly leaves: Leaf[] = [];
  private sections = 0;

  constructor(
    private readonly text: string,
    blocks: readonly Block[],
    private readonly counted: CountedText,
    private readonly tokens: number,
    /** Max tokens of a chunk with its overlap. */
    private readonly maxTokens: number,
  ) {
    this.collect(blocks, text.length, 0);
  }

  /** Where a chunk begins with its overlap, given its own range. `floor` is the start of the chunk before it. */
  startOf(start: number, floor: number, end: number): number {
    if (this.tokens <= 0) return start;
    const here = this.indexAt(start);
    const own = this.leaves[here];
    if (!own?.isProse) return start;
    let best = start;
    for (let i = here; i >= 0; i--) {
      const leaf = this.leaves[i];
      if (!leaf?.isProse || leaf.section !== own.section) break;
      const leafEnd = Math.min(leaf.end, start);
      const sentences = sentenceStarts(this.text, leaf.start, leafEnd);
      for (let s = sentences.length - 1; s >= 0; s--) {
        const at = sentences[s] ?? leafEnd;
        if (at >= start) continue;
        // A chunk is never repeated as a whole.
        if (at <= floor || !this.counted.fits(at, start, this.tokens)) return best;
        if (!this.counted.fits(at, end, this.maxTokens)) return best;
        best = at;
      }
    }
    return best;
  }

  private collect(blocks: readonly Block[], to: number, section: number): void {
    for (const [i, block] of blocks.entries()) {
      const end = blocks[i + 1]?.start ?? to;
      const isSection = block.kind === 'section' || block.kind === 'turn';
      if (block.blocks && block.blocks.length > 0) {
        this.collect(block.blocks, end, isSection ? ++this.sections : section);
      } else this.leaves.push({ start: block.start, end, isProse: prose.has(block.kind), section });
    }
  }

  /** The last leaf that begins at or before an offset. */
  private indexAt(offset: number): number {
    let low = 0;
    let high = this.leaves.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.leaves[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
