/** Atoms into chunk records: searched chunks, their parents, names, ids and counts. */
import { createHash, hash } from 'node:crypto';
import { partsAtLine } from '../tokens/pieces';
import type { CountedText, TokenCounter } from '../tokens/types';
import type { Atom, Scope } from './atom';
import type { Chunk, ChunkKind, ChunkOptions, ChunkRole, ChunkSymbol } from './chunk';
import type { Context } from './context';
import { cut, type Group, joinSmall } from './cut';
import type { Definition, Outline } from './outline';
import type { Setting } from './parts';
import type { Source } from './source';

/** For code; prose has less to lose by it. */
const smallShare = 0.15;
/** Below this a chunk says so little that it is joined even across the border of its container. */
const tinyTokens = 30;
/** Where chunks are small, so is what is too small to stand alone. */
const tinyShare = 0.14;
/** Parents are filled at least to this share of their limit where the neighbours allow: 800 of 1,200. */
const parentShare = 2 / 3;

/** Texts with more characters per token than this are not worth joining, nor counting: rows of dashes, padding. */
const sparse = 16;

/** How the atoms of a kind of text are grouped. */
export interface Grouping {
  /** Most tokens of a chunk without what it shares with the one before. */
  readonly coreTokens: number;
  /** What a chunk may have at most with an atom that is larger than that, or with a neighbour too small to stand alone. */
  readonly mostTokens?: number;
  /** Chunks under this share of the limit are joined to a neighbour where they fit. */
  readonly smallShare: number;
  /** Where the text of a chunk begins whose own part is `start` to `end`: before it, where it repeats the end of the one before. */
  readonly overlapStart?: (start: number, previousStart: number, end: number) => number;
  /** Whether nothing is joined over the gap at an offset. */
  readonly isBorder?: (offset: number) => boolean;
  /** Which chunks have a parent together, where the size of parents does not decide it. */
  readonly families?: (starts: readonly number[]) => readonly Group[];
}

interface Label {
  readonly kind: ChunkKind;
  readonly name: string;
  readonly scope: readonly string[];
}

export class RecordMaker {
  private readonly pathHash: string;
  private readonly ordinals = new Map<string, number>();
  private readonly symbolsByAtom = new Map<Atom, readonly ChunkSymbol[]>();

  constructor(
    private readonly path: string,
    private readonly source: Source,
    private readonly counter: TokenCounter,
    private readonly counted: CountedText,
    private readonly options: ChunkOptions,
    private readonly grouping: Grouping = { coreTokens: options.maxTokens, smallShare },
  ) {
    this.pathHash = shortHash(path);
  }

  /** @param cutBefore the chunks, where something else than the strength of gaps has decided them. */
  make(
    atoms: readonly Atom[],
    settingAt: (start: number, end: number) => Setting,
    cutBefore?: readonly Group[],
  ): Chunk[] {
    if (atoms.length === 0 || this.source.isBlank(0, this.source.text.length)) return [];
    const { parentTokens } = this.options;
    const { coreTokens, mostTokens = coreTokens, smallShare } = this.grouping;
    const strengths = atoms.map((atom) => atom.strength);
    const start = (index: number): number => atoms[index]?.start ?? this.source.text.length;
    const end = (index: number): number => atoms[index - 1]?.end ?? 0;
    const tokens = (from: number, to: number): number => this.counted.count(start(from), end(to));
    const fits = (from: number, to: number, limit: number): boolean =>
      end(to) - start(from) <= limit * sparse && tokens(from, to) <= limit;
    const isLarge = mostTokens > coreTokens ? largeAtoms(atoms, this.counted, coreTokens) : undefined;
    const fitsChunk = (from: number, to: number): boolean =>
      fits(from, to, isLarge?.(from, to) ? mostTokens : coreTokens);
    const few = Math.min(tinyTokens, coreTokens * tinyShare);
    const fitsWith = (from: number, to: number, small: Group): boolean =>
      fitsChunk(from, to) || (tokens(small.from, small.to) < few && fits(from, to, mostTokens));
    const joined = (): readonly Group[] =>
      joinSmall(
        cut(strengths, fitsChunk),
        strengths,
        (group) => tokens(group.from, group.to) < coreTokens * smallShare,
        fitsWith,
        (small, gap) => {
          if (this.grouping.isBorder?.(start(gap))) return false;
          // What goes on elsewhere is not begun at the end of something else; too little to be something goes with it.
          if (atoms[gap]?.prose?.isHead) return gap === small.to && tokens(small.from, small.to) < few;
          // The head of something opened belongs to what follows it, never to what stands before.
          if (gap === small.from && isHead(atoms[gap])) return false;
          return tokens(small.from, small.to) < tinyTokens || inContainer(atoms, small, gap);
        },
      );
    const groups = cutBefore ?? joined();

    const parentStrengths = groups.map((group) => strengths[group.from] ?? 0);
    const atomsOf = (from: number, to: number): Group => ({
      from: groups[from]?.from ?? 0,
      to: groups[to - 1]?.to ?? 0,
    });
    const fitsParent = (from: number, to: number): boolean => {
      const span = atomsOf(from, to);
      return fits(span.from, span.to, parentTokens);
    };
    const bySize = (): readonly Group[] =>
      joinSmall(
        cut(parentStrengths, fitsParent),
        parentStrengths,
        (family) => {
          const span = atomsOf(family.from, family.to);
          return tokens(span.from, span.to) < parentTokens * parentShare;
        },
        fitsParent,
        () => true,
      );

    const starts = groups.map((group) => start(group.from));
    const families = this.grouping.families?.(starts) ?? bySize();

    const shared = this.shared(starts);
    const chunks: Chunk[] = [];
    const record = (group: Group, role: ChunkRole, before: number, after: number, parent?: string): Chunk => {
      const chunk = this.record(atoms.slice(group.from, group.to), settingAt, role, before, after, parent);
      chunks.push(chunk);
      return chunk;
    };
    for (const family of families) {
      const only = family.to - family.from === 1;
      const parent = only ? undefined : record(atomsOf(family.from, family.to), 'parent', 0, 0).id;
      for (let i = family.from; i < family.to; i++) {
        const group = groups[i];
        if (group) record(group, only ? 'standard' : 'child', shared[i] ?? 0, shared[i + 1] ?? 0, parent);
      }
    }
    return chunks;
  }

  /** How many characters each chunk repeats of the one before. */
  private shared(starts: readonly number[]): readonly number[] {
    const { overlapStart } = this.grouping;
    if (!overlapStart) return [];
    const endOf = (i: number): number => starts[i + 1] ?? this.source.text.length;
    return starts.map((start, i) => (i === 0 ? 0 : start - overlapStart(start, starts[i - 1] ?? 0, endOf(i))));
  }

  private record(
    atoms: readonly Atom[],
    settingAt: (start: number, end: number) => Setting,
    role: ChunkRole,
    before: number,
    after: number,
    parent: string | undefined,
  ): Chunk {
    const own = atoms[0]?.start ?? 0;
    const start = own - before;
    const end = atoms.at(-1)?.end ?? own;
    const { language, outline, context: maker } = settingAt(own, end);
    const scope = commonScope(atoms);
    const limit = role === 'parent' ? this.options.parentTokens : this.options.maxTokens;
    const { context, tokens, imports, globals, omitted }: Context = maker.make(
      start,
      end,
      scope,
      Math.floor(limit / 4),
    );
    const text = this.source.text.slice(start, end);
    const label = labelOf(atoms, scope);
    const fallback = atoms.find((atom) => atom.fallback)?.fallback;
    const { method, accuracy } = this.counter;
    const ownTokens = this.counted.count(start, end);
    // A context ends with a line break: where pieces part there, nothing has to be counted again.
    const parts = tokens !== undefined && (context === '' || partsAtLine(context.slice(-2, -1), text));
    const total = parts ? tokens + ownTokens : this.counted.countAfter(context, start, end);
    const symbols: ChunkSymbol[] = [];
    for (const atom of atoms) symbols.push(...this.symbolsOf(atom, outline));
    return {
      id: this.id(role, label),
      hash: digest(`${context}${text}`, 32),
      path: this.path,
      language,
      kind: label.kind,
      name: label.name,
      scope: label.scope,
      startLine: this.source.lineAt(start),
      endLine: this.source.lineAt(Math.max(start, end - 1)),
      start,
      end,
      text,
      context,
      imports,
      globals,
      omitted,
      symbols,
      tokens: { text: ownTokens, total, method, accuracy },
      role,
      ...(parent !== undefined && { parent }),
      overlap: { before, after },
      ...(fallback && { fallback }),
    };
  }

  /** Asked for twice: for the chunk and for its parent. */
  private symbolsOf(atom: Atom, outline: Outline): readonly ChunkSymbol[] {
    let symbols = this.symbolsByAtom.get(atom);
    if (!symbols) {
      const found: ChunkSymbol[] = [];
      for (const definition of definitions(atom)) this.symbols(definition, atom, outline, found);
      symbols = found;
      this.symbolsByAtom.set(atom, symbols);
    }
    return symbols;
  }

  /** The definition and, for a type or namespace that is whole in the atom, its members. */
  private symbols(definition: Definition, atom: Atom, outline: Outline, found: ChunkSymbol[]): void {
    const { kind, inner, container } = definition;
    for (const name of definition.names) {
      if (name.start < atom.start || name.start >= atom.end) continue;
      found.push({ name: name.text, kind, line: this.source.lineAt(name.start) });
    }
    if (!container || (outline.tail(inner)[0]?.startIndex ?? definition.end) > atom.end) return;
    for (const member of outline.inside(definition)) {
      const item = outline.item(member, container === 'type' ? 'type' : 'module');
      if (item.is === 'definition') this.symbols(item.definition, atom, outline, found);
    }
  }

  private id(role: ChunkRole, label: Label): string {
    const key = `${role === 'parent' ? 'parent' : ''}\0${this.pathHash}\0${label.scope.join('\u0001')}\0${label.name}`;
    const ordinal = this.ordinals.get(key) ?? 0;
    this.ordinals.set(key, ordinal + 1);
    return shortHash(`${key}\0${ordinal}`);
  }
}

/** Whether one of the atoms `from` to `to` (exclusive) has more tokens than that. */
function largeAtoms(
  atoms: readonly Atom[],
  counted: CountedText,
  limit: number,
): (from: number, to: number) => boolean {
  // How many there are before each atom.
  const before = new Uint32Array(atoms.length + 1);
  for (const [i, { start, end }] of atoms.entries()) {
    before[i + 1] = (before[i] ?? 0) + (end - start > limit && !counted.fits(start, end, limit) ? 1 : 0);
  }
  return (from, to) => (before[to] ?? 0) > (before[from] ?? 0);
}

/** Whether over the gap before atom `gap` a small group meets its own container: a sibling, or what its head opens. */
function inContainer(atoms: readonly Atom[], small: Group, gap: number): boolean {
  let depth = Number.POSITIVE_INFINITY;
  for (let i = small.from; i < small.to; i++) depth = Math.min(depth, atoms[i]?.depth ?? 0);
  const neighbour = atoms[gap === small.from ? gap - 1 : gap];
  const gapDepth = atoms[gap]?.gapDepth ?? 0;
  return gapDepth > depth || (gapDepth === depth && neighbour?.depth === depth);
}

function commonScope(atoms: readonly Atom[]): readonly Scope[] {
  let scope = atoms[0]?.scope ?? [];
  for (const atom of atoms) {
    let shared = 0;
    while (shared < scope.length && same(scope[shared], atom.scope[shared])) shared++;
    if (shared < scope.length) scope = scope.slice(0, shared);
  }
  return scope;
}

function same(a: Scope | undefined, b: Scope | undefined): boolean {
  return a !== undefined && b !== undefined && a.name === b.name && a.definition === b.definition;
}

function definitions(atom: Atom): readonly Definition[] {
  return atom.definition ? [atom.definition] : (atom.held ?? []);
}

function isHead(atom: Atom | undefined): boolean {
  if (atom?.prose?.isHead) return true;
  return atom?.definition !== undefined && atom.gapDepth < atom.depth;
}

/** What most of the text is, named by itself or by the section it stands in. */
function proseLabelOf(atoms: readonly Atom[], scope: readonly Scope[]): Label {
  const names = scope.map((entry) => entry.name);
  const shares = new Map<string, { readonly kind: ChunkKind; readonly name: string; length: number }>();
  for (const { prose, definition, start, end } of atoms) {
    const kind = prose?.kind ?? definition?.kind ?? 'code-block';
    const name = prose?.name ?? definition?.names[0]?.text ?? '';
    const share = shares.get(`${kind} ${name}`) ?? { kind, name, length: 0 };
    share.length += end - start;
    shares.set(`${kind} ${name}`, share);
  }
  let largest: { readonly kind: ChunkKind; readonly name: string; length: number } | undefined;
  for (const share of shares.values()) if (!largest || share.length > largest.length) largest = share;
  const { kind, name } = largest ?? { kind: 'paragraph' as const, name: '' };
  return name === '' ? { kind, name: names.at(-1) ?? '', scope: names.slice(0, -1) } : { kind, name, scope: names };
}

/** Name and kind of the definition that most of the text belongs to. */
function labelOf(atoms: readonly Atom[], scope: readonly Scope[]): Label {
  if (atoms.some((atom) => atom.prose)) return proseLabelOf(atoms, scope);
  const names = scope.map((entry) => entry.name);
  const about = atoms.every((atom) => atom.is === 'comment') ? atoms.find((atom) => atom.about)?.about : undefined;
  if (about) return { kind: 'comment', name: about.names[0]?.text ?? '', scope: names };
  const { largest, share, rest } = sharesOf(atoms, scope.length);
  // The definition around all atoms has what belongs to none inside it.
  const inside = scope.at(-1);
  if (inside?.definition && rest > share) {
    return { kind: inside.kind, name: inside.name, scope: names.slice(0, -1) };
  }
  if (largest) {
    const owner = largest.owner === undefined ? [] : [largest.owner];
    return { kind: largest.kind, name: largest.names[0]?.text ?? '', scope: [...names, ...owner] };
  }
  const code = atoms.filter((atom) => atom.is !== 'comment');
  const kind: ChunkKind =
    code.length === 0
      ? 'comment'
      : code.every((atom) => atom.is === 'import')
        ? 'imports'
        : atoms[0]?.fallback && atoms[0].fallback !== 'syntax-error'
          ? 'lines'
          : 'statements';
  return { kind, name: '', scope: names };
}

/** The definition with most of the text, its characters, and those of no definition. */
function sharesOf(atoms: readonly Atom[], depth: number) {
  const owners: Definition[] = [];
  const lengths: number[] = [];
  let rest = 0;
  const credit = (definition: Definition, length: number): void => {
    // Mostly the one before, when it was opened.
    let index = owners.lastIndexOf(definition);
    if (index < 0) index = owners.push(definition) - 1;
    lengths[index] = (lengths[index] ?? 0) + length;
  };
  for (const atom of atoms) {
    const own = definitionAround(atom, depth) ?? atom.definition;
    if (own) {
      if (own.names.length > 0) credit(own, atom.end - atom.start);
      else rest += atom.end - atom.start;
    } else if (atom.held && atom.held.length > 0) {
      for (const definition of atom.held) credit(definition, definition.end - definition.start);
    } else rest += atom.end - atom.start;
  }
  let largest: Definition | undefined;
  let share = 0;
  for (let i = 0; i < owners.length; i++) {
    const length = lengths[i] ?? 0;
    if (length <= share) continue;
    largest = owners[i];
    share = length;
  }
  return { largest, share, rest };
}

/** The outermost definition around an atom below the `depth` outer scopes. */
function definitionAround(atom: Atom, depth: number): Definition | undefined {
  const { scope } = atom;
  for (let i = depth; i < scope.length; i++) {
    const definition = scope[i]?.definition;
    if (definition) return definition;
  }
  return undefined;
}

/** 64 bits, enough to tell the chunks of a workspace apart: two FNV-1a runs from different starts. */
function shortHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9dc5811c;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + i), 0x01000193) ^ (low >>> 15);
  }
  return hex(low) + hex(high);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}

function digest(text: string, length: number): string {
  // One call into native code instead of three, where Node has it (20.12 and later).
  const hex =
    typeof hash === 'function' ? hash('sha256', text, 'hex') : createHash('sha256').update(text).digest('hex');
  return hex.slice(0, length);
}
