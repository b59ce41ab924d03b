/** The tree of a text, read through web-tree-sitter's own nodes: slower than `fast/`, and independent of its version. */
import type { Tree as GrammarTree } from 'web-tree-sitter';
import { firstIndex } from '../../shared/range-of';
import { type NodePath, PathArrays, type SyntaxTree } from '../syntax-node';
import { PlainNode } from './plain-node';

export class PlainTree implements SyntaxTree {
  private root: PlainNode | undefined;

  constructor(
    readonly grammarTree: GrammarTree,
    /** The text that was parsed. */
    readonly text: string,
  ) {}

  get rootNode(): PlainNode {
    this.root ??= new PlainNode(this, null, this.grammarTree.rootNode);
    return this.root;
  }

  path(needsField: Uint8Array): NodePath {
    return new PlainPath(this.rootNode, needsField);
  }

  delete(): void {
    this.grammarTree.delete();
  }
}

/** The path to an offset, by the children of each node. */
class PlainPath extends PathArrays implements NodePath {
  private readonly nodes: PlainNode[] = [];

  /** @param needsField see `SyntaxTree.path`. */
  constructor(
    private readonly root: PlainNode,
    private readonly needsField: Uint8Array,
  ) {
    super();
    this.enter(0, root, 0);
    // Offsets before the first or after the last token also belong to the root.
    this.starts[0] = 0;
    this.ends[0] = Number.POSITIVE_INFINITY;
  }

  moveTo(offset: number): void {
    while (offset >= this.endAt(this.depth)) this.depth--;
    for (;;) {
      const node = this.nodeAt(this.depth);
      const { children } = node;
      const index = firstIndex(children.length, (i) => (children[i]?.endIndex ?? 0) > offset);
      const child = children[index];
      if (!child || child.startIndex > offset) return;
      const field = this.needsField[node.typeId] === 1 ? node.fieldOfChild(index) : 0;
      this.enter(++this.depth, child, field);
    }
  }

  nodeAt(depth: number): PlainNode {
    return this.nodes[depth] ?? this.root;
  }

  private enter(depth: number, node: PlainNode, field: number): void {
    this.nodes[depth] = node;
    this.types[depth] = node.typeId;
    this.fields[depth] = field;
    this.starts[depth] = node.startIndex;
    this.ends[depth] = node.endIndex;
  }
}
