import type { Node } from '../syntax/syntax-node';

/** How the graph of the workspace reads a language: what names an expression, and what is known about the type of a value. */
export interface LanguageLinks {
  /**
   * Which child names an expression or a type, by node type: the child in a field, the first named one if the field is empty, or
   * the node itself for `.` (a node without children needs no entry).
   * `call_expression: 'function'`, `member_expression: 'property'`, `new_expression: 'constructor'`, `pointer_type: ''`.
   */
  readonly naming: Readonly<Record<string, string | ((node: Node) => Node | null)>>;
  /**
   * Where a bound name has its type, by the type of the node that binds it: the fields with a declared type or a value, in this
   * order. `variable_declarator: ['type', 'value']`. A function gets that node and the name.
   */
  readonly bound?: Readonly<Record<string, readonly string[] | ((node: Node, name: Node) => Node | null | undefined)>>;
  /**
   * The patterns that take a value apart, by node type: the name of the member that a part of the pattern gets, empty for the value
   * itself or an element of it, undefined if nothing is known. `{ a: b }` gives `b` the member `a`.
   */
  readonly parts?: Readonly<Record<string, (pattern: Node, part: Node) => string | undefined>>;
  /** The values that an expression chooses from, by node type: `a` and `b` for `a ?? b`. */
  readonly choices?: Readonly<Record<string, (node: Node) => readonly Node[]>>;
  /** The declared type of a member of a nameless type: `A` for the member `a` of `{ a: A }`; null if the type has no such member. */
  readonly inlineMember?: (type: Node, member: string) => Node | null | undefined;
  /** Patterns whose keys name members of what is taken apart: `{ a: b }`. */
  readonly patternKeys?: readonly string[];
  /** The words before the result of a function: `return`. */
  readonly results?: readonly string[];
  /** Assignments that may declare the type of a field: `self.repo: Repo = …` in Python. */
  readonly annotated?: readonly string[];
  /** The name of the type that a definition inside another type extends, by node type: C#'s `static void F(this Foo foo)`. */
  readonly extended?: Readonly<Record<string, (node: Node) => string | undefined>>;
  /** The words for the object whose method runs: `this`, `self`. */
  readonly own?: readonly string[];
  /** The words for the same object as its base types define it: `super`. */
  readonly base?: readonly string[];
  /** True if code uses names of other files without an import: those of its package, or everything that is loaded. */
  readonly isOpen?: boolean;
  /** True if members of a type are used without `this.` (Java, C++). */
  readonly bareMembers?: boolean;
  /**
   * Edges (as in `roles`) of names that can only be types, if the grammar does not tell them apart and a member often has the name
   * of its type: `public Color Color` in C#.
   */
  readonly typeEdges?: readonly string[];
  /** Words that never mean a definition, although they stand where names do: `var` and `class` (`Foo.class`) in Java. */
  readonly keywords?: readonly string[];
  /** Statements at module level or in a namespace whose words are no uses: imports and packages. */
  readonly silent?: readonly string[];
  /**
   * True if methods have their own namespace: a call means a method even if a field has the same name (Java). The edges of calls
   * are then among the `typeIdentifiers`.
   */
  readonly separateMethods?: boolean;
  /** True if a name after `::` stands for the method itself, so it counts like a call (Java, Kotlin). */
  readonly methodReferences?: boolean;
  /** True if a function may be declared without its body before it is defined (C). */
  readonly hasPrototypes?: boolean;
  /** What the names of variables begin with, if only their own function and module know them: `$` in PHP. */
  readonly variablePrefix?: string;
  /** The name before a member, if the tree does not have it as the first child of the node around the member (Dart). */
  readonly receiver?: (member: Node) => Node | null;
  /** Members that stand for what they are called on: `x.clone()` and `x.unwrap()` in Rust, `Repo.new` in Ruby. */
  readonly sameMembers?: readonly string[];
  /** The words that a path may begin with. A name before `::` may then be a module that no import names: `crate::a`, `serde::b`. */
  readonly pathRoots?: readonly string[];
  /** True if a block after a name is an argument, so the name is called: `items.map { … }` in Kotlin. */
  readonly blockCalls?: boolean;
  /** True if `@name` is a field of the object whose method runs (Ruby). */
  readonly atFields?: boolean;
  /** Names that the language itself defines, which never lead to code of the workspace unless the file defines them. */
  readonly builtins?: readonly string[];
}
