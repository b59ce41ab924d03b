/**
 * Blocks into atoms. A block that fits is one atom; one that does not is opened into its blocks, a paragraph into its sentences,
 * a sentence into words; code along its syntax. A heading is never alone: it goes with the first atom of what follows it.
 */
import type { CountedText } from '../../tokens/token-types';
import type { ProseKind } from '../chunk';
import type { Atom, ProseLabel, Scope } from '../cut/atom';
import { lineAtoms } from '../cut/line-atoms';
import { gapStrength } from '../cut/strength';
import type { Source } from '../source-text';
import type { Block, BlockKind } from './block';
import type { CodeBlocks } from './prose-code';
import { cutAtWord } from './sentences/cut-at-word';
import { sentenceStarts } from './sentences/sentences';

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

/** How much a block parts from the one before it, from 0 to 4; what a paragraph introduces stays with it as long as it can. */
const parting: Partial<Record<BlockKind, number>> = {
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
const paragraphParting = 2;

/** Told by their lines rather than by sentences. */
const byLines: ReadonlySet<BlockKind> = new Set(['code', 'markup', 'metadata', 'formula', 'row', 'table']);

/** Stay whole as long as the limit itself allows, even where chunks are to be smaller; so do sentences. */
const indivisible: ReadonlySet<BlockKind> = new Set(['code', 'formula', 'row', 'cell', 'message']);

/** Targets, index entries and anchors under a heading are shorter, in UTF-16 units. */
const longestMark = 200;

/** Deeper than this nothing is opened any more: such nesting is generated, and the stack is finite. */
const deepest = 40;

interface Place {
  readonly depth: number;
  readonly scope: readonly Scope[];
  /** Of the gap before the first atom. */
  readonly strength: number;
  readonly gapDepth: number;
}

export class ProseAtoms {
  constructor(
    private readonly source: Source,
    private readonly counted: CountedText,
    private readonly limit: number,
    /** Of what is better not torn. */
    private readonly most: number,
    private readonly code: CodeBlocks,
    /** How much a conversation parts before the message at an offset, where there is one. */
    private readonly breaks: ReadonlyMap<number, number> = new Map(),
  ) {}

  make(blocks: readonly Block[]): Atom[] {
    const atoms: Atom[] = [];
    const end = this.source.text.length;
    this.addAll(atoms, blocks, 0, end, { depth: 0, scope: [], strength: 0, gapDepth: 0 });
    return atoms;
  }

  /** Siblings; `from` to `to` is all theirs. */
  private addAll(atoms: Atom[], blocks: readonly Block[], from: number, to: number, place: Place): void {
    let start = from;
    let isFirst = true;
    let before: Block | undefined;
    for (const [i, block] of blocks.entries()) {
      const end = blocks[i + 1]?.start ?? to;
      // Goes with what follows: `start` stays where it is.
      if (i + 1 < blocks.length && this.isHead(block, start, blocks[i + 2]?.start ?? to)) continue;
      const base = before ? this.base(before, block) : 0;
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
   * Whether a block says nothing without the next, which ends at `end`: a heading, a mark between a heading and its text, a cell
   * with nothing but headings, one that ends with a heading where there is room for both.
   * @param start where it begins with what goes with it.
   */
  private isHead(block: Block, start: number, end: number): boolean {
    const { kind, blocks } = block;
    if (kind === 'heading') return true;
    if (kind === 'definition' || kind === 'markup')
      return start < block.start && block.end - block.start <= longestMark;
    if (kind !== 'cell') return false;
    return hasOnlyHeadings(blocks) || (endsWithHeading(blocks) && this.fits(start, end, this.most));
  }

  private base(before: Block, block: Block): number {
    const score = this.breaks.get(block.start);
    if (score !== undefined && (block.kind === 'turn' || block.kind === 'message')) return score;
    // Text that goes on after code or a list is a new beginning.
    if (block.kind === 'paragraph') return before.kind === 'code' || before.kind === 'table' ? 2.5 : paragraphParting;
    if (block.kind === 'cell' && before.kind === 'cell') {
      // What a Markdown cell says is about the code after it.
      const introduces = before.blocks?.[0]?.kind !== 'code' && block.blocks?.[0]?.kind === 'code';
      return introduces ? 0.5 : 3;
    }
    return parting[block.kind] ?? paragraphParting;
  }

  private add(atoms: Atom[], block: Block, start: number, end: number, place: Place): void {
    if (this.fits(start, end, indivisible.has(block.kind) ? this.most : this.limit)) {
      atoms.push(this.whole(block, start, end, place));
      return;
    }
    if (start < block.start && indivisible.has(block.kind) && this.fits(block.start, end, this.most)) {
      // Its heading finds no room beside it.
      this.addText(atoms, 'heading', start, block.start, place);
      const strength = gapStrength.held(place.depth);
      atoms.push(this.whole(block, block.start, end, { ...place, strength, gapDepth: place.depth }));
      return;
    }
    const { blocks = [] } = block;
    if (blocks.length > 0 && place.depth < deepest) {
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

  /** Atoms of code, which know nothing of the document around them. */
  private addCode(atoms: Atom[], cut: readonly Atom[], place: Place): void {
    for (const [i, atom] of cut.entries()) {
      const depth = place.depth + 1 + atom.depth;
      const strength = i === 0 ? place.strength : atom.strength + gapStrength.held(place.depth + 1);
      const gapDepth = i === 0 ? place.gapDepth : place.depth + 1 + atom.gapDepth;
      atoms.push({ ...atom, depth, gapDepth, strength, scope: [...place.scope, ...atom.scope] });
    }
  }

  /** @param own where it begins itself, behind its heading. */
  private addText(atoms: Atom[], kind: BlockKind, start: number, end: number, place: Place, own = start): void {
    const label = { kind: kinds[kind], name: '' };
    if (byLines.has(kind)) {
      atoms.push(...lineAtoms(this.source, this.counted, this.atom(start, end, place, label), this.limit));
      return;
    }
    const depth = place.depth + 1;
    const starts = sentenceStarts(this.source.text, own, end);
    // The heading goes with the first sentence, unless that would be torn for it.
    const next = starts[1] ?? end;
    const isTorn = own > start && !this.fits(start, next, this.most) && this.fits(own, next, this.most);
    starts.splice(0, isTorn ? 0 : 1, start);
    for (const [i, at] of starts.entries()) {
      const next = starts[i + 1] ?? end;
      const isFirst = at === start;
      const strength = isFirst ? place.strength : gapStrength.prose(this.source, depth, 1, at);
      const gapDepth = isFirst ? place.gapDepth : depth;
      this.addSentence(atoms, at, next, { ...place, depth, strength, gapDepth }, label);
    }
  }

  /** A sentence that does not fit is cut between words. */
  private addSentence(atoms: Atom[], start: number, end: number, place: Place, label: ProseLabel): void {
    let at = start;
    while (at < end) {
      let next = end;
      if (!this.fits(at, end, this.most)) {
        const fit = this.counted.fit(at, Math.min(end, at + this.limit * 16), this.limit);
        const word = cutAtWord(this.source.text, at, end, fit);
        next = word > at ? word : fit;
      }
      const strength = at === start ? place.strength : gapStrength.midLine(place.depth);
      atoms.push(this.atom(at, next, { ...place, strength }, label));
      at = next;
    }
  }

  private fits(start: number, end: number, limit: number): boolean {
    return (end - start) * 3 <= limit || this.counted.fits(start, end, limit);
  }

  /** A block that is not opened; code that was parsed is known by the largest of what it defines. */
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

function headingScope({ name = '' }: Block, level: number): Scope {
  return { name, kind: 'section', definition: undefined, signature: `${'#'.repeat(level + 1)} ${name}` };
}
