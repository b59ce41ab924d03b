/** Turns atoms into chunk records: searched chunks and their parents, with names, ids and token counts. */

import type { ChunkOptions, StrategyName } from '../../options/chunk-options';
import { remember } from '../../shared/maps';
import type { CountedText, TokenCounter } from '../../tokens/counter-table';
import { splitsAtLineBreak } from '../../tokens/pieces/piece-scanner';
import type { Chunk, ChunkRole, ChunkSymbol } from '../chunk';
import { type Atom, documentedBy } from '../cut/atom';
import type { IndexRange } from '../cut/cut-to-fit';
import { atomsOf, type Grouping, groupAtoms, groupingOfCode } from '../cut/grouping';
import type { RangeInfo } from '../file-parts';
import { EnclosingScopes } from '../identify/enclosing';
import type { Definition, Outline } from '../identify/outline';
import { scopeInside } from '../identify/scopes';
import type { SourceText } from '../source-text';
import type { ChunkContext } from '../uses/context';
import { withParts } from './definition-parts';
import { digest, idKey, idOfKey, shortHash } from './embedded-text';
import { type ChunkLabel, commonScope, labelOf, parentLabelOf } from './labels';

/** A range of atoms that a chosen strategy made a chunk. */
export interface NamedGroup extends IndexRange {
  readonly strategy: string;
}

/** What all records of a text need. */
export interface TextOfRecords {
  readonly path: string;
  readonly source: SourceText;
  readonly counter: TokenCounter;
  readonly counted: CountedText;
  readonly options: ChunkOptions;
}

/** What a record says about its place in the file. */
interface RecordPlace {
  readonly role: ChunkRole;
  /** UTF-16 units shared with the neighbours. */
  readonly before: number;
  readonly after: number;
  readonly sequence: number;
  readonly total: number;
  readonly parent: string | undefined;
  readonly strategy: string | undefined;
}

export class RecordMaker {
  private readonly pathHash: string;
  private readonly ordinals = new Map<string, number>();
  private readonly symbolsByAtom = new Map<Atom, readonly ChunkSymbol[]>();

  private readonly grouping: Grouping;
  private readonly enclosing: EnclosingScopes;

  /** @param grouping if left out, atoms are grouped as code. */
  constructor(
    private readonly file: TextOfRecords,
    grouping?: Grouping,
  ) {
    this.grouping = grouping ?? groupingOfCode(file.options.maxTokens, file.options.minTokens);
    this.pathHash = shortHash(file.path);
    this.enclosing = new EnclosingScopes(file.source);
  }

  /** @param fixedGroups the chunks, if something other than the strength of gaps decides them. */
  make(
    atoms: readonly Atom[],
    infoAt: (start: number, end: number) => RangeInfo,
    fixedGroups?: readonly NamedGroup[],
  ): Chunk[] {
    if (atoms.length === 0 || this.file.source.isBlank(0, this.file.source.text.length)) return [];
    const { counted, options } = this.file;
    const { groups, families, shared } = groupAtoms(atoms, counted, options.parentTokens, this.grouping, fixedGroups);
    const chunks: Chunk[] = [];
    const record = (group: IndexRange, place: RecordPlace): Chunk => {
      const chunk = this.record(atoms.slice(group.from, group.to), infoAt, place);
      chunks.push(chunk);
      return chunk;
    };
    let parents = 0;
    for (const { from, to } of families) if (to - from > 1) parents++;
    let sequence = 0;
    for (const family of families) {
      const only = family.to - family.from === 1;
      let parent: string | undefined;
      if (!only) {
        sequence++;
        const strategy = fixedGroups?.[family.from]?.strategy;
        const ends = { before: shared[family.from] ?? 0, after: shared[family.to] ?? 0 };
        const place = { role: 'parent', ...ends, sequence, total: parents, parent, strategy } as const;
        parent = record(atomsOf(groups, family), place).id;
      }
      for (let i = family.from; i < family.to; i++) {
        const group = groups[i];
        if (!group) continue;
        record(group, {
          role: only ? 'standard' : 'child',
          before: shared[i] ?? 0,
          after: shared[i + 1] ?? 0,
          sequence: i + 1,
          total: groups.length,
          parent,
          strategy: fixedGroups?.[i]?.strategy,
        });
      }
    }
    return withParts(chunks);
  }

  private record(
    atoms: readonly Atom[],
    infoAt: (start: number, end: number) => RangeInfo,
    { role, before, after, sequence, total, parent, strategy }: RecordPlace,
  ): Chunk {
    const { path, source, counter, counted, options } = this.file;
    const own = atoms[0]?.start ?? 0;
    const start = own - before;
    const end = atoms.at(-1)?.end ?? own;
    const { language, outline, context: maker } = infoAt(own, end);
    const scope = commonScope(atoms);
    const about = role === 'parent' ? undefined : documentedBy(atoms, 0, atoms.length);
    const limit = role === 'parent' ? options.parentTokens : options.maxTokens;
    const { context, tokens, imports, globals, omitted }: ChunkContext = maker.make(
      start,
      end,
      about ? scopeInside(scope, about) : scope,
      Math.floor(limit * options.contextShare),
    );
    const text = source.text.slice(start, end);
    const enclosing = this.enclosing.before(start, atoms[0]?.scope ?? [], outline);
    const identity = labelOf(atoms, scope);
    const label = role === 'parent' ? parentLabelOf(identity, atoms, scope) : identity;
    const fallback = atoms.find((atom) => atom.fallback)?.fallback;
    const { method, accuracy } = counter;
    const ownTokens = counted.count(start, end);
    // A context ends with a line break. If token pieces end there too, nothing has to be counted again.
    const parts = tokens !== undefined && (context === '' || splitsAtLineBreak(context.slice(-2, -1), text));
    const withContext = parts ? tokens + ownTokens : counter.count(context + text);
    return {
      id: this.id(role, identity),
      hash: digest(`${context}${text}`, 32),
      path,
      language,
      kind: label.kind,
      name: label.name,
      scope: label.scope,
      startLine: source.lineAt(start),
      endLine: source.lineAt(Math.max(start, end - 1)),
      start,
      end,
      text,
      context,
      ...(enclosing.length > 0 && { enclosing }),
      imports,
      globals,
      omitted,
      symbols: this.symbolsIn(atoms, outline),
      tokens: { text: ownTokens, total: withContext, method, accuracy },
      role,
      strategy: strategy ?? strategyOf(atoms),
      sequence,
      total,
      ...(parent !== undefined && { parent }),
      overlap: { before, after },
      ...(fallback && { fallback }),
    };
  }

  /** The definitions in a chunk. Those inside another one whose head is here too are its members. */
  private symbolsIn(atoms: readonly Atom[], outline: Outline): ChunkSymbol[] {
    const symbols: ChunkSymbol[] = [];
    const heads = new Set<Definition>();
    for (const atom of atoms) {
      const own = this.symbolsOf(atom, outline);
      const isInside = heads.size > 0 && atom.scope.some(({ definition }) => definition && heads.has(definition));
      for (const symbol of own) symbols.push(isInside && !symbol.member ? { ...symbol, member: true } : symbol);
      if (atom.definition && own.length > 0) heads.add(atom.definition);
    }
    return symbols;
  }

  /** Cached: requested for the chunk and for its parent. */
  private symbolsOf(atom: Atom, outline: Outline): readonly ChunkSymbol[] {
    return remember(this.symbolsByAtom, atom, () => {
      const found: ChunkSymbol[] = [];
      for (const definition of definitions(atom)) this.symbols(definition, atom, outline, found);
      return found;
    });
  }

  /** Adds the definition and, if it is a type or namespace that is whole in the atom, its members. */
  private symbols(definition: Definition, atom: Atom, outline: Outline, found: ChunkSymbol[], isMember = false): void {
    const { kind, inner, container } = definition;
    for (const name of definition.names) {
      if (name.start < atom.start || name.start >= atom.end) continue;
      const line = this.file.source.lineAt(name.start);
      const endLine = this.file.source.lineAt(Math.max(name.start, definition.end - 1));
      found.push({ name: name.text, kind, line, endLine, ...(isMember && { member: true }) });
    }
    if (!container || (outline.tail(inner)[0]?.startIndex ?? definition.end) > atom.end) return;
    for (const member of outline.inside(definition)) {
      const item = outline.item(member, container === 'type' ? 'type' : 'module');
      if (item.is === 'definition') this.symbols(item.definition, atom, outline, found, definition.names.length > 0);
    }
  }

  private id(role: ChunkRole, label: ChunkLabel): string {
    const key = idKey(role === 'parent', this.pathHash, label.scope, label.name);
    const ordinal = this.ordinals.get(key) ?? 0;
    this.ordinals.set(key, ordinal + 1);
    return idOfKey(key, ordinal);
  }
}

/** How atoms are cut where no strategy was chosen. */
function strategyOf(atoms: readonly Atom[]): StrategyName {
  for (const { prose } of atoms) if (prose) return 'boundary';
  const fallback = atoms[0]?.fallback;
  return fallback && fallback !== 'syntax-error' ? 'lines' : 'ast';
}

function definitions(atom: Atom): readonly Definition[] {
  return atom.definition ? [atom.definition] : (atom.held ?? []);
}
