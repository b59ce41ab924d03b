/** The tree of a text: its root, and what all its nodes need. */
import type { Tree as GrammarTree } from 'web-tree-sitter';
import { ChildWalk } from './child-walk';
import type { Point, Tree } from './syntax-node';
import { addressOf, GrammarTables } from './tree-memory';
import { TreeNode } from './tree-node';

export class SyntaxTree implements Tree {
  readonly tables: GrammarTables;
  readonly types: readonly string[];
  readonly walk: ChildWalk;
  private readonly fields: readonly (string | null)[];
  private root: TreeNode | undefined;
  /** Where each row begins. */
  private rows: readonly number[] | undefined;

  constructor(
    readonly tree: GrammarTree,
    /** What was parsed. */
    readonly text: string,
  ) {
    this.tables = new GrammarTables(addressOf(tree));
    this.types = tree.language.types;
    this.fields = tree.language.fields;
    this.walk = new ChildWalk(this.tables);
  }

  get rootNode(): TreeNode {
    this.root ??= this.makeRoot();
    return this.root;
  }

  /** 0 where the grammar has no such field. */
  fieldId(name: string): number {
    return Math.max(0, this.fields.indexOf(name));
  }

  pointAt(offset: number): Point {
    this.rows ??= rowStarts(this.text);
    let low = 0;
    let high = this.rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.rows[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { row: low, column: offset - (this.rows[low] ?? 0) };
  }

  delete(): void {
    this.tree.delete();
  }

  private makeRoot(): TreeNode {
    const id = addressOf(this.tree);
    const { HEAP32: words } = this.tables.memory;
    const subtree = words[id >> 2] ?? 0;
    const isLeaf = (subtree & 1) !== 0;
    const sizes = words[(id >> 2) + 1] ?? 0;
    const start = isLeaf ? (sizes >> 16) & 0xff : (words[(subtree >> 2) + 1] ?? 0);
    const length = isLeaf ? sizes >>> 24 : (words[(subtree >> 2) + 4] ?? 0);
    const type = this.tables.publicSymbol(symbolOf(this.tables, subtree));
    return new TreeNode(this, null, id, type, true, start >> 1, (start + length) >> 1);
  }
}

function symbolOf(tables: GrammarTables, subtree: number): number {
  return (subtree & 1) !== 0 ? (subtree >> 8) & 0xff : (tables.memory.HEAPU16[(subtree >> 1) + 20] ?? 0);
}

function rowStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
