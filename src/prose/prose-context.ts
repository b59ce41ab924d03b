/**
 * The context of prose: path and headings, the header of a cut table or the sentence that introduces code, and what the code in it
 * uses from code before it.
 */

import type { Scope } from '../code/identify/scopes';
import { sentenceStarts } from '../code/sentences/sentences';
import type { ChunkContext, ContextMaker } from '../code/uses/context';
import type { CountedText, TokenCounter } from '../tokens/token-types';
import type { Block } from './block';
import type { CodeBlocks } from './prose-code';

export class ProseContext implements Pick<ContextMaker, 'make'> {
  /** Tables and code blocks, in order, with the block before each. */
  private readonly candidates: { readonly block: Block; readonly before: Block | undefined }[] = [];

  constructor(
    private readonly text: string,
    blocks: readonly Block[],
    private readonly inner: Pick<ContextMaker, 'make'>,
    private readonly code: Pick<CodeBlocks, 'usedNames'>,
    private readonly counter: TokenCounter,
    private readonly counted: CountedText,
    private readonly isEnabled: boolean,
  ) {
    if (isEnabled) this.collect(blocks);
  }

  make(start: number, end: number, scope: readonly Scope[], budget: number): ChunkContext {
    return this.withNames(this.withExtra(start, end, scope, budget), start, end, budget);
  }

  private withExtra(start: number, end: number, scope: readonly Scope[], budget: number): ChunkContext {
    const extra = this.isEnabled ? this.extra(start, end, Math.floor(budget * 0.75)) : '';
    if (extra === '') return this.inner.make(start, end, scope, budget);
    const made = this.inner.make(start, end, scope, budget - this.counter.count(extra) - 1);
    return { ...made, context: `${made.context}${extra}\n`, tokens: undefined };
  }

  private withNames(made: ChunkContext, start: number, end: number, budget: number): ChunkContext {
    if (!this.isEnabled) return made;
    const room = budget - (made.tokens ?? this.counter.count(made.context)) - 1;
    const { lines, imports, globals, omitted } = this.code.usedNames(start, end, room);
    if (imports.length === 0 && globals.length === 0) return made;
    const context = lines.length > 0 ? `${made.context}${lines.join('\n')}\n` : made.context;
    return { ...made, context, tokens: undefined, imports, globals, omitted };
  }

  private extra(start: number, end: number, budget: number): string {
    const found = this.candidates.find(({ block }) => block.start < end && block.end > start);
    if (!found) return '';
    const { block, before } = found;
    if (block.kind === 'table') {
      const { headerEnd } = block;
      if (headerEnd === undefined || start < headerEnd) return '';
      return this.header(block, headerEnd, budget);
    }
    // Only if the chunk does not contain the introduction itself.
    if (before?.kind !== 'paragraph' || start < before.end) return '';
    const last = sentenceStarts(this.text, before.start, before.end).at(-1) ?? before.start;
    return this.ifFits(last, before.end, budget);
  }

  /** The header of a table; of a wide delimited one the first columns, because names are better than none. */
  private header({ start, delimiter }: Block, end: number, budget: number): string {
    const whole = this.ifFits(start, end, budget);
    if (whole !== '' || delimiter === undefined) return whole;
    const cut = this.text.lastIndexOf(delimiter, this.counted.fit(start, end, Math.max(0, budget - 2)));
    return cut > start ? `${this.text.slice(start, cut + 1)}…` : '';
  }

  private ifFits(start: number, end: number, budget: number): string {
    return this.counted.fits(start, end, budget) ? this.text.slice(start, end).trim() : '';
  }

  private collect(blocks: readonly Block[]): void {
    for (const [i, block] of blocks.entries()) {
      if (block.kind === 'table' || block.kind === 'code') this.candidates.push({ block, before: blocks[i - 1] });
      if (block.blocks) this.collect(block.blocks);
    }
  }
}
