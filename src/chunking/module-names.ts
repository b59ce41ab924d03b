/**
 * The names a file's code can use without a qualifier: what its import statements bind and what it defines at module level.
 * Inside a namespace its members count too, and, where the language names fields without `this.`, the fields of the enclosing
 * types. Each name knows the range in which it is visible.
 */
import type { Node } from 'web-tree-sitter';
import type { Kind } from '../languages/language';
import type { Definition, Imported, Level, Outline } from './outline';

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

interface Visible<T> {
  readonly target: T;
  readonly from: number;
  readonly to: number;
}

const typeKinds: ReadonlySet<Kind> = new Set(['class', 'struct', 'interface', 'enum', 'type', 'trait', 'protocol']);

/** They are about something that is defined elsewhere, or are never named by code. */
const nameless: ReadonlySet<Kind> = new Set(['impl', 'extension', 'test']);

export class ModuleNames {
  readonly imports: Import[] = [];
  readonly globals: Global[] = [];
  private readonly byName = new Map<string, Visible<Import | Global>[]>();
  private readonly fold: (name: string) => string;
  /** One bit for each first character and length that some name has. */
  private readonly shapes = new Uint32Array(256);

  constructor(
    private readonly outline: Outline,
    roots: readonly Node[],
  ) {
    this.fold = outline.language.references?.ignoreCase ? (name) => name.toLowerCase() : (name) => name;
    for (const root of roots) this.collect(root.namedChildren, 'module', 0, Number.POSITIVE_INFINITY);
  }

  /** False only if no name starts with this character (a UTF-16 unit) and has this length. */
  maybe(first: number, length: number): boolean {
    return ((this.shapes[first & 255] ?? 0) & (1 << (length & 31))) !== 0;
  }

  has(name: string): boolean {
    return this.byName.has(this.fold(name));
  }

  /** What a name means at an offset: of the visible targets, the one whose visibility is narrowest, then the first. */
  lookup(name: string, offset: number): Import | Global | undefined {
    let best: Visible<Import | Global> | undefined;
    for (const entry of this.byName.get(this.fold(name)) ?? []) {
      if (offset < entry.from || offset >= entry.to) continue;
      if (!best || entry.to - entry.from < best.to - best.from) best = entry;
    }
    return best?.target;
  }

  /** Whether one of the definitions (or imports) of a name stands inside a range: then the range needs no copy of it. */
  definedWithin(name: string, start: number, end: number): boolean {
    return (this.byName.get(this.fold(name)) ?? []).some(({ target }) => target.start >= start && target.start < end);
  }

  private collect(nodes: readonly Node[], level: Level, from: number, to: number): void {
    for (const node of nodes) {
      const item = this.outline.item(node, level);
      if (item.is === 'import') {
        const { startIndex: start } = node;
        const { end } = item;
        const entry: Import = { is: 'import', start, end, text: node.text, imported: item.imported };
        this.imports.push(entry);
        for (const name of item.imported.names) this.add(name, entry, from, to);
      } else if (item.is === 'definition') {
        this.define(item.definition, level, from, to);
      } else if (item.is === 'statement' && this.outline.isTransparent(item)) {
        this.collect(node.namedChildren, level, from, to);
      }
    }
  }

  private define(definition: Definition, level: Level, from: number, to: number): void {
    const { kind, node, container } = definition;
    const start = node.startIndex;
    const end = node.endIndex;
    // Inside a type only what code there can name alone: fields and nested types; methods are found through their class.
    if (
      (level === 'module' && definition.owner === undefined && !nameless.has(kind)) ||
      definition.isValue ||
      typeKinds.has(kind)
    ) {
      for (const name of definition.names) {
        const entry: Global = { is: 'global', name: name.text, nameStart: name.start, kind, definition, start, end };
        this.globals.push(entry);
        this.add(name.text, entry, from, to);
      }
    }
    const enters = container === 'namespace' || (container === 'type' && this.outline.tables.bareFields);
    if (!enters) return;
    const body = this.outline.body(definition.inner) ?? definition.inner;
    this.collect(body.namedChildren, container === 'namespace' ? 'module' : 'type', start, end);
  }

  private add(name: string, target: Import | Global, from: number, to: number): void {
    const key = this.fold(name);
    for (const spelling of [key, key.toUpperCase()]) {
      const shape = spelling.charCodeAt(0) & 255;
      this.shapes[shape] = (this.shapes[shape] ?? 0) | (1 << (key.length & 31));
    }
    const entries = this.byName.get(key);
    if (entries) entries.push({ target, from, to });
    else this.byName.set(key, [{ target, from, to }]);
  }
}
