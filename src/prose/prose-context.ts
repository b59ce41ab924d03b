/**
 * The context of prose: path and headings, the header of a cut table or the sentence that introduces code, and what the code in it
 * uses from code before it.
 */

import type { Scope } from '../code/identify/scopes';
import { sentenceStarts } from '../code/sentences/sentences';
import type { ChunkContext, ContextMaker } from '../code/uses/context';
import { firstIndex } from '../shared/range-of';
import type { CountedText } from '../tokens/counter-table';
import type { Block, BlockKind } from './block';
import type { CodeBlocks, ProseTask } from './prose-code';

export class ProseContext implements Pick<ContextMaker, 'make'> {
  /** Tables and code blocks, in order, with the block before each. */
  private readonly candidates: { readonly block: Block; readonly before: Block | undefined }[] = [];

  private readonly isEnabled: boolean;

  constructor(
    private readonly task: ProseTask,
    private readonly inner: Pick<ContextMaker, 'make'>,
    private readonly code: Pick<CodeBlocks, 'usedNames'>,
  ) {
    this.isEnabled = task.options.context !== 'none';
    if (this.isEnabled) this.collect(task.document.blocks);
  }

  make(start: number, end: number, scope: readonly Scope[], budget: number): ChunkContext {
    return this.withNames(this.withExtra(start, end, scope, budget), start, end, budget);
  }

  private withExtra(start: number, end: number, scope: readonly Scope[], budget: number): ChunkContext {
    const extra = this.isEnabled ? this.extra(start, end, Math.floor(budget * 0.75)) : '';
    if (extra === '') return this.inner.make(start, end, scope, budget);
    const made = this.inner.make(start, end, scope, budget - this.task.counter.count(extra) - 1);
    return { ...made, context: `${made.context}${extra}\n`, tokens: undefined };
  }

  private withNames(made: ChunkContext, start: number, end: number, budget: number): ChunkContext {
    if (!this.isEnabled) return made;
    const room = budget - (made.tokens ?? this.task.counter.count(made.context)) - 1;
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
    const last = sentenceStarts(this.task.document.text, before.start, before.end).at(-1) ?? before.start;
    return this.ifFits(last, before.end, budget);
  }

  /** The header of a table; of a wide delimited one the first columns, because names are better than none. */
  private header({ start, delimiter }: Block, end: number, budget: number): string {
    const whole = this.ifFits(start, end, budget);
    if (whole !== '' || delimiter === undefined) return whole;
    const { counted, document } = this.task;
    const cut = document.text.lastIndexOf(delimiter, counted.fit(start, end, Math.max(0, budget - 2)));
    return cut > start ? `${document.text.slice(start, cut + 1)}…` : '';
  }

  private ifFits(start: number, end: number, budget: number): string {
    const { counted, document } = this.task;
    return counted.fits(start, end, budget) ? document.text.slice(start, end).trim() : '';
  }

  private collect(blocks: readonly Block[]): void {
    for (const [i, block] of blocks.entries()) {
      if (block.kind === 'table' || block.kind === 'code') this.candidates.push({ block, before: blocks[i - 1] });
      if (block.blocks) this.collect(block.blocks);
    }
  }
}

/**
 * The overlap of prose chunks: whole sentences repeated from the chunk before, as many as the budget allows. What a reader wants to
 * see again depends on where the chunk begins:
 *
 * - inside a section: its last sentences;
 * - at a heading: the last paragraph before it, if both sections are in the same outer section. Outermost sections are different
 *   subjects, and so are the turns of a conversation;
 * - at code, a table or a formula: the sentence that introduces it.
 *
 * Code, tables and headings are never repeated, so there is no overlap after them.
 */

interface Leaf {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  /** The section or turn that contains it; undefined at the top of the document. */
  readonly section: Section | undefined;
}

type Section = { readonly outer: Section | undefined };

const prose: ReadonlySet<BlockKind> = new Set(['paragraph', 'list', 'item', 'quote', 'message']);
/** What a sentence before it introduces. */
const introduced: ReadonlySet<BlockKind> = new Set(['code', 'table', 'row', 'formula']);

/** The leaves of a document, and what may be repeated before an offset. */
export class OverlapPlaces {
  private readonly leaves: Leaf[] = [];

  constructor(
    private readonly text: string,
    blocks: readonly Block[],
  ) {
    this.collect(blocks, text.length, undefined);
  }

  /** False if nothing in the document may be repeated: a table, a file of code. */
  get hasAny(): boolean {
    return this.leaves.some(({ kind }) => prose.has(kind));
  }

  /** The starts of the sentences that may be repeated before an offset, the nearest first. */
  *before(start: number): Generator<number> {
    const here = this.indexAt(start);
    const own = this.leaves[here];
    if (!own) return;
    if (prose.has(own.kind)) yield* this.inSection(here, own, start);
    else if (start > own.start) return;
    else {
      const previous = this.leaves[here - 1];
      if (!previous || !prose.has(previous.kind)) return;
      const sentences = sentenceStarts(this.text, previous.start, start).reverse();
      if (introduced.has(own.kind)) {
        if (previous.section === own.section && previous.kind === 'paragraph') yield* sentences.slice(0, 1);
      } else if (own.kind === 'heading' && areNeighbours(previous.section, own.section)) yield* sentences;
    }
  }

  private *inSection(here: number, { section }: Leaf, start: number): Generator<number> {
    for (let i = here; i >= 0; i--) {
      const leaf = this.leaves[i];
      if (!leaf || !prose.has(leaf.kind) || leaf.section !== section) return;
      const sentences = sentenceStarts(this.text, leaf.start, Math.min(leaf.end, start));
      for (const at of sentences.reverse()) if (at < start) yield at;
    }
  }

  private collect(blocks: readonly Block[], to: number, section: Section | undefined): void {
    for (const [i, block] of blocks.entries()) {
      const end = blocks[i + 1]?.start ?? to;
      const isSection = block.kind === 'section' || block.kind === 'turn';
      if (block.blocks && block.blocks.length > 0) {
        this.collect(block.blocks, end, isSection ? { outer: section } : section);
      } else this.leaves.push({ kind: block.kind, start: block.start, end, section });
    }
  }

  /** The last leaf that begins at or before an offset. */
  private indexAt(offset: number): number {
    return Math.max(0, firstIndex(this.leaves.length, (i) => (this.leaves[i]?.start ?? 0) > offset) - 1);
  }
}

export class ProseOverlap {
  constructor(
    private readonly places: OverlapPlaces,
    private readonly counted: CountedText,
    private readonly tokens: number,
    /** Max tokens of a chunk with its overlap. */
    private readonly maxTokens: number,
  ) {}

  /** Where a chunk begins with its overlap, given its own range. `floor` is the start of the chunk before it. */
  startOf(start: number, floor: number, end: number): number {
    let best = start;
    if (this.tokens <= 0) return best;
    for (const at of this.places.before(start)) {
      // A chunk is never repeated as a whole.
      if (at <= floor || !this.counted.fits(at, start, this.tokens)) break;
      if (!this.counted.fits(at, end, this.maxTokens)) break;
      best = at;
    }
    return best;
  }
}

/** True if a section encloses both: they are parts of one subject. */
function areNeighbours(a: Section | undefined, b: Section | undefined): boolean {
  for (let outer = b; outer; outer = outer.outer) {
    for (let other = a; other; other = other.outer) if (other === outer) return true;
  }
  return false;
}
