/**
 * The path to an offset, read straight from tree-sitter's memory (see `tree-memory.ts`): at each depth a walk that stands at one child.
 * A tree cursor does the same with a call into WASM for each step and each property, which took as long as half of all other work on
 * names.
 */
import { type NodePath, PathArrays } from '../syntax-node';
import { ChildWalk } from './child-walk';
import { MemoryNode, type NodeSource } from './memory-node';

export class MemoryPath extends PathArrays implements NodePath {
  // By depth in the path: the address of the subtree, whether it is named, and the walk over its children.
  private readonly slots: number[] = [];
  private readonly areNamed: boolean[] = [];
  private readonly nodes: (MemoryNode | undefined)[] = [];
  private readonly walks: ChildWalk[] = [];

  /** @param needsField see `SyntaxTree.path`. */
  constructor(
    private readonly tree: NodeSource,
    private readonly needsField: Uint8Array,
  ) {
    super();
    const { rootNode } = tree;
    // Offsets before the first or after the last token also belong to the root.
    this.starts.push(0);
    this.ends.push(Number.POSITIVE_INFINITY);
    this.fields.push(0);
    this.types.push(rootNode.typeId);
    this.slots.push(rootNode.id);
    this.areNamed.push(true);
    this.nodes.push(rootNode);
    const walk = this.walkAt(0);
    // The root of an empty text can be a leaf.
    if ((rootNode.subtree & 1) === 0) walk.begin(rootNode.subtree, 2 * rootNode.startIndex);
  }

  moveTo(offset: number): void {
    if (this.onLeaf && offset < this.endAt(this.depth)) return;
    this.onLeaf = false;
    while (offset >= this.endAt(this.depth)) this.depth--;
    const byte = 2 * offset;
    for (let walk = this.walkAt(this.depth); walk.seek(byte) && byte >= walk.start; ) {
      this.enter(walk);
      if (!walk.isInner) {
        this.onLeaf = true;
        return;
      }
      const inner = this.walkAt(this.depth);
      inner.begin(walk.subtree, walk.start);
      walk = inner;
    }
  }

  nodeAt(depth: number): MemoryNode {
    // Nodes that were created before and are still on the path are found by their address, going up.
    let known = depth;
    while (known > 0 && this.nodes[known]?.id !== this.slots[known]) known--;
    let node = this.nodes[known] ?? this.tree.rootNode;
    for (let at = known + 1; at <= depth; at++) {
      const [id, type] = [this.slots[at] ?? 0, this.typeAt(at)];
      node = new MemoryNode(this.tree, node, id, type, this.areNamed[at] === true, this.startAt(at), this.endAt(at));
      this.nodes[at] = node;
    }
    return node;
  }

  /** Appends the child that a walk is at. */
  private enter(walk: ChildWalk): void {
    const parentType = this.typeAt(this.depth);
    const depth = ++this.depth;
    this.types[depth] = walk.type;
    this.fields[depth] = this.needsField[parentType] === 1 ? walk.field() : 0;
    this.slots[depth] = walk.slot;
    this.areNamed[depth] = walk.isNamed;
    this.starts[depth] = walk.start >> 1;
    this.ends[depth] = walk.stop >> 1;
  }

  private walkAt(depth: number): ChildWalk {
    let walk = this.walks[depth];
    if (!walk) {
      walk = new ChildWalk(this.tree.tables);
      this.walks[depth] = walk;
    }
    return walk;
  }
}
