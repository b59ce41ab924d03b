/**
 * The names that a file's code can use without a qualifier: those its import statements bind and those it defines at module level.
 * Inside a namespace its members count too, and, if the language accesses fields without `this.`, the fields of the enclosing
 * types. Each name belongs to a space, and each space has the ranges of its code: a namespace may be opened several times, and C++
 * defines members outside their class.
 */

import type { DefinitionKind, ImportedNames } from '../../languages/language';
import { remember } from '../../shared/maps';
import type { Node } from '../../syntax/syntax-node';
import type { Definition, Outline, OutlineLevel } from '../identify/outline';

export interface ImportStatement {
  readonly is: 'import';
  readonly start: number;
  readonly end: number;
  /** The statement as in the source. */
  readonly text: string;
  readonly imported: ImportedNames;
}

export interface GlobalDefinition {
  readonly is: 'global';
  readonly name: string;
  /** Offset of its name: that occurrence is not a use. */
  readonly nameStart: number;
  readonly kind: DefinitionKind;
  readonly definition: Definition;
  readonly start: number;
  readonly end: number;
}

/** A file, a namespace or a type. */
interface Space {
  /** `::testing::internal`; empty for the file. */
  readonly path: string;
  readonly ranges: { readonly from: number; readonly to: number }[];
}

interface Entry {
  readonly target: ImportStatement | GlobalDefinition;
  /** A copy of the target's start: reading it through the target would mix two object shapes. */
  readonly start: number;
  readonly space: Space;
  /** It is inside `try`, `if` or the like: whether it counts is known only at run time. */
  readonly isConditional: boolean;
}

/** Another binding of a name: `ssl = None` beside `import ssl` in `try`, or a function that a later import replaces. */
interface OtherBinding {
  readonly target: ImportStatement | GlobalDefinition;
  /** A definition that counts only where the import fails: it is written before the import. */
  readonly isFallback: boolean;
}

const typeKinds: ReadonlySet<DefinitionKind> = new Set([
  ...(['class', 'struct', 'interface', 'enum', 'type', 'trait', 'protocol'] as const),
  'module',
]);

const valueKinds: ReadonlySet<DefinitionKind> = new Set(['constant', 'variable']);

/** Kinds that extend something defined elsewhere, or that code never names. */
const unnamedKinds: ReadonlySet<DefinitionKind> = new Set(['impl', 'extension', 'test']);

export class ModuleNames {
  readonly imports: ImportStatement[] = [];
  readonly globals: GlobalDefinition[] = [];
  private readonly byName = new Map<string, Entry[]>();
  private readonly spaces = new Map<string, Space>();
  /** Names that an import and a definition bind, one of them conditionally. */
  private readonly doublyBound = new Set<string>();
  private readonly ignoresCase: boolean;

  /**
   * @param documentEnd if given, the roots are blocks of code in a document that ends there: a name is known in its own block and
   * in later ones, and the nearest block that has it counts. Otherwise the roots are parts of one module.
   */
  constructor(
    private readonly outline: Outline,
    roots: readonly Node[],
    documentEnd?: number,
  ) {
    this.ignoresCase = outline.language.references?.ignoreCase === true;
    const file = this.space('', 0, Number.POSITIVE_INFINITY);
    for (const root of roots) {
      const block =
        documentEnd === undefined ? file : { path: '', ranges: [{ from: root.startIndex, to: documentEnd }] };
      this.collect(root.namedChildren, 'module', block);
    }
  }

  has(name: string): boolean {
    return this.byName.has(this.fold(name));
  }

  /** What a name means at an offset: the visible target with the smallest range, the first among equals. */
  lookup(name: string, offset: number): ImportStatement | GlobalDefinition | undefined {
    let best: ImportStatement | GlobalDefinition | undefined;
    let width = Number.POSITIVE_INFINITY;
    const entries = this.byName.get(this.fold(name));
    if (!entries) return undefined;
    for (const { target, space } of entries) {
      for (const { from, to } of space.ranges) {
        if (offset < from || offset >= to || (best && to - from >= width)) continue;
        best = target;
        width = to - from;
      }
    }
    return best;
  }

  /** The other bindings of a name in the same space: a definition beside an import, or an import beside a definition. */
  others(name: string, target: ImportStatement | GlobalDefinition): readonly OtherBinding[] {
    if (this.doublyBound.size === 0 || !this.doublyBound.has(this.fold(name))) return [];
    const entries = this.byName.get(this.fold(name)) ?? [];
    const own = entries.find((entry) => entry.target === target);
    const others: OtherBinding[] = [];
    for (const { target: other, space, isConditional, start } of entries) {
      if (other === target || other.is === target.is || space !== own?.space) continue;
      if (!isConditional && !own.isConditional) continue;
      others.push({ target: other, isFallback: other.is === 'global' && (isConditional || start < own.start) });
    }
    return others;
  }

  /** What a name means after a qualifier: `internal` for `internal::name`, empty for `::name`. */
  member(qualifier: string, name: string): ImportStatement | GlobalDefinition | undefined {
    const suffix = qualifier === '' ? '' : `::${qualifier}`;
    const fits = ({ path }: Space): boolean => (suffix === '' ? path === '' : path.endsWith(suffix));
    return this.byName.get(this.fold(name))?.find(({ space }) => fits(space))?.target;
  }

  /** True if a definition or import of a name is inside a range: then the range needs no copy of it. */
  definedWithin(name: string, start: number, end: number): boolean {
    const entries = this.byName.get(this.fold(name));
    return entries?.some((entry) => entry.start >= start && entry.start < end) ?? false;
  }

  private space(path: string, from: number, to: number): Space {
    const space = remember(this.spaces, path, () => ({ path, ranges: [] }));
    space.ranges.push({ from, to });
    return space;
  }

  /** The space of a type, for a member that is defined outside it: the member sees the names of the type and of its enclosing types. */
  private spaceOf(owner: string, outer: Space, from: number, to: number): Space {
    const paths = [...this.spaces.keys()];
    const path =
      paths.find((known) => known.startsWith(outer.path) && known.endsWith(`::${owner}`)) ?? `${outer.path}::${owner}`;
    for (let at = path.lastIndexOf('::'); at > outer.path.length; at = path.lastIndexOf('::', at - 1)) {
      this.spaces.get(path.slice(0, at))?.ranges.push({ from, to });
    }
    return this.space(path, from, to);
  }

  private fold(name: string): string {
    return this.ignoresCase ? name.toLowerCase() : name;
  }

  private collect(nodes: readonly Node[], level: OutlineLevel, space: Space, isConditional = false): void {
    for (const node of nodes) {
      const item = this.outline.item(node, level);
      if (item.is === 'import') {
        const { startIndex: start } = node;
        const { end } = item;
        const entry: ImportStatement = { is: 'import', start, end, text: node.text, imported: item.imported };
        this.imports.push(entry);
        for (const name of item.imported.names) this.add(name, entry, space, isConditional);
      } else if (item.is === 'definition') {
        this.define(item.definition, level, space, isConditional);
      } else if (item.is === 'statement' && this.outline.isTransparent(item)) {
        this.collect(node.namedChildren, level, space, true);
      }
    }
  }

  private define(definition: Definition, level: OutlineLevel, outer: Space, isConditional: boolean): void {
    const { kind, node, container, owner } = definition;
    const start = node.startIndex;
    const end = node.endIndex;
    const { bareFields } = this.outline.tables;
    const space = owner !== undefined && bareFields ? this.spaceOf(owner, outer, start, end) : outer;
    // Inside a type, only names that its code can use alone: fields and nested types. Methods are found through their class.
    if (
      (level === 'module' && owner === undefined && !unnamedKinds.has(kind)) ||
      definition.isValue ||
      typeKinds.has(kind) ||
      (space !== outer && valueKinds.has(kind))
    ) {
      for (const name of definition.names) {
        const named = { name: name.text, nameStart: name.start };
        const entry: GlobalDefinition = { is: 'global', ...named, kind, definition, start, end };
        this.globals.push(entry);
        this.add(name.text, entry, space, isConditional);
      }
    }
    const enters = container === 'namespace' || (container === 'type' && bareFields);
    if (!enters) return;
    const body = this.outline.body(definition.inner) ?? definition.inner;
    const { name } = definition;
    // A container without a name adds to the space around it: Ruby's `class << self`, Kotlin's `companion object`.
    const inner = name === undefined ? space : this.space(`${space.path}::${name}`, start, end);
    this.collect(body.namedChildren, container === 'namespace' ? 'module' : 'type', inner);
  }

  private add(name: string, target: ImportStatement | GlobalDefinition, space: Space, isConditional: boolean): void {
    const key = this.fold(name);
    const entries = this.byName.get(key);
    const entry: Entry = { target, start: target.start, space, isConditional };
    if (entries) {
      if (entries.some((other) => other.target.is !== target.is)) this.doublyBound.add(key);
      entries.push(entry);
    } else this.byName.set(key, [entry]);
  }
}
