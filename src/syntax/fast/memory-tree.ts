/** The tree of a text, read from tree-sitter's memory: its root, and what all its nodes need. */

import type { Tree as GrammarTree } from 'web-tree-sitter';
import { rangeOf } from '../../shared/range-of';
import type { Point, SyntaxTree } from '../syntax-node';
import { ChildWalk } from './child-walk';
import { MemoryNode, type NodeSource } from './memory-node';
import { MemoryPath } from './memory-path';
import { addressInMemory, GrammarTables } from './tree-memory';

export class MemoryTree implements SyntaxTree, NodeSource {
  readonly tables: GrammarTables;
  readonly types: readonly string[];
  readonly walk: ChildWalk;
  private readonly fields: readonly (string | null)[];
  private root: MemoryNode | undefined;
  /** Offset of the start of each row. */
  private rows: Uint32Array | undefined;

  constructor(
    readonly grammarTree: GrammarTree,
    /** The text that was parsed. */
    readonly text: string,
  ) {
    this.tables = new GrammarTables(addressInMemory(grammarTree));
    this.types = grammarTree.language.types;
    this.fields = grammarTree.language.fields;
    this.walk = new ChildWalk(this.tables);
  }

  get rootNode(): MemoryNode {
    this.root ??= this.makeRoot();
    return this.root;
  }

  path(needsField: Uint8Array): MemoryPath {
    return new MemoryPath(this, needsField);
  }

  /** 0 if the grammar has no such field. */
  fieldId(name: string): number {
    return Math.max(0, this.fields.indexOf(name));
  }

  pointAt(offset: number): Point {
    this.rows ??= rowStarts(this.text);
    const row = rangeOf(this.rows, offset);
    return { row, column: offset - (this.rows[row] ?? 0) };
  }

  delete(): void {
    this.grammarTree.delete();
  }

  private makeRoot(): MemoryNode {
    const id = addressInMemory(this.grammarTree);
    const { HEAP32: words } = this.tables.memory;
    const subtree = words[id >> 2] ?? 0;
    const isLeaf = (subtree & 1) !== 0;
    const sizes = words[(id >> 2) + 1] ?? 0;
    const start = isLeaf ? (sizes >> 16) & 0xff : (words[(subtree >> 2) + 1] ?? 0);
    const length = isLeaf ? sizes >>> 24 : (words[(subtree >> 2) + 4] ?? 0);
    const type = this.tables.publicSymbol(symbolOf(this.tables, subtree));
    return new MemoryNode(this, null, id, type, true, start >> 1, (start + length) >> 1);
  }
}

function symbolOf(tables: GrammarTables, subtree: number): number {
  return (subtree & 1) !== 0 ? (subtree >> 8) & 0xff : (tables.memory.HEAPU16[(subtree >> 1) + 20] ?? 0);
}

function rowStarts(text: string): Uint32Array {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return Uint32Array.from(starts);
}
