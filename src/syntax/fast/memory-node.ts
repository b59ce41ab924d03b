/**
 * A node that is read straight from tree-sitter's memory (see `tree-memory.ts`). The nodes of web-tree-sitter cross into WASM for
 * every property, and each takes 300 bytes and four objects; together that was a quarter of the work on a file.
 *
 * A node is created on demand and knows its parent, so that going up or to a sibling needs no search from the root. Nodes that the
 * grammar hides are skipped: their children become children of the visible node around them. Hidden nodes can be nested as deep as
 * a list is long, so all walks keep a stack of their own.
 */
import { errorTypeId, FamilyNode, type Node, type Point, type Tree } from '../syntax-node';
import type { ChildWalk } from './child-walk';
import { type GrammarTables, missingData, missingLeaf } from './tree-memory';

/** What nodes need from their tree. */
export interface NodeSource extends Tree {
  readonly rootNode: MemoryNode;
  readonly text: string;
  readonly tables: GrammarTables;
  /** Names of types, by id. */
  readonly types: readonly string[];
  readonly walk: ChildWalk;
  fieldId(name: string): number;
  pointAt(offset: number): Point;
}

export class MemoryNode extends FamilyNode<MemoryNode> implements Node {
  private allChildren: readonly MemoryNode[] | undefined = undefined;
  private onlyNamed: readonly MemoryNode[] | undefined = undefined;

  constructor(
    readonly tree: NodeSource,
    readonly parent: MemoryNode | null,
    /** The address of its subtree. */
    readonly id: number,
    readonly typeId: number,
    readonly isNamed: boolean,
    readonly startIndex: number,
    readonly endIndex: number,
  ) {
    super();
  }

  get type(): string {
    return (this.isError ? '' : this.tree.types[this.typeId]) || 'ERROR';
  }

  get text(): string {
    return this.tree.text.slice(this.startIndex, this.endIndex);
  }

  get isMissing(): boolean {
    const subtree = this.subtree;
    if ((subtree & 1) !== 0) return ((subtree >> 1) & missingLeaf) !== 0;
    return (this.word(subtree, 11) & missingData) !== 0;
  }

  get isError(): boolean {
    return this.typeId === errorTypeId;
  }

  get hasError(): boolean {
    const subtree = this.subtree;
    return this.isMissing || ((subtree & 1) === 0 && this.word(subtree, 8) !== 0);
  }

  get startPosition(): Point {
    return this.tree.pointAt(this.startIndex);
  }

  get endPosition(): Point {
    return this.tree.pointAt(this.endIndex);
  }

  get childCount(): number {
    return this.isInner ? this.word(this.subtree, 12) : 0;
  }

  get namedChildCount(): number {
    return this.isInner ? this.word(this.subtree, 13) : 0;
  }

  get children(): readonly MemoryNode[] {
    this.allChildren ??= this.readChildren(false);
    return this.allChildren;
  }

  get namedChildren(): readonly MemoryNode[] {
    this.onlyNamed ??= this.readChildren(true);
    return this.onlyNamed;
  }

  childForFieldName(name: string): MemoryNode | null {
    const field = this.tree.fieldId(name);
    if (field === 0 || !this.tree.walk.toField(this.subtree, 2 * this.startIndex, field)) return null;
    return this.childAtWalk();
  }

  childrenForFieldName(name: string): readonly MemoryNode[] {
    const field = this.tree.fieldId(name);
    if (field === 0 || !this.isInner) return none;
    const { walk } = this.tree;
    const found: MemoryNode[] = [];
    walk.begin(this.subtree, 2 * this.startIndex);
    while (walk.next()) if (walk.field() === field) found.push(this.childAtWalk());
    return found;
  }

  descendantsOfType(types: string | readonly string[]): readonly MemoryNode[] {
    const { walk, types: names } = this.tree;
    const list = typeof types === 'string' ? [types] : types;
    const isListed = (type: number): boolean => list.includes((type === errorTypeId ? '' : names[type]) || 'ERROR');
    const found: MemoryNode[] = [];
    const todo: MemoryNode[] = [this];
    for (let node = todo.pop(); node; node = todo.pop()) {
      // For tree-sitter, a node that ends where the text begins is before the text.
      if (node.endIndex === 0) continue;
      if (isListed(node.typeId)) found.push(node);
      if (!node.isInner) continue;
      const first = todo.length;
      walk.begin(node.subtree, 2 * node.startIndex);
      while (walk.next()) if (walk.isInner || isListed(walk.type)) todo.push(node.childAtWalk());
      // Reversed: the last to be pushed is the first to be taken.
      for (let low = first, high = todo.length - 1; low < high; low++, high--) {
        const [before, after] = [todo[low], todo[high]];
        if (before && after) [todo[low], todo[high]] = [after, before];
      }
    }
    return found;
  }

  get subtree(): number {
    return this.tree.tables.memory.HEAP32[this.id >> 2] ?? 0;
  }

  private word(data: number, index: number): number {
    return this.tree.tables.memory.HEAP32[(data >> 2) + index] ?? 0;
  }

  /** It has children, visible or not. */
  private get isInner(): boolean {
    const subtree = this.subtree;
    return (subtree & 1) === 0 && this.word(subtree, 9) > 0;
  }

  private readChildren(namedOnly: boolean): readonly MemoryNode[] {
    const count = namedOnly ? this.namedChildCount : this.childCount;
    if (count === 0) return none;
    const { walk } = this.tree;
    const nodes: MemoryNode[] = [];
    walk.begin(this.subtree, 2 * this.startIndex);
    while (nodes.length < count && walk.next()) if (!namedOnly || walk.isNamed) nodes.push(this.childAtWalk());
    return nodes;
  }

  /** The child that the walk is currently at. */
  private childAtWalk(): MemoryNode {
    const { walk } = this.tree;
    return new MemoryNode(this.tree, this, walk.slot, walk.type, walk.isNamed, walk.start >> 1, walk.stop >> 1);
  }
}

/** V8 treats this like any other list of nodes. It takes a bare `[]` for a list of integers and recompiles code that gets both. */
const none: readonly MemoryNode[] = [{}].filter((entry): entry is MemoryNode => entry instanceof MemoryNode);
