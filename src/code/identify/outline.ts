/**
 * Classifies the nodes of a file: comments, attributes, imports, definitions, or plain statements. All knowledge of node types
 * comes from the language file; this module only applies it.
 */

import type { DefinitionKind, DefinitionRule, ImportedNames, Language, LocatedName } from '../../languages/language';
import { remember } from '../../shared/maps';
import type { Node } from '../../syntax/syntax-node';
import { type LanguageTables, languageTables } from './language-tables';

interface DefinedName {
  readonly text: string;
  readonly start: number;
}

export interface Definition {
  /** The definition with its wrappers: `export`, decorators, template head. */
  readonly node: Node;
  /** The definition without wrappers. */
  readonly inner: Node;
  /** The range of its text, which may begin at a sibling before the node. */
  readonly start: number;
  readonly end: number;
  readonly kind: DefinitionKind;
  readonly names: readonly DefinedName[];
  /** The first of `names`. */
  readonly name: string | undefined;
  readonly container: 'type' | 'namespace' | undefined;
  readonly owner: string | undefined;
  /** From the language's `values`: a constant, variable or field. */
  readonly isValue: boolean;
  readonly rule: DefinitionRule;
}

/** A node with its type and end, which are stored because reading them from the node crosses into WASM each time. */
interface ClassifiedNode {
  readonly node: Node;
  readonly type: string;
  readonly end: number;
}

/** A node and what it is. All variants have all fields: code that reads objects of one shape is compiled once. */
export type OutlineItem = ClassifiedNode &
  (
    | {
        readonly is: 'comment' | 'attribute' | 'statement';
        readonly imported: undefined;
        readonly definition: undefined;
      }
    | { readonly is: 'import'; readonly imported: ImportedNames; readonly definition: undefined }
    | { readonly is: 'definition'; readonly imported: undefined; readonly definition: Definition }
  );

/** What encloses a node: this decides whether values are definitions and whether functions are methods. */
export type OutlineLevel = 'module' | 'type' | 'function';

const maxWrapperDepth = 4;
const maxBodyDepth = 5;

export class Outline {
  readonly tables: LanguageTables;
  private readonly insides = new Map<Definition, readonly Node[]>();
  private readonly items: Readonly<Record<OutlineLevel, Map<number, OutlineItem>>> = {
    module: new Map(),
    type: new Map(),
    function: new Map(),
  };

  constructor(
    readonly language: Language,
    /** The whole text: names are sliced from it, because `node.text` crosses into WASM several times. */
    private readonly text: string,
  ) {
    this.tables = languageTables(language);
  }

  /** Cached: each node is requested twice, for the file's names and for its atoms, and classifying it crosses into WASM. */
  item(node: Node, level: OutlineLevel): OutlineItem {
    const known = this.items[level];
    let item = known.get(node.id);
    if (!item) {
      item = this.classify(node, level);
      known.set(node.id, item);
    }
    return item;
  }

  private classify(node: Node, level: OutlineLevel): OutlineItem {
    const type = node.type;
    const end = node.endIndex;
    const { comments, attributes, isAttribute, imports } = this.tables;
    if (comments.has(type)) return simpleItem('comment', node, type, end);
    if (attributes.has(type) || isAttribute?.(node)) return simpleItem('attribute', node, type, end);
    const imported = level === 'function' ? undefined : imports.get(type)?.(node);
    if (imported) return { is: 'import', node, type, end, imported, definition: undefined };
    const definition = this.definition(node, type, level);
    if (!definition) return simpleItem('statement', node, type, end);
    return { is: 'definition', node, type, end, imported: undefined, definition };
  }

  isComment(node: Node): boolean {
    return this.tables.comments.has(node.type);
  }

  isDefinition(node: Node): boolean {
    const { type } = node;
    return this.tables.definitions.has(type) || this.tables.wrappers.has(type);
  }

  /** Text that may be cut at any line. */
  isLoose(item: OutlineItem): boolean {
    return this.tables.loose.has(item.type);
  }

  isTransparent(item: OutlineItem): boolean {
    return this.tables.transparent.has(item.type);
  }

  /**
   * Comments that the grammar puts at the end of a node although they belong to its next sibling, because they are not indented
   * deeper than the node: those above a key in YAML or a table in TOML.
   */
  tail(node: Node): readonly Node[] {
    if (!this.tables.tailComments) return [];
    const column = node.startPosition.column;
    for (let at: Node | null = node; at; at = at.lastChild) {
      const tail: Node[] = [];
      for (let last = at.lastChild; last && this.isComment(last); last = last.previousSibling) {
        if (last.startPosition.column > column) break;
        tail.unshift(last);
      }
      if (tail.length > 0) return tail;
    }
    return [];
  }

  /** The definitions inside a transparent node. */
  definitionsIn(node: Node, level: OutlineLevel, found: Definition[] = []): readonly Definition[] {
    for (const child of node.namedChildren) {
      const item = this.item(child, level);
      if (item.is === 'definition') found.push(item.definition);
      else if (item.is === 'statement' && this.isTransparent(item)) this.definitionsIn(child, level, found);
    }
    return found;
  }

  /** True if the body of a transparent node is imports: `if TYPE_CHECKING:`. */
  holdsImports(item: OutlineItem): boolean {
    const body = item.is === 'statement' && this.isTransparent(item) ? this.body(item.node) : undefined;
    const inside = body?.namedChildren.filter((child) => !this.isComment(child)) ?? [];
    return inside.length > 0 && inside.every((child) => this.item(child, 'module').is === 'import');
  }

  /** True if a transparent node only contains a list of other nodes, without text of its own. */
  isList(node: Node): boolean {
    if (node.type === 'ERROR' || node.childCount !== node.namedChildCount) return false;
    return this.tables.transparent.has(node.type) && this.item(node, 'module').is === 'statement';
  }

  /** The names of `namespace A;`, which puts everything after it into a namespace. */
  fileScope(item: OutlineItem): readonly LocatedName[] | undefined {
    return this.tables.fileScopes.get(item.type)?.(item.node);
  }

  /** The nodes inside a definition: those of its body or, if the grammar has no body node, those after the name. */
  inside(definition: Definition): readonly Node[] {
    return remember(this.insides, definition, () => {
      const { inner } = definition;
      const body = this.body(inner);
      const name = definition.names[0]?.start ?? inner.startIndex;
      return body
        ? [...this.commentsAbove(body, inner), ...body.namedChildren]
        : inner.namedChildren.filter((child) => child.startIndex > name);
    });
  }

  /** Comments between a signature and its body (Python, YAML): they are about what follows. */
  commentsAbove(body: Node, definition: Node): Node[] {
    let at = body;
    while (!at.previousSibling && at.parent && at.parent.id !== definition.id) at = at.parent;
    const comments: Node[] = [];
    for (let above = at.previousSibling; above && this.isComment(above); above = above.previousSibling)
      comments.unshift(above);
    return comments;
  }

  /** The node that contains the members or statements of a definition. */
  body(node: Node, depth = 0): Node | undefined {
    if (this.tables.bodies.size === 0) return undefined;
    const children = node.namedChildren;
    const isContainer = this.tables.definitions.get(node.type)?.container !== undefined;
    for (const child of children) if (this.tables.bodies.has(child.type)) return child;
    if (depth === maxBodyDepth) return undefined;
    // The last child that has a body: bodies follow parameters, whose defaults may have bodies of their own.
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (!child || child.namedChildCount === 0 || this.tables.comments.has(child.type)) continue;
      // The members of a type may be its direct children: their bodies are not the type's.
      if (isContainer && this.tables.definitions.has(child.type)) continue;
      const body = this.body(child, depth + 1);
      if (body) return body;
    }
    return undefined;
  }

  private definition(node: Node, type: string, level: OutlineLevel): Definition | undefined {
    const direct = this.direct(node, node, type, level);
    if (direct || !this.tables.wrappers.has(type)) return direct;
    let layer: readonly Node[] = node.namedChildren;
    for (let depth = 0; depth < maxWrapperDepth && layer.length > 0; depth++) {
      for (const child of layer) {
        const definition = this.direct(node, child, child.type, level);
        if (definition) return definition;
      }
      layer = layer.filter((child) => this.tables.wrappers.has(child.type)).flatMap((child) => child.namedChildren);
    }
    return undefined;
  }

  private direct(node: Node, inner: Node, type: string, level: OutlineLevel): Definition | undefined {
    const { definitions, values } = this.tables;
    const rule = definitions.get(type);
    if (rule) {
      const definition = this.apply(rule, node, inner, level, false);
      if (definition) return definition;
    }
    const value = level === 'function' ? undefined : values.get(type);
    return value ? this.apply(value, node, inner, level, true) : undefined;
  }

  private apply(
    rule: DefinitionRule,
    node: Node,
    inner: Node,
    level: OutlineLevel,
    isValue: boolean,
  ): Definition | undefined {
    const nodes = rule.names ? rule.names(inner) : [inner.childForFieldName('name')];
    const names: DefinedName[] = [];
    let first: string | undefined;
    for (const name of nodes) {
      if (!name) continue;
      const text = 'endIndex' in name ? this.text.slice(name.startIndex, name.endIndex) : name.text;
      names.push({ text, start: name.startIndex });
      first ??= text;
    }
    // A rule with a `names` function may return no names: then the node defines nothing. Without the function, a definition may be unnamed.
    if (names.length === 0 && rule.names) return undefined;
    const own = rule.kindOf?.(inner) ?? rule.kind;
    const owner = rule.owner?.(inner);
    const kind = own === 'function' && (level === 'type' || owner !== undefined) ? 'method' : own;
    const start = (rule.head?.(inner) ?? inner).startIndex;
    const { container } = rule;
    return { node, inner, start, end: inner.endIndex, kind, names, name: first, container, owner, isValue, rule };
  }
}

function simpleItem(is: 'comment' | 'attribute' | 'statement', node: Node, type: string, end: number): OutlineItem {
  return { is, node, type, end, imported: undefined, definition: undefined };
}
