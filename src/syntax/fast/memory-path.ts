/**
 * The path to an offset, read straight from tree-sitter's memory (see `tree-memory.ts`). A tree cursor does the same with a call
 * into WASM for each step and each property, which took as long as half of all other work on names.
 */
import { type NodePath, PathArrays } from '../syntax-node';
import { MemoryNode, type NodeSource } from './memory-node';
import type { RuntimeMemory } from './runtime-memory';
import { extra, type GrammarTables, named, visible } from './tree-memory';

export class MemoryPath extends PathArrays implements NodePath {
  /** By depth in the path: address of the subtree, and whether it is named. */
  private readonly slots: number[] = [];
  private readonly areNamed: boolean[] = [];
  private readonly nodes: (MemoryNode | undefined)[] = [];
  private readonly language: GrammarTables;
  private readonly memory: RuntimeMemory;

  // The nodes that are open, including those that the grammar hides; each array is by level.
  private level = 0;
  private readonly children: number[] = [];
  private readonly counts: number[] = [];
  private readonly productions: number[] = [];
  /** Index among its siblings that are not extras, -1 for an extra; depth in the path, the parent's depth if hidden. */
  private readonly places: number[] = [];
  private readonly depths: number[] = [];
  private readonly hidden: boolean[] = [];
  /** In bytes: where the node ends, and where its next child begins, including white space. */
  private readonly stops: number[] = [];
  private readonly positions: number[] = [];
  /** The next child, and its place among those that are not extras. */
  private readonly next: number[] = [];
  private readonly nextPlaces: number[] = [];

  /** @param needsField see `SyntaxTree.path`. */
  constructor(
    private readonly tree: NodeSource,
    private readonly needsField: Uint8Array,
  ) {
    super();
    this.language = tree.tables;
    this.memory = this.language.memory;
    const { HEAP32: words } = this.memory;
    const { rootNode } = tree;
    const root = rootNode.subtree;
    // Offsets before the first or after the last token also belong to the root.
    this.starts.push(0);
    this.ends.push(Number.POSITIVE_INFINITY);
    this.fields.push(0);
    this.types.push(rootNode.typeId);
    this.slots.push(rootNode.id);
    this.areNamed.push(true);
    this.nodes.push(rootNode);
    // The root of an empty text can be a leaf.
    const isData = (root & 1) === 0;
    this.open(isData ? root : 0, isData ? (words[(root >> 2) + 1] ?? 0) : 0, 0, 0, false);
    this.stops[0] = Number.POSITIVE_INFINITY;
  }

  moveTo(offset: number): void {
    if (this.onLeaf && offset < this.endAt(this.depth)) return;
    this.onLeaf = false;
    const byte = 2 * offset;
    while (byte >= (this.stops[this.level] ?? 0)) this.level--;
    this.depth = this.depths[this.level] ?? 0;
    while (this.descend(byte));
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

  /** Goes to the child of the innermost open node that contains `byte`; false if there is none, or if it is a leaf. */
  private descend(byte: number): boolean {
    const { level } = this;
    const { HEAP32: words } = this.memory;
    const children = this.children[level] ?? 0;
    const count = this.counts[level] ?? 0;
    let position = this.positions[level] ?? 0;
    let place = this.nextPlaces[level] ?? 0;
    let child = this.next[level] ?? 0;
    for (; child < count; child++) {
      const subtree = words[(children >> 2) + 2 * child] ?? 0;
      const isLeaf = (subtree & 1) !== 0;
      let flags: number;
      let start: number;
      let stop: number;
      if (isLeaf) {
        const sizes = words[(children >> 2) + 2 * child + 1] ?? 0;
        flags = subtree >> 1;
        start = position + ((sizes >> 16) & 0xff);
        stop = start + (sizes >>> 24);
      } else {
        flags = words[(subtree >> 2) + 11] ?? 0;
        start = position + (words[(subtree >> 2) + 1] ?? 0);
        stop = start + (words[(subtree >> 2) + 4] ?? 0);
      }
      const isExtra = (flags & extra) !== 0;
      if (byte < stop) {
        this.positions[level] = position;
        this.next[level] = child;
        this.nextPlaces[level] = place;
        return byte >= start && this.enter(children + 8 * child, subtree, flags, start, stop, isExtra ? -1 : place);
      }
      position = stop;
      if (!isExtra) place++;
    }
    this.positions[level] = position;
    this.next[level] = child;
    this.nextPlaces[level] = place;
    return false;
  }

  /** Appends a child of the innermost open node to the path, if it is visible, and opens it, if it has children. */
  private enter(slot: number, subtree: number, flags: number, start: number, stop: number, place: number): boolean {
    const alias = place < 0 ? 0 : this.language.alias(this.productions[this.level] ?? 0, place);
    const isVisible = (flags & visible) !== 0 || alias !== 0;
    const isLeaf = (subtree & 1) !== 0;
    if (isVisible) {
      const parentType = this.typeAt(this.depth);
      const depth = ++this.depth;
      const symbol = alias !== 0 ? alias : isLeaf ? (subtree >> 8) & 0xff : this.symbolOf(subtree);
      this.types[depth] = this.language.publicSymbol(symbol);
      this.fields[depth] = this.needsField[parentType] === 1 ? this.fieldOf(place) : 0;
      this.slots[depth] = slot;
      this.areNamed[depth] = alias !== 0 ? this.language.isNamed(alias) : (flags & named) !== 0;
      this.starts[depth] = start >> 1;
      this.ends[depth] = stop >> 1;
    }
    if (isLeaf || this.memory.HEAP32[(subtree >> 2) + 9] === 0) {
      this.onLeaf = isVisible;
      return false;
    }
    this.level++;
    this.open(subtree, start, stop, place, !isVisible);
    return true;
  }

  /** @param data 0 for a root that is a leaf. */
  private open(data: number, start: number, stop: number, place: number, isHidden: boolean): void {
    const { level } = this;
    const { HEAP32: words, HEAPU16: halves } = this.memory;
    const count = data === 0 ? 0 : (words[(data >> 2) + 9] ?? 0);
    this.counts[level] = count;
    this.children[level] = data - 8 * count;
    this.productions[level] = count === 0 ? 0 : (halves[(data >> 1) + 33] ?? 0);
    this.places[level] = place;
    this.depths[level] = this.depth;
    this.hidden[level] = isHidden;
    this.stops[level] = stop;
    // The white space before a node is also the white space before its first child.
    const first = count === 0 ? 0 : (words[(data >> 2) - 2 * count] ?? 0);
    const isLeaf = (first & 1) !== 0;
    const space = isLeaf ? ((words[(data >> 2) - 2 * count + 1] ?? 0) >> 16) & 0xff : (words[(first >> 2) + 1] ?? 0);
    this.positions[level] = count === 0 ? start : start - space;
    this.next[level] = 0;
    this.nextPlaces[level] = 0;
  }

  /** The field of a child at `place` of the innermost open node, also looked up in the hidden nodes around it. */
  private fieldOf(place: number): number {
    let at = place;
    for (let level = this.level; at >= 0; level--) {
      const field = this.language.field(this.productions[level] ?? 0, at);
      if (field !== 0 || !this.hidden[level]) return field;
      at = this.places[level] ?? -1;
    }
    return 0;
  }

  private symbolOf(data: number): number {
    return this.memory.HEAPU16[(data >> 1) + 20] ?? 0;
  }
}
