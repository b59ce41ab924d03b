/**
 * The path from the root to the deepest node at an offset. Offsets must be visited in ascending order: the path then climbs only
 * as far as needed and goes on from sibling to sibling, so a whole file costs one partial walk. (`descendantForIndex` and
 * `parent` start at the root each time, and the cursor's `gotoFirstChildForIndex` reads its argument wrongly in
 * web-tree-sitter 0.27.)
 */
import type { Node, Tree, TreeCursor } from 'web-tree-sitter';

export class CursorPath {
  private readonly cursor: TreeCursor;
  private readonly types: number[] = [];
  private readonly fields: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  /** Where the cursor is: one below `depth` when the offset lies between two siblings. */
  private cursorDepth = 0;
  depth = 0;
  /** Whether the cursor is on a leaf: words of one comment or string need no walk. */
  private onLeaf = false;

  /** @param needsField by type id: whether the field of a child of such a node is ever asked for. */
  constructor(
    tree: Tree,
    private readonly needsField: Uint8Array,
  ) {
    this.cursor = tree.walk();
    this.enter();
    // Offsets before the first or after the last token are the root's too.
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

  /** The node at a depth of the path; made on demand. */
  nodeAt(depth: number): Node {
    let node = this.cursor.currentNode;
    for (let i = this.cursorDepth; i > depth; i--) node = node.parent ?? node;
    return node;
  }

  typeAt(depth: number): number {
    return this.types[depth] ?? 0;
  }

  /** Id of the field by which the node hangs on its parent, 0 for none. */
  fieldAt(depth: number): number {
    return this.fields[depth] ?? 0;
  }

  startAt(depth: number): number {
    return this.starts[depth] ?? 0;
  }

  endAt(depth: number): number {
    return this.ends[depth] ?? 0;
  }

  private enter(): void {
    const { cursor, cursorDepth: at } = this;
    this.types[at] = cursor.nodeTypeId;
    this.fields[at] = at > 0 && this.needsField[this.typeAt(at - 1)] === 1 ? cursor.currentFieldId : 0;
  }
}
