/** The syntax tree of a text. `fast/` reads it from tree-sitter's memory, `plain/` through web-tree-sitter's public API. */
import type { Language as Grammar, Parser, Range } from 'web-tree-sitter';
import type { Node, Tree } from './syntax-node';

export interface SyntaxTree extends Tree {
  readonly rootNode: Node;
  /** @param needsField by type id: 1 if someone reads the field of a child of such a node; the other fields are 0 in the path. */
  path(needsField: Uint8Array): NodePath;
  /** Trees are in WASM memory, which no garbage collector frees. */
  delete(): void;
}

/**
 * The path from the root to the deepest node at an offset. Visit offsets in ascending order: the path then climbs only as far as
 * needed and continues from sibling to sibling, so a whole file costs one partial walk.
 */
export interface NodePath {
  /** Of the deepest node; the root has depth 0. */
  readonly depth: number;
  moveTo(offset: number): void;
  /** The node at a depth of the path; created on demand. */
  nodeAt(depth: number): Node;
  typeAt(depth: number): number;
  /** Id of the field that the node has in its parent, 0 for none. */
  fieldAt(depth: number): number;
  startAt(depth: number): number;
  endAt(depth: number): number;
}

/** A way to parse texts and to read their trees. A process uses one, which `choose-reader.ts` chooses. */
export interface SyntaxReader {
  readonly kind: 'fast' | 'plain';
  createParser(grammar: Grammar): Parser;
  /** @returns null if the parser stopped because it took longer than `parseMs`, or than its length allows. */
  parse(parser: Parser, input: ParserInput): SyntaxTree | null;
}

/**
 * The most processor time for a text of some length, in milliseconds: some 100 times what the slowest grammar needs, because the threads
 * that optimise a grammar count, too. Recovering from errors can take quadratic time: lines of `}!`, or comments that never end.
 */
export function processorLimit(length: number): number {
  return 2000 + length / 50;
}

export interface ParserInput {
  readonly text: string;
  /** The UTF-16 units of the text. */
  readonly units: Uint16Array;
  readonly parseMs: number;
  /** Parse only this range. */
  readonly range?: Range | undefined;
}
