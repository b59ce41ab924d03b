/**
 * A syntax tree as nodes that are read straight from tree-sitter's memory (see `tree-memory.ts`). Those of web-tree-sitter cross
 * into WASM for every question, and each takes 300 bytes and four objects; together that was a quarter of the work on a file.
 *
 * A node is made when it is asked for and knows its parent, so that going up or aside needs no search from the root. What the
 * grammar hides is passed through: its children are those of the visible node around it. Hidden nodes can be nested as deep as a
 * list is long, so that all walks keep a stack of their own.
 */
import type { Node, Point } from './syntax-node';
import type { SyntaxTree } from './syntax-tree';
import { errorSymbol, missingData, missingLeaf } from './tree-memory';

export class TreeNode implements Node {
  private allChildren: readonly TreeNode[] | undefined = undefined;
  private withNames: readonly TreeNode[] | undefined = undefined;

  constructor(
    readonly tree: SyntaxTree,
    readonly parent: TreeNode | null,
    /** The address of its subtree. */
    readonly id: number,
    readonly typeId: number,
    readonly isNamed: boolean,
    readonly startIndex: number,
    readonly endIndex: number,
  ) {}

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
    return this.typeId === errorSymbol;
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

  get children(): readonly TreeNode[] {
    this.allChildren ??= this.read(false);
    return this.allChildren;
  }

  get namedChildren(): readonly TreeNode[] {
    this.withNames ??= this.read(true);
    return this.withNames;
  }

  get firstChild(): TreeNode | null {
    return this.children[0] ?? null;
  }

  get lastChild(): TreeNode | null {
    return this.children.at(-1) ?? null;
  }

  get firstNamedChild(): TreeNode | null {
    return this.namedChildren[0] ?? null;
  }

  get lastNamedChild(): TreeNode | null {
    return this.namedChildren.at(-1) ?? null;
  }

  get nextSibling(): TreeNode | null {
    return this.beside(this.parent?.children, 1);
  }

  get previousSibling(): TreeNode | null {
    return this.beside(this.parent?.children, -1);
  }

  get nextNamedSibling(): TreeNode | null {
    return this.besideNamed(1);
  }

  get previousNamedSibling(): TreeNode | null {
    return this.besideNamed(-1);
  }

  child(index: number): TreeNode | null {
    return this.children[index] ?? null;
  }

  childForFieldName(name: string): TreeNode | null {
    const field = this.tree.fieldId(name);
    if (field === 0 || !this.tree.walk.toField(this.subtree, 2 * this.startIndex, field)) return null;
    return this.reached();
  }

  childrenForFieldName(name: string): readonly TreeNode[] {
    const field = this.tree.fieldId(name);
    if (field === 0 || !this.isInner) return none;
    const { walk } = this.tree;
    const found: TreeNode[] = [];
    walk.begin(this.subtree, 2 * this.startIndex);
    while (walk.next()) if (walk.field() === field) found.push(this.reached());
    return found;
  }

  descendantsOfType(types: string | readonly string[]): readonly TreeNode[] {
    const { walk, types: names } = this.tree;
    const wanted = typeof types === 'string' ? [types] : types;
    const isWanted = (type: number): boolean => wanted.includes((type === errorSymbol ? '' : names[type]) || 'ERROR');
    const found: TreeNode[] = [];
    const todo: TreeNode[] = [this];
    for (let node = todo.pop(); node; node = todo.pop()) {
      // As tree-sitter sees it, what ends where the text begins is before it.
      if (node.endIndex === 0) continue;
      if (isWanted(node.typeId)) found.push(node);
      if (!node.isInner) continue;
      const first = todo.length;
      walk.begin(node.subtree, 2 * node.startIndex);
      while (walk.next()) if (walk.isInner || isWanted(walk.type)) todo.push(node.reached());
      // The last to be put there is the first to be taken.
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

  /** Whether it has children, visible or not. */
  private get isInner(): boolean {
    const subtree = this.subtree;
    return (subtree & 1) === 0 && this.word(subtree, 9) > 0;
  }

  private read(onlyNamed: boolean): readonly TreeNode[] {
    const count = onlyNamed ? this.namedChildCount : this.childCount;
    if (count === 0) return none;
    const { walk } = this.tree;
    const nodes: TreeNode[] = [];
    walk.begin(this.subtree, 2 * this.startIndex);
    while (nodes.length < count && walk.next()) if (!onlyNamed || walk.isNamed) nodes.push(this.reached());
    return nodes;
  }

  /** The child that the walk is at. */
  private reached(): TreeNode {
    const { walk } = this.tree;
    return new TreeNode(this.tree, this, walk.slot, walk.type, walk.isNamed, walk.start >> 1, walk.stop >> 1);
  }

  private beside(siblings: readonly TreeNode[] | undefined, step: number): TreeNode | null {
    return siblings?.[this.placeIn(siblings) + step] ?? null;
  }

  private besideNamed(step: number): TreeNode | null {
    const siblings = this.parent?.children;
    if (!siblings) return null;
    let at = this.placeIn(siblings) + step;
    while (siblings[at]?.isNamed === false) at += step;
    return siblings[at] ?? null;
  }

  private placeIn(siblings: readonly TreeNode[]): number {
    let low = 0;
    let high = siblings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((siblings[middle]?.startIndex ?? 0) < this.startIndex) low = middle + 1;
      else high = middle;
    }
    // Nodes without text can begin at the same place.
    while (low < siblings.length && siblings[low]?.id !== this.id) low++;
    return low;
  }
}

/** Like any other list of nodes to V8, which takes a bare `[]` for one of integers and compiles anew what meets both. */
const none: readonly TreeNode[] = [{}].filter((entry): entry is TreeNode => entry instanceof TreeNode);
