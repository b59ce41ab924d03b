/**
 * A node of web-tree-sitter that knows its parent, so that going up or to a sibling needs no search from the root. Siblings are
 * looked up among the parent's children, because web-tree-sitter's own lookup misses those next to a node without text.
 */
import type { Node as GrammarNode } from 'web-tree-sitter';
import { FamilyNode, type Node, type Point, type Tree } from '../syntax-node';

/** What nodes need from their tree. */
interface NodeTree extends Tree {
  readonly text: string;
}

export class PlainNode extends FamilyNode<PlainNode> implements Node {
  readonly id: number;
  readonly isNamed: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  private allChildren: readonly PlainNode[] | undefined;
  private onlyNamed: readonly PlainNode[] | undefined;

  constructor(
    readonly tree: NodeTree,
    readonly parent: PlainNode | null,
    private readonly node: GrammarNode,
  ) {
    super();
    this.id = node.id;
    this.isNamed = node.isNamed;
    this.startIndex = node.startIndex;
    this.endIndex = node.endIndex;
  }

  get typeId(): number {
    return this.node.typeId;
  }

  get type(): string {
    return this.node.type;
  }

  get isMissing(): boolean {
    return this.node.isMissing;
  }

  get isError(): boolean {
    return this.node.isError;
  }

  get hasError(): boolean {
    return this.node.hasError;
  }

  get startPosition(): Point {
    return this.node.startPosition;
  }

  get endPosition(): Point {
    return this.node.endPosition;
  }

  get text(): string {
    return this.tree.text.slice(this.startIndex, this.endIndex);
  }

  get children(): readonly PlainNode[] {
    this.allChildren ??= this.readChildren();
    return this.allChildren;
  }

  get namedChildren(): readonly PlainNode[] {
    this.onlyNamed ??= this.children.filter(({ isNamed }) => isNamed);
    return this.onlyNamed;
  }

  get childCount(): number {
    return this.node.childCount;
  }

  get namedChildCount(): number {
    return this.node.namedChildCount;
  }

  childForFieldName(name: string): PlainNode | null {
    const child = this.node.childForFieldName(name);
    return child && this.wrapChild(child);
  }

  childrenForFieldName(name: string): readonly PlainNode[] {
    return this.node.childrenForFieldName(name).map((child) => this.wrapChild(child));
  }

  /** web-tree-sitter's own finds only errors if they are among several types, so the tree is walked here. */
  descendantsOfType(types: string | readonly string[]): readonly PlainNode[] {
    const list = typeof types === 'string' ? [types] : types;
    const found: PlainNode[] = [];
    const todo: PlainNode[] = [this];
    for (let node = todo.pop(); node; node = todo.pop()) {
      // For tree-sitter, a node that ends where the text begins is before the text.
      if (node.endIndex === 0) continue;
      if (list.includes(node.type)) found.push(node);
      // Pushed in reverse: the last to be pushed is the first to be taken. Not kept as `children`: this visits every node.
      const children = node.readChildren();
      for (let i = children.length - 1; i >= 0; i--) {
        const child = children[i];
        if (child) todo.push(child);
      }
    }
    return found;
  }

  /** Id of the field of a child, 0 for none. */
  fieldOfChild(index: number): number {
    const name = this.node.fieldNameForChild(index);
    return name === null ? 0 : this.node.tree.language.fields.indexOf(name);
  }

  private readChildren(): PlainNode[] {
    return this.node.children.map((child) => this.wrapChild(child));
  }

  private wrapChild(child: GrammarNode): PlainNode {
    return new PlainNode(this.tree, this, child);
  }
}
