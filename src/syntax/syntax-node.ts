/**
 * The interface of a syntax tree for language files and chunking. It has the shape of web-tree-sitter's nodes, without what nobody
 * needs. `fast/memory-node.ts` and `plain/plain-node.ts` implement it.
 */
export interface Node {
  readonly tree: Tree;
  /** Unique in its tree. */
  readonly id: number;
  readonly typeId: number;
  readonly type: string;
  /** Named by a rule of the grammar; otherwise a token such as `{`. */
  readonly isNamed: boolean;
  /** Inserted by the parser: the grammar needs a token that the text does not have. */
  readonly isMissing: boolean;
  readonly isError: boolean;
  /** The node is or contains an error or a missing token. */
  readonly hasError: boolean;
  /** UTF-16 offsets, the end exclusive. */
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: Point;
  readonly endPosition: Point;
  readonly text: string;
  readonly parent: Node | null;
  readonly children: readonly Node[];
  readonly namedChildren: readonly Node[];
  readonly childCount: number;
  readonly namedChildCount: number;
  readonly firstChild: Node | null;
  readonly lastChild: Node | null;
  readonly firstNamedChild: Node | null;
  readonly lastNamedChild: Node | null;
  readonly nextSibling: Node | null;
  readonly previousSibling: Node | null;
  readonly nextNamedSibling: Node | null;
  readonly previousNamedSibling: Node | null;
  child(index: number): Node | null;
  /** The first child with this field. */
  childForFieldName(name: string): Node | null;
  childrenForFieldName(name: string): readonly Node[];
  /** The node itself and those below it that have one of these types, in the order of the text. */
  descendantsOfType(types: string | readonly string[]): readonly Node[];
}

export interface Tree {
  readonly rootNode: Node;
}

/** 0-based; only `\n` ends a row. */
export interface Point {
  readonly row: number;
  readonly column: number;
}

/** The type id of errors, which no grammar lists. */
export const errorTypeId = 0xffff;
