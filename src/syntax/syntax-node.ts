/**
 * What language files see of a syntax tree. The shape is that of web-tree-sitter's nodes, without what nobody asks for; the nodes
 * themselves are read from tree-sitter's memory (`src/syntax/tree-node.ts`).
 */
export interface Node {
  readonly tree: Tree;
  /** One number per node of a tree. */
  readonly id: number;
  readonly typeId: number;
  readonly type: string;
  /** Named by a rule of the grammar; else it is a token like `{`. */
  readonly isNamed: boolean;
  /** Put in by the parser, where the grammar wants a token that the text does not have. */
  readonly isMissing: boolean;
  readonly isError: boolean;
  /** It is or holds an error or a missing token. */
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
  /** The first child that hangs on its parent by this field. */
  childForFieldName(name: string): Node | null;
  childrenForFieldName(name: string): readonly Node[];
  /** The node itself and those below it that have one of these types, in the order of the text. */
  descendantsOfType(types: string | readonly string[]): readonly Node[];
}

export interface Tree {
  readonly rootNode: Node;
}

/** 0-based; rows end at `\n` alone. */
export interface Point {
  readonly row: number;
  readonly column: number;
}
