/**
 * The names a file's code can use without a qualifier: what its import statements bind and what it defines at module level.
 * Inside a namespace its members count too, and, where the language names fields without `this.`, the fields of the enclosing
 * types. Each name knows the space it belongs to, and each space where its code stands: a namespace may be opened several times,
 * and C++ defines members outside their class.
 */

import type { Kind } from '../../languages/language';
import type { Node } from '../../syntax/syntax-node';
import type { Definition, Imported, Level, Outline } from '../identify/outline';

export interface Import {
  readonly is: 'import';
  readonly start: number;
  readonly end: number;
  /** The statement as it stands in the source. */
  readonly text: string;
  readonly imported: Imported;
}

export interface Global {
  readonly is: 'global';
  readonly name: string;
  /** Where its name stands: that occurrence is no use. */
  readonly nameStart: number;
  readonly kind: Kind;
  readonly definition: Definition;
  readonly start: number;
  readonly end: number;
}

/** The file, a namespace or a type. */
interface Space {
  /** `::testing::internal`; empty for the file. */
  readonly path: string;
  readonly ranges: { readonly from: number; readonly to: number }[];
}

interface Entry {
  readonly target: Import | Global;
  /** That of the target: imports and globals are read by different code. */
  readonly start: number;
  readonly space: Space;
}

const typeKinds: ReadonlySet<Kind> = new Set([
  ...(['class', 'struct', 'interface', 'enum', 'type', 'trait', 'protocol'] as const),
  'module',
]);

const valueKinds: ReadonlySet<Kind> = new Set(['constant', 'variable']);

/** They are about something that is defined elsewhere, or are never named by code. */
const nameless: ReadonlySet<Kind> = new Set(['impl', 'extension', 'test']);

const shapeCount = 4096;

/** First and last character (UTF-16 units) and length of a word, as one number below `shapeCount`. */
export function shapeOf(first: number, last: number, length: number): number {
  return (first * 61 + last * 7 + length * 769) & (shapeCount - 1);
}

export class ModuleNames {
  readonly imports: Import[] = [];
  readonly globals: Global[] = [];
  private readonly byName = new Map<string, Entry[]>();
  private readonly spaces = new Map<string, Space>();
  private readonly ignoresCase: boolean;
  /** 1 at `shapeOf` each name: words of other shapes need no closer look. */
  readonly shapes = new Uint8Array(shapeCount);

  constructor(
    private readonly outline: Outline,
    roots: readonly Node[],
  ) {
    this.ignoresCase = outline.language.references?.ignoreCase === true;
    const file = this.space('', 0, Number.POSITIVE_INFINITY);
    for (const root of roots) this.collect(root.namedChildren, 'module', file);
  }

  has(name: string): boolean {
    return this.byName.has(this.fold(name));
  }

  /** What a name means at an offset: of the visible targets, the one whose visibility is narrowest, then the first. */
  lookup(name: string, offset: number): Import | Global | undefined {
    let best: Import | Global | undefined;
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

  /** What a name means behind a qualifier: `internal` for `internal::name`, empty for `::name`. */
  member(qualifier: string, name: string): Import | Global | undefined {
    const suffix = qualifier === '' ? '' : `::${qualifier}`;
    const fits = ({ path }: Space): boolean => (suffix === '' ? path === '' : path.endsWith(suffix));
    return this.byName.get(this.fold(name))?.find(({ space }) => fits(space))?.target;
  }

  /** Whether one of the definitions (or imports) of a name stands inside a range: then the range needs no copy of it. */
  definedWithin(name: string, start: number, end: number): boolean {
    const entries = this.byName.get(this.fold(name));
    return entries?.some((entry) => entry.start >= start && entry.start < end) ?? false;
  }

  private space(path: string, from: number, to: number): Space {
    let space = this.spaces.get(path);
    if (!space) {
      space = { path, ranges: [] };
      this.spaces.set(path, space);
    }
    space.ranges.push({ from, to });
    return space;
  }

  /** The type that something belongs to which is defined outside it: its code sees what the type and those around it hold. */
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

  private collect(nodes: readonly Node[], level: Level, space: Space): void {
    for (const node of nodes) {
      const item = this.outline.item(node, level);
      if (item.is === 'import') {
        const { startIndex: start } = node;
        const { end } = item;
        const entry: Import = { is: 'import', start, end, text: node.text, imported: item.imported };
        this.imports.push(entry);
        for (const name of item.imported.names) this.add(name, entry, space);
      } else if (item.is === 'definition') {
        this.define(item.definition, level, space);
      } else if (item.is === 'statement' && this.outline.isTransparent(item)) {
        this.collect(node.namedChildren, level, space);
      }
    }
  }

  private define(definition: Definition, level: Level, outer: Space): void {
    const { kind, node, container, owner } = definition;
    const start = node.startIndex;
    const end = node.endIndex;
    const { bareFields } = this.outline.tables;
    const space = owner !== undefined && bareFields ? this.spaceOf(owner, outer, start, end) : outer;
    // Inside a type only what code there can name alone: fields and nested types; methods are found through their class.
    if (
      (level === 'module' && owner === undefined && !nameless.has(kind)) ||
      definition.isValue ||
      typeKinds.has(kind) ||
      (space !== outer && valueKinds.has(kind))
    ) {
      for (const name of definition.names) {
        const entry: Global = { is: 'global', name: name.text, nameStart: name.start, kind, definition, start, end };
        this.globals.push(entry);
        this.add(name.text, entry, space);
      }
    }
    const enters = container === 'namespace' || (container === 'type' && bareFields);
    if (!enters) return;
    const body = this.outline.body(definition.inner) ?? definition.inner;
    const { name } = definition;
    // Without a name it adds to what is around it: Ruby's `class << self`, Kotlin's `companion object`.
    const inner = name === undefined ? space : this.space(`${space.path}::${name}`, start, end);
    this.collect(body.namedChildren, container === 'namespace' ? 'module' : 'type', inner);
  }

  private add(name: string, target: Import | Global, space: Space): void {
    const key = this.fold(name);
    this.addShape(key, key);
    if (this.ignoresCase) {
      const upper = key.toUpperCase();
      for (const first of [key, upper]) for (const last of [key, upper]) this.addShape(first, last);
    }
    const entries = this.byName.get(key);
    const entry: Entry = { target, start: target.start, space };
    if (entries) entries.push(entry);
    else this.byName.set(key, [entry]);
  }

  private addShape(first: string, last: string): void {
    this.shapes[shapeOf(first.charCodeAt(0), last.charCodeAt(last.length - 1), first.length)] = 1;
  }
}
