/**
 * Turns blocks into atoms. A block that fits is one atom. One that does not fit is opened: into its inner blocks, a paragraph into
 * sentences, a sentence at semicolons, colons and words, code along its syntax. A heading is never alone: it joins the first atom after it.
 */

import type { ProseKind } from '../code/chunk';
import { type Atom, lineAtoms, type ProseLabel } from '../code/cut/atom';
import { gapStrength } from '../code/cut/gap-strength';
import type { Scope } from '../code/identify/scopes';
import { cutAtClause } from '../code/sentences/cut-at-word';
import { sentenceStarts } from '../code/sentences/sentences';
import type { SourceText } from '../code/source-text';
import type { CountedText } from '../tokens/counter-table';
import type { Block, BlockKind } from './block';
import type { CodeBlocks, ProseTask } from './prose-code';

const kinds: Record<BlockKind, ProseKind> = {
  section: 'section',
  heading: 'section',
  paragraph: 'paragraph',
  list: 'list',
  item: 'list',
  quote: 'quote',
  table: 'table',
  row: 'table',
  code: 'code-block',
  formula: 'formula',
  markup: 'markup',
  metadata: 'metadata',
  definition: 'definition',
  cell: 'cell',
  turn: 'turn',
  message: 'message',
};

/** How separate a block is from the one before it, from 0 to 4; a block that a paragraph introduces stays with it if possible. */
const separation: Partial<Record<BlockKind, number>> = {
  section: 4,
  turn: 4,
  cell: 3,
  message: 2.5,
  item: 1.5,
  list: 1,
  table: 1,
  formula: 0.6,
  code: 0.5,
  row: 1,
};
const paragraphSeparation = 2;

/** Cut into lines, not into sentences. */
const byLines: ReadonlySet<BlockKind> = new Set(['code', 'markup', 'metadata', 'formula', 'row', 'table']);

/** Stay whole up to the hard limit, even if chunks should be smaller; so do sentences. */
const indivisible: ReadonlySet<BlockKind> = new Set(['code', 'formula', 'row', 'cell', 'message']);

/** Targets, index entries and anchors under a heading are at most this long, in UTF-16 units. */
const maxMarkLength = 200;

/** Blocks nested deeper are not opened: such nesting is generated, and the stack is finite. */
const maxDepth = 40;

/** More than any other gap has: a border of a conversation is cut first. */
const borderStrength = 10_000;

/** Conversations only. */
interface ConversationBreaks {
  /** The strength of the gap before the message at an offset. */
  readonly breaks: ReadonlyMap<number, number>;
  /** Offsets where a chunk always begins. */
  readonly borders: readonly number[];
  readonly isDivided: (start: number, end: number) => boolean;
}

interface Place {
  readonly depth: number;
  readonly scope: readonly Scope[];
  /** Strength and depth of the gap before the first atom. */
  readonly strength: number;
  readonly gapDepth: number;
}

export class ProseAtoms {
  private readonly source: SourceText;
  private readonly counted: CountedText;
  /** The limit for blocks and sentences that should stay whole. */
  private readonly hardLimit: number;

  constructor(
    private readonly task: ProseTask,
    private readonly limit: number,
    private readonly code: CodeBlocks,
    private readonly conversation?: ConversationBreaks,
  ) {
    this.source = task.source;
    this.counted = task.counted;
    this.hardLimit = task.options.maxTokens;
  }

  make(): Atom[] {
    const atoms: Atom[] = [];
    const { blocks, text } = this.task.document;
    this.addAll(atoms, blocks, 0, text.length, { depth: 0, scope: [], strength: 0, gapDepth: 0 });
    const borders = new Set(this.conversation?.borders);
    if (borders.size === 0) return atoms;
    return atoms.map((atom) =>
      borders.has(atom.start) ? { ...atom, strength: atom.strength + borderStrength } : atom,
    );
  }

  /** Adds siblings, which together cover `from` to `to`. */
  private addAll(atoms: Atom[], blocks: readonly Block[], from: number, to: number, place: Place): void {
    let start = from;
    let isFirst = true;
    let before: Block | undefined;
    for (const [i, block] of blocks.entries()) {
      const end = blocks[i + 1]?.start ?? to;
      // Joins what follows: `start` does not move.
      if (i + 1 < blocks.length && this.isHead(block, start, blocks[i + 2]?.start ?? to)) continue;
      const base = before ? this.separationOf(before, block) : 0;
      const strength = isFirst ? place.strength : gapStrength.prose(this.source, place.depth, base, start);
      const gapDepth = isFirst ? place.gapDepth : place.depth;
      this.add(atoms, block, start, end, { ...place, strength, gapDepth });
      isFirst = false;
      before = block;
      start = end;
    }
    if (start < to) this.addText(atoms, 'paragraph', start, to, { ...place, gapDepth: place.depth });
  }

  /**
   * True if a block must stay with the next one, which ends at `end`: a heading, a mark between a heading and its text, a cell
   * with only headings, or a cell that ends with a heading if there is room for both.
   * @param start where the block begins, with the heads before it.
   */
  private isHead(block: Block, start: number, end: number): boolean {
    const { kind, blocks } = block;
    if (kind === 'heading') return true;
    if (kind === 'definition' || kind === 'markup')
      return start < block.start && block.end - block.start <= maxMarkLength;
    if (kind !== 'cell') return false;
    return hasOnlyHeadings(blocks) || (endsWithHeading(blocks) && this.fits(start, end, this.hardLimit));
  }

  private separationOf(before: Block, block: Block): number {
    const score = this.conversation?.breaks.get(block.start);
    if (score !== undefined && (block.kind === 'turn' || block.kind === 'message')) return score;
    // Text after code or a table starts something new.
    if (block.kind === 'paragraph')
      return before.kind === 'code' || before.kind === 'table' ? 2.5 : paragraphSeparation;
    if (block.kind === 'cell' && before.kind === 'cell') {
      // A Markdown cell is about the code after it.
      const introduces = before.blocks?.[0]?.kind !== 'code' && block.blocks?.[0]?.kind === 'code';
      return introduces ? 0.5 : 3;
    }
    return separation[block.kind] ?? paragraphSeparation;
  }

  private add(atoms: Atom[], block: Block, start: number, end: number, place: Place): void {
    const isDivided = this.conversation?.isDivided(start, end) ?? false;
    if (!isDivided && this.fits(start, end, indivisible.has(block.kind) ? this.hardLimit : this.limit)) {
      // The title of a conversation is not in its text.
      const isTitled = block.name !== undefined && block.blocks?.[0]?.kind === 'turn';
      const scope = isTitled ? [...place.scope, headingScope(block, place.scope.length)] : place.scope;
      atoms.push(this.whole(block, start, end, { ...place, scope }));
      return;
    }
    if (start < block.start && indivisible.has(block.kind) && this.fits(block.start, end, this.hardLimit)) {
      // Its heading does not fit beside it.
      this.addText(atoms, 'heading', start, block.start, place);
      const strength = gapStrength.held(place.depth);
      atoms.push(this.whole(block, block.start, end, { ...place, strength, gapDepth: place.depth }));
      return;
    }
    const { blocks = [] } = block;
    if (blocks.length > 0 && place.depth < maxDepth) {
      const scope = block.kind === 'section' ? [...place.scope, headingScope(block, place.scope.length)] : place.scope;
      const first = atoms.length;
      this.addAll(atoms, blocks, start, end, { ...place, depth: place.depth + 1, scope });
      const head = atoms[first];
      if (head?.prose && blocks[0]?.kind === 'heading')
        atoms[first] = { ...head, prose: { ...head.prose, isHead: true } };
      return;
    }
    const cut = block.kind === 'code' ? this.code.atoms(block, start, end) : undefined;
    if (cut) this.addCode(atoms, cut, place);
    else this.addText(atoms, block.kind, start, end, place, block.start);
  }

  /** Adds atoms of code, whose depths and scopes are relative to their block. */
  private addCode(atoms: Atom[], cut: readonly Atom[], place: Place): void {
    for (const [i, atom] of cut.entries()) {
      const depth = place.depth + 1 + atom.depth;
      const strength = i === 0 ? place.strength : atom.strength + gapStrength.held(place.depth + 1);
      const gapDepth = i === 0 ? place.gapDepth : place.depth + 1 + atom.gapDepth;
      atoms.push({ ...atom, depth, gapDepth, strength, scope: [...place.scope, ...atom.scope] });
    }
  }

  /** @param own where the text itself begins, after its heading. */
  private addText(atoms: Atom[], kind: BlockKind, start: number, end: number, place: Place, own = start): void {
    const label = { kind: kinds[kind], name: '' };
    if (byLines.has(kind)) {
      atoms.push(...lineAtoms(this.source, this.counted, this.atom(start, end, place, label), this.limit));
      return;
    }
    const depth = place.depth + 1;
    const starts = sentenceStarts(this.source.text, own, end);
    // The heading joins the first sentence, unless the sentence would then not fit.
    const next = starts[1] ?? end;
    const isTorn = own > start && !this.fits(start, next, this.hardLimit) && this.fits(own, next, this.hardLimit);
    starts.splice(0, isTorn ? 0 : 1, start);
    for (const [i, at] of starts.entries()) {
      const next = starts[i + 1] ?? end;
      const isFirst = at === start;
      const strength = isFirst ? place.strength : gapStrength.prose(this.source, depth, 1, at);
      const gapDepth = isFirst ? place.gapDepth : depth;
      this.addSentence(atoms, at, next, { ...place, depth, strength, gapDepth }, label);
    }
  }

  /** A sentence that does not fit is cut after a semicolon or colon, or between words. */
  private addSentence(atoms: Atom[], start: number, end: number, place: Place, label: ProseLabel): void {
    let at = start;
    while (at < end) {
      let next = end;
      if (!this.fits(at, end, this.hardLimit)) {
        const fit = this.counted.fit(at, Math.min(end, at + this.limit * 16), this.limit);
        const cut = cutAtClause(this.source.text, at, end, fit);
        next = cut > at ? cut : fit;
      }
      const strength = at === start ? place.strength : gapStrength.midLine(place.depth);
      atoms.push(this.atom(at, next, { ...place, strength }, label));
      at = next;
    }
  }

  private fits(start: number, end: number, limit: number): boolean {
    return (end - start) * 3 <= limit || this.counted.fits(start, end, limit);
  }

  /** The atom of a block that is not opened; parsed code is named after its largest definition. */
  private whole(block: Block, start: number, end: number, place: Place): Atom {
    const held = block.kind === 'cell' || block.kind === 'code' ? this.code.definitions(block) : [];
    let largest = held[0];
    for (const each of held) if (largest && each.end - each.start > largest.end - largest.start) largest = each;
    const name = block.name ?? largest?.name ?? '';
    const atom = this.atom(start, end, place, { kind: kinds[block.kind], name });
    return held.length > 0 ? { ...atom, held } : atom;
  }

  private atom(start: number, end: number, { depth, scope, strength, gapDepth }: Place, prose: ProseLabel): Atom {
    return {
      start,
      end,
      strength,
      depth,
      gapDepth,
      scope,
      definition: undefined,
      about: undefined,
      held: undefined,
      is: 'code',
      fallback: undefined,
      prose,
    };
  }
}

function hasOnlyHeadings(blocks: readonly Block[] = []): boolean {
  return (
    blocks.length > 0 &&
    blocks.every(({ kind, blocks }) => kind === 'heading' || (kind === 'section' && hasOnlyHeadings(blocks)))
  );
}

function endsWithHeading(blocks: readonly Block[] = []): boolean {
  const last = blocks.at(-1);
  return last?.kind === 'heading' || (last?.kind === 'section' && endsWithHeading(last.blocks));
}

function headingScope({ name = '', start, end }: Block, level: number): Scope {
  const signature = `${'#'.repeat(level + 1)} ${name}`;
  return { name, kind: 'section', definition: undefined, signature, heading: { start, end } };
}
