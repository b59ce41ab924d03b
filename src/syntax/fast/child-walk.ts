/** Goes through the visible children of a node, in order, including those inside hidden nodes. */
import { extra, type GrammarTables, named, visible } from './tree-memory';

export class ChildWalk {
  /** The child that `next` went to: the address of its subtree, its type, its start and end in bytes. */
  slot = 0;
  type = 0;
  isNamed = false;
  start = 0;
  stop = 0;
  /** Index among its siblings that are not extras, -1 for an extra. */
  private place = 0;

  // The node and the hidden nodes that are open in it; each array is by level.
  private level = -1;
  private readonly children: number[] = [];
  private readonly counts: number[] = [];
  private readonly productions: number[] = [];
  private readonly places: number[] = [];
  /** In bytes: where the next child begins, including white space. */
  private readonly positions: number[] = [];
  private readonly nexts: number[] = [];
  private readonly nextPlaces: number[] = [];

  constructor(private readonly tables: GrammarTables) {}

  /** @param start of the node, in bytes. */
  begin(data: number, start: number): void {
    this.level = -1;
    this.stop = 0;
    this.open(data, start, 0);
  }

  /** Goes forward to the first child that ends after a position, unless it is there; false if there is none. */
  seek(byte: number): boolean {
    while (this.stop <= byte) if (!this.next(byte)) return false;
    return true;
  }

  /** @param after children that do not end after this position are skipped, in bytes. */
  next(after = -1): boolean {
    const { HEAP32: words } = this.tables.memory;
    while (this.level >= 0) {
      const { level } = this;
      const index = this.nexts[level] ?? 0;
      if (index === this.counts[level]) {
        this.level--;
        continue;
      }
      this.nexts[level] = index + 1;
      const slot = (this.children[level] ?? 0) + 8 * index;
      const subtree = words[slot >> 2] ?? 0;
      const isLeaf = (subtree & 1) !== 0;
      const flags = isLeaf ? subtree >> 1 : (words[(subtree >> 2) + 11] ?? 0);
      const position = this.positions[level] ?? 0;
      let start: number;
      let stop: number;
      if (isLeaf) {
        const sizes = words[(slot >> 2) + 1] ?? 0;
        start = position + ((sizes >> 16) & 0xff);
        stop = start + (sizes >>> 24);
      } else {
        start = position + (words[(subtree >> 2) + 1] ?? 0);
        stop = start + (words[(subtree >> 2) + 4] ?? 0);
      }
      this.positions[level] = stop;
      let place = -1;
      if ((flags & extra) === 0) {
        place = this.nextPlaces[level] ?? 0;
        this.nextPlaces[level] = place + 1;
      }
      if (stop <= after) continue;
      const alias = place < 0 ? 0 : this.tables.alias(this.productions[level] ?? 0, place);
      if (alias !== 0 || (flags & visible) !== 0) {
        this.place = place;
        this.setChild(slot, subtree, flags, alias, start, stop);
        return true;
      }
      if (!isLeaf && (words[(subtree >> 2) + 9] ?? 0) > 0) this.open(subtree, start, place);
    }
    return false;
  }

  get subtree(): number {
    return this.tables.memory.HEAP32[this.slot >> 2] ?? 0;
  }

  /** The child has children, visible or not. */
  get isInner(): boolean {
    const { subtree } = this;
    return (subtree & 1) === 0 && (this.tables.memory.HEAP32[(subtree >> 2) + 9] ?? 0) > 0;
  }

  /** Id of the child's field in the node, 0 for none. */
  field(): number {
    let at = this.place;
    for (let level = this.level; at >= 0; level--) {
      const field = this.tables.field(this.productions[level] ?? 0, at);
      if (field !== 0 || level === 0) return field;
      at = this.places[level] ?? -1;
    }
    return 0;
  }

  /**
   * Goes to the child that tree-sitter returns for a field of a node (`ts_node_child_by_field_id`): the production gives the field
   * to a place, or to a node inside the hidden node at that place.
   */
  toField(data: number, start: number, field: number): boolean {
    const { tables } = this;
    const { HEAP32: words, HEAPU16: halves } = tables.memory;
    let at = data;
    let from = start;
    for (;;) {
      if ((at & 1) !== 0 || (words[(at >> 2) + 9] ?? 0) === 0 || (words[(at >> 2) + 12] ?? 0) === 0) return false;
      const production = halves[(at >> 1) + 33] ?? 0;
      let entry = tables.firstEntry(production);
      let end = entry + tables.entryCount(production);
      while (entry < end && (tables.entry(entry) & 0xffff) < field) entry++;
      while (entry < end && (tables.entry(end - 1) & 0xffff) > field) end--;
      if (entry === end) return false;
      const count = words[(at >> 2) + 9] ?? 0;
      let slot = at - 8 * count;
      let position = from - spaceBefore(words, slot);
      let place = 0;
      let inside = 0;
      for (; slot < at && inside === 0; slot += 8) {
        const subtree = words[slot >> 2] ?? 0;
        const isLeaf = (subtree & 1) !== 0;
        const flags = isLeaf ? subtree >> 1 : (words[(subtree >> 2) + 11] ?? 0);
        const begin = position + spaceBefore(words, slot);
        position = begin + (isLeaf ? (words[(slot >> 2) + 1] ?? 0) >>> 24 : (words[(subtree >> 2) + 4] ?? 0));
        if ((flags & extra) !== 0) continue;
        const own = place++;
        const map = tables.entry(entry);
        if (own < ((map >> 16) & 0xff)) continue;
        if (map >>> 24 !== 0) {
          if (entry + 1 === end) {
            inside = subtree;
            from = begin;
          } else if (this.toField(subtree, begin, field)) return true;
          else entry++;
          continue;
        }
        const alias = tables.alias(production, own);
        if (alias !== 0 || (flags & visible) !== 0) {
          this.setChild(slot, subtree, flags, alias, begin, position);
          return true;
        }
        if (!isLeaf && (words[(subtree >> 2) + 9] ?? 0) > 0 && (words[(subtree >> 2) + 12] ?? 0) > 0) {
          this.begin(subtree, begin);
          return this.next();
        }
        if (++entry === end) return false;
      }
      if (inside === 0) return false;
      at = inside;
    }
  }

  private setChild(slot: number, subtree: number, flags: number, alias: number, start: number, stop: number): void {
    const { tables } = this;
    const own = (subtree & 1) !== 0 ? (subtree >> 8) & 0xff : (tables.memory.HEAPU16[(subtree >> 1) + 20] ?? 0);
    this.slot = slot;
    this.type = tables.publicSymbol(alias !== 0 ? alias : own);
    this.isNamed = alias !== 0 ? tables.isNamed(alias) : (flags & named) !== 0;
    this.start = start;
    this.stop = stop;
  }

  private open(data: number, start: number, place: number): void {
    const level = ++this.level;
    const { HEAP32: words, HEAPU16: halves } = this.tables.memory;
    const count = words[(data >> 2) + 9] ?? 0;
    const children = data - 8 * count;
    this.children[level] = children;
    this.counts[level] = count;
    this.productions[level] = halves[(data >> 1) + 33] ?? 0;
    this.places[level] = place;
    // The white space before a node is also the white space before its first child.
    this.positions[level] = start - spaceBefore(words, children);
    this.nexts[level] = 0;
    this.nextPlaces[level] = 0;
  }
}

/** Bytes of white space before a subtree. */
function spaceBefore(words: Int32Array, slot: number): number {
  const subtree = words[slot >> 2] ?? 0;
  return (subtree & 1) !== 0 ? ((words[(slot >> 2) + 1] ?? 0) >> 16) & 0xff : (words[(subtree >> 2) + 1] ?? 0);
}
