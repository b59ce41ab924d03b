import { firstIndex } from '../shared/range-of';

/**
 * The interface of a syntax tree for language files and chunking. It has the shape of web-tree-sitter's nodes, without what nobody
 * needs. `fast/memory-node.ts` and `plain/plain-node.ts` implement it.
 */
export interface Node {
  readonly tree: Tree;
  /** Unique in its tree. */
  readonly id: number;
  readonly typeId: number;
  readonly type: string;
  /** Named by a rule of the grammar; otherwise a token such as `{`. */
  readonly isNamed: boolean;
  /** Inserted by the parser: the grammar needs a token that the text does not have. */
  readonly isMissing: boolean;
  readonly isError: boolean;
  /** The node is or contains an error or a missing token. */
  readonly hasError: boolean;
  /** UTF-16 offsets, the end exclusive. */
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: Point;
  readonly endPosition: Point;
  readonly text: string;
  readonly parent: Node | null;
  readonly children: readonly Node[];
  readonly namedChildren: readonly Node[];
  readonly childCount: number;
  readonly namedChildCount: number;
  readonly firstChild: Node | null;
  readonly lastChild: Node | null;
  readonly firstNamedChild: Node | null;
  readonly lastNamedChild: Node | null;
  readonly nextSibling: Node | null;
  readonly previousSibling: Node | null;
  readonly nextNamedSibling: Node | null;
  readonly previousNamedSibling: Node | null;
  child(index: number): Node | null;
  /** The first child with this field. */
  childForFieldName(name: string): Node | null;
  childrenForFieldName(name: string): readonly Node[];
  /** The node itself and those below it that have one of these types, in the order of the text. */
  descendantsOfType(types: string | readonly string[]): readonly Node[];
}

export interface Tree {
  readonly rootNode: Node;
}

/** 0-based; only `\n` ends a row. */
export type Point = { readonly row: number; readonly column: number };

/** The type id of errors, which no grammar lists. */
export const errorTypeId = 0xffff;

/** What follows from the children of a node: both ways to read trees share it. Siblings are looked up among the children of the parent. */
export abstract class FamilyNode<Self extends FamilyNode<Self>> {
  abstract readonly id: number;
  abstract readonly isNamed: boolean;
  abstract readonly startIndex: number;
  abstract readonly parent: Self | null;
  abstract readonly children: readonly Self[];
  abstract readonly namedChildren: readonly Self[];

  get firstChild(): Self | null {
    return this.children[0] ?? null;
  }

  get lastChild(): Self | null {
    return this.children.at(-1) ?? null;
  }

  get firstNamedChild(): Self | null {
    return this.namedChildren[0] ?? null;
  }

  get lastNamedChild(): Self | null {
    return this.namedChildren.at(-1) ?? null;
  }

  get nextSibling(): Self | null {
    return this.sibling(1);
  }

  get previousSibling(): Self | null {
    return this.sibling(-1);
  }

  get nextNamedSibling(): Self | null {
    return this.namedSibling(1);
  }

  get previousNamedSibling(): Self | null {
    return this.namedSibling(-1);
  }

  child(index: number): Self | null {
    return this.children[index] ?? null;
  }

  /** The index of the child with this id, which starts at `start`. */
  protected childIndex(id: number, start: number): number {
    const { children } = this;
    let at = firstIndex(children.length, (i) => (children[i]?.startIndex ?? 0) >= start);
    // Nodes without text can begin at the same offset.
    while (at < children.length && children[at]?.id !== id) at++;
    return at;
  }

  private sibling(step: number): Self | null {
    const { parent } = this;
    return parent?.children[parent.childIndex(this.id, this.startIndex) + step] ?? null;
  }

  private namedSibling(step: number): Self | null {
    const { parent } = this;
    if (!parent) return null;
    let at = parent.childIndex(this.id, this.startIndex) + step;
    while (parent.children[at]?.isNamed === false) at += step;
    return parent.children[at] ?? null;
  }
}

/** The syntax tree of a text. `fast/` reads it from tree-sitter's memory, `plain/` through web-tree-sitter's public API. */

export interface SyntaxTree extends Tree {
  readonly rootNode: Node;
  /** @param needsField by type id: 1 if someone reads the field of a child of such a node; the other fields are 0 in the path. */
  path(needsField: Uint8Array): NodePath;
  /** Trees are in WASM memory, which no garbage collector frees. */
  delete(): void;
}

/**
 * The path from the root to the deepest node at an offset. Visit offsets in ascending order: the path then climbs only as far as
 * needed and continues from sibling to sibling, so a whole file costs one partial walk.
 */
export interface NodePath {
  /** Of the deepest node; the root has depth 0. */
  readonly depth: number;
  moveTo(offset: number): void;
  /** The node at a depth of the path; created on demand. */
  nodeAt(depth: number): Node;
  typeAt(depth: number): number;
  /** Id of the field that the node has in its parent, 0 for none. */
  fieldAt(depth: number): number;
  startAt(depth: number): number;
  endAt(depth: number): number;
}

/** The nodes of a path, by depth. */
export abstract class PathArrays {
  depth = 0;
  protected readonly types: number[] = [];
  protected readonly fields: number[] = [];
  protected readonly starts: number[] = [];
  protected readonly ends: number[] = [];
  /** The path ends in a leaf: words of one comment or string need no walk. */
  protected onLeaf = false;

  typeAt(depth: number): number {
    return this.types[depth] ?? 0;
  }

  fieldAt(depth: number): number {
    return this.fields[depth] ?? 0;
  }

  startAt(depth: number): number {
    return this.starts[depth] ?? 0;
  }

  endAt(depth: number): number {
    return this.ends[depth] ?? 0;
  }
}
