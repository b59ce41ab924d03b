/** The tree of a text, read through web-tree-sitter's own nodes and cursors: slower than `fast/`, and independent of its version. */
import type { Tree as GrammarTree, TreeCursor } from 'web-tree-sitter';
import { type NodePath, PathArrays, type SyntaxTree } from '../syntax-node';
import { PlainNode } from './plain-node';

export class PlainTree implements SyntaxTree {
  private readonly paths: CursorPath[] = [];
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

  path(needsField: Uint8Array): CursorPath {
    const path = new CursorPath(this.grammarTree.walk(), this.rootNode, needsField);
    this.paths.push(path);
    return path;
  }

  delete(): void {
    for (const path of this.paths) path.delete();
    this.grammarTree.delete();
  }
}

/**
 * The path to an offset, by a tree cursor. (`descendantForIndex` and `parent` start at the root each time, and the cursor's
 * `gotoFirstChildForIndex` reads its argument wrongly in web-tree-sitter 0.27.)
 */

class CursorPath extends PathArrays implements NodePath {
  private readonly ids: number[] = [];
  /** Depth of the cursor: one below `depth` when the offset lies between two siblings. */
  private cursorDepth = 0;

  /**
   * @param cursor at the root; belongs to the path.
   * @param needsField see `SyntaxTree.path`.
   */
  constructor(
    private readonly cursor: TreeCursor,
    private readonly root: PlainNode,
    private readonly needsField: Uint8Array,
  ) {
    super();
    this.enter();
    // Offsets before the first or after the last token also belong to the root.
    this.starts[0] = 0;
    this.ends[0] = Number.POSITIVE_INFINITY;
  }

  delete(): void {
    this.cursor.delete();
  }

  moveTo(offset: number): void {
    const { cursor, starts, ends } = this;
    if (this.onLeaf && offset < this.endAt(this.cursorDepth)) return;
    this.onLeaf = false;
    while (this.cursorDepth > 0 && offset >= this.endAt(this.cursorDepth - 1)) {
      cursor.gotoParent();
      this.cursorDepth--;
    }
    for (;;) {
      const at = this.cursorDepth;
      if (offset >= this.endAt(at)) {
        if (!cursor.gotoNextSibling()) {
          cursor.gotoParent();
          this.cursorDepth--;
          break;
        }
        ends[at] = cursor.endIndex;
        if (offset < this.endAt(at)) starts[at] = cursor.startIndex;
      } else if (offset < this.startAt(at)) {
        this.depth = at - 1;
        return;
      } else {
        this.enter();
        if (!cursor.gotoFirstChild()) {
          this.onLeaf = true;
          break;
        }
        this.cursorDepth++;
        ends[at + 1] = cursor.endIndex;
        if (offset < this.endAt(at + 1)) starts[at + 1] = cursor.startIndex;
      }
    }
    this.depth = this.cursorDepth;
  }

  nodeAt(depth: number): PlainNode {
    let node = this.root;
    for (let at = 1; at <= depth; at++) node = node.childById(this.ids[at] ?? 0, this.startAt(at)) ?? node;
    return node;
  }

  private enter(): void {
    const { cursor, cursorDepth: at } = this;
    this.ids[at] = cursor.nodeId;
    this.types[at] = cursor.nodeTypeId;
    this.fields[at] = at > 0 && this.needsField[this.typeAt(at - 1)] === 1 ? cursor.currentFieldId : 0;
  }
}
