/**
 * What the chunker knows about a language: its node types and where to find names, nothing else.
 * Each language is one file in `definitions/` that exports one or more `Language` values; `registry.ts` lists them.
 */
import type { Node } from '../syntax/syntax-node';
import type { LanguageLinks } from './language-links';

/** The kinds of definitions, in the words that users see. The index stores their places in this list. */
export const definitionKinds = [
  ...['function', 'method', 'constructor', 'class', 'struct', 'interface', 'trait', 'protocol', 'impl'],
  ...['extension', 'enum', 'type', 'module', 'namespace', 'object', 'constant', 'variable', 'field'],
  ...['property', 'macro', 'test', 'event', 'block', 'rule', 'key', 'element', 'resource', 'target'],
  ...['statement', 'message', 'service', 'query', 'table'],
] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

/** A name and its offset: a node, or a text built from several nodes (`resource.aws_instance.web`). */
export type LocatedName = Pick<Node, 'text' | 'startIndex'>;

export interface DefinitionRule {
  readonly kind: DefinitionKind;
  /**
   * The nodes that name the definition (several for `const a = 1, b = 2`). Default: the child in field `name`.
   * An empty list means that this node defines nothing (for example, a plain expression statement).
   */
  readonly names?: (node: Node) => readonly LocatedName[];
  /** The kind, if the node type alone does not determine it (`const f = () => …` is a function). */
  readonly kindOf?: (node: Node) => DefinitionKind;
  /**
   * `type`: a class, struct, interface or impl. Functions inside it are methods.
   * `namespace`: a module or namespace. Definitions inside it are module-level for the code inside it.
   */
  readonly container?: 'type' | 'namespace';
  /**
   * The preceding sibling where the definition's text begins, if the grammar splits a definition into siblings: Dart's
   * `function_signature` before the `function_body`. List these siblings in `attributes` too.
   */
  readonly head?: (node: Node) => Node | undefined;
  /** The type that a method belongs to, if the method is written outside the type (Go receivers, C++ `Foo::bar`). */
  readonly owner?: (node: Node) => string | undefined;
  /** The node of its declared type or return type; of its value (`new X()`, a call) if no type is declared. */
  readonly type?: (node: Node) => Node | undefined;
  /** The node of the function that it holds, if that is not the node itself: the value of `const f = () => 1`. */
  readonly callable?: (node: Node) => Node | undefined;
  /** The nodes that name its base types. */
  readonly bases?: (node: Node) => readonly Node[];
  /** What is in its body but too small to be a definition of a chunk: the fields of a struct in Go, C and Rust. */
  readonly members?: (node: Node) => readonly TypeMember[];
}

/** A field, or a method without a body. */
export interface TypeMember {
  readonly kind: DefinitionKind;
  readonly name: Node;
  /** The node whose text declares it. */
  readonly declaration: Node;
  /** As in `DefinitionRule`. */
  readonly type: Node | undefined;
}

/**
 * A name that a statement brings into a file or shows to other files, and what it means. Nothing is resolved here:
 *
 *     import { a as b } from "./x"   b, ./x, a          export { a as b }    b, (this file), a
 *     import d from "./x"            d, ./x, default    export * from "./x"  *, ./x, *
 *     import * as n from "./x"       n, ./x, (itself)   from .x import *     *, .x, *
 *     const { b } = require("x").a   b, x, a.b          module.exports = a   *, (this file), a
 */
export interface ImportLink {
  /**
   * The name in this file and in files that import from it. `*`: every name of the module. `a.b`: the member `b` of this file's `a`,
   * and `a.*` every member of it.
   */
  readonly local: string;
  /** As the code writes it, without quotes: `./x`, `..pkg.x`, `a.b`, `crate::x`, `list.h`. Empty: this file. */
  readonly module: string;
  /**
   * The name in that module, with dots for a member of it (`a.b`). `*`: every name. Empty: the module itself. With `*` as the
   * local name, every member of that name; in this file it says that the file's own value is `a` (`module.exports = a`).
   */
  readonly name: string;
}

export interface ImportedNames {
  /** The names that the statement binds in this file. */
  readonly names: readonly string[];
  /** The statement reduced to the used names, as valid code. Default: the whole statement. */
  readonly narrow?: (used: ReadonlySet<string>) => string;
  /**
   * For imports that do not list the names they bring in (`#include "list.h"`, `using System.Linq;`, `import x.*`):
   * tests whether a word in the code comes from the import, judging by names alone. Called once per distinct word.
   */
  readonly provides?: (word: string) => boolean;
  /**
   * Tests whether a word after a member operator is an extension function from this import (C#'s LINQ, Kotlin's
   * `import a.b.toX`). `isCalled`: a parenthesis or type argument follows.
   */
  readonly members?: (word: string, isCalled: boolean) => boolean;
  /** The names that the statement brings in, with where they are from. A function, since only the graph needs them. */
  readonly links?: () => readonly ImportLink[];
}

/** Reads an import statement; undefined if the node imports nothing (for example, `require` inside another call). */
export type ImportReader = (node: Node) => ImportedNames | undefined;

export interface LanguageStructure {
  /** Node types that define something. */
  readonly definitions: Readonly<Record<string, DefinitionRule>>;
  /**
   * Definitions of values (`const`, `var`, fields, assignments). They count at module level and inside containers, but not
   * in function bodies, where they are locals.
   */
  readonly values?: Readonly<Record<string, DefinitionRule>>;
  /** Nodes that wrap one definition and belong to it: `export_statement`, `decorated_definition`, `template_declaration`. */
  readonly wrappers?: readonly string[];
  /**
   * Nodes that are replaced by their children: `#if` blocks, `extern "C"`, `if TYPE_CHECKING:`, `declaration_list`,
   * statement wrappers. ERROR nodes are always transparent.
   */
  readonly transparent?: readonly string[];
  /** Node types that hold the body of a definition. The text before the first one is the signature. */
  readonly bodies?: readonly string[];
  /** Default `['comment']`. */
  readonly comments?: readonly string[];
  /** Siblings before a definition that belong to it: Rust's `attribute_item`, a separate `decorator` or `annotation`. */
  readonly attributes?: readonly string[];
  /** Like `attributes`, if the node type alone does not decide: Elixir's `@doc` is an attribute, `@timeout 5` is not. */
  readonly isAttribute?: (node: Node) => boolean;
  /** Readers for import statements and for nodes that may be one, by node type. */
  readonly imports?: Readonly<Record<string, ImportReader>>;
  /**
   * Statements that show names to other files other than by defining them there: `export { a as b }`, `export default a`,
   * `module.exports = a`. By node type; an empty list if the node exports nothing.
   */
  readonly exports?: Readonly<Record<string, (node: Node) => readonly ImportLink[]>>;
  /** True if the grammar attaches a comment above a node to the end of the previous node (YAML, TOML). */
  readonly tailComments?: boolean;
  /** Plain text between code (the HTML of a PHP page). It may be cut at any line, so code after it need not start a line. */
  readonly loose?: readonly string[];
  /** True if code inside a type uses its fields without `this.` (Java, C#, C++, Kotlin…). */
  readonly bareFields?: boolean;
  /**
   * Statements that put the rest of the file into a namespace without wrapping it (`namespace A;` in C# and PHP,
   * `package a.b;`): node type → the nodes that name the namespace.
   */
  readonly fileScopes?: Readonly<Record<string, (node: Node) => readonly LocatedName[]>>;
}

/**
 * The role of an identifier, by its position in the tree.
 * - `reference`: uses a name (the default).
 * - `name`: a property, key, label or keyword argument; does not use a module-level name.
 * - `pass`: part of a pattern; the parent decides (`{a, b: [c]}` in a declaration or a parameter).
 * - `bind`: introduces a name in the nearest enclosing scope.
 * - `bindFunction`: like `bind`, in the nearest scope of kind `function` or `class` (JavaScript's `var`, Python's assignments).
 * - `bindOuter`: like `bind`, in the scope around the nearest one (the name of a nested function, which is a scope itself).
 * - `bindBoth`: like `bindOuter`, for both the value and the type of that name (a local class).
 * - `global`: refers to the module's name although the function assigns it (Python's `global x`).
 */
export const identifierRoles = [
  ...['reference', 'name', 'pass', 'bind', 'bindFunction', 'bindOuter', 'bindBoth', 'global'],
] as const;
export type IdentifierRole = (typeof identifierRoles)[number];

export interface LanguageReferences {
  /** Leaf node types that can name an import or a module-level definition. Default `['identifier']`. */
  readonly identifiers?: readonly string[];
  /**
   * The identifiers that name types, if types and values have separate namespaces (TypeScript, Rust, Java): a parameter
   * `foo` then does not hide a type `foo`. Leave this out for languages with one namespace (Python, Go).
   */
  readonly typeIdentifiers?: readonly string[];
  /** Identifiers that hold a whole path (Elixir's `A.B.C`). Their first part is the name. */
  readonly paths?: readonly string[];
  /** Leaf node types that hold code that the grammar does not parse (C's macro bodies). Every word in them counts. */
  readonly texts?: readonly string[];
  /**
   * Roles by edge: `'parent_type.field'`, or `'parent_type'` for children without a field or in any field. Starting at the
   * leaf, the first listed edge upward decides. `pass` continues with the next edge up. An edge that is not listed means
   * `reference`.
   */
  readonly roles: Readonly<Record<string, IdentifierRole | ((node: Node) => IdentifierRole)>>;
  /**
   * Node types that open a scope. `function`: the scope that `bindFunction` binds in. `class`: its names are visible only
   * directly inside it, not in nested functions (Python's class bodies).
   */
  readonly scopes: Readonly<Record<string, 'function' | 'block' | 'class'>>;
  /**
   * Scopes that extend over the next sibling, by the sibling's type: the parameters in Dart's `function_signature` are visible
   * in the `function_body` after it. If such scopes nest, the outermost one extends.
   */
  readonly reach?: Readonly<Record<string, string>>;
  /**
   * Edges (as in `roles`) whose content is evaluated outside the scope that contains it: Python's default values and
   * annotations are inside `function_definition` but do not see its parameters.
   */
  readonly outside?: readonly string[];
  /** Where a local name hides outer names: after its declaration (`let x = x.y;` in Rust) or in its whole scope (JavaScript). */
  readonly bindFrom?: 'scope' | 'declaration';
  /** Text directly before an identifier that makes it a member, not a reference. Default `['.']`; `...x` is not a member. */
  readonly memberOperators?: readonly string[];
  /** True if `A::b` always means the member `b` of `A`, even if something else is called `b` (C++, Ruby). */
  readonly qualified?: boolean;
  /** Characters other than letters, digits and `_` that words may contain (`$`, `-`, `?`, `!`, `'`, `@`). Default: `$`. */
  readonly wordCharacters?: string;
  /** True if names that differ only in case are the same (PowerShell). */
  readonly ignoreCase?: boolean;
}

/** A part of a file in another language, and its node in the host's tree. */
export type EmbeddedPart = { readonly language: string; readonly content: Node };

export interface Language {
  /** `python`; VS Code's language id, if it has one. */
  readonly id: string;
  readonly name: string;
  /** With the dot, lower case: `.py`. */
  readonly extensions?: readonly string[];
  /** Whole file names: `Dockerfile`, `Makefile`. */
  readonly filenames?: readonly string[];
  /** Interpreters of a `#!` line: `python`, `node`. A version suffix (`python3.12`) matches too. */
  readonly interpreters?: readonly string[];
  /** The file in `grammars/` without `.wasm`. Default: the id; see `grammarOf`. */
  readonly grammar?: string;
  /** The text before and after a line that makes it a comment: `['// ', '']`, `['/* ', ' *\/']`. */
  readonly comment: readonly [open: string, close: string];
  /** Replaces an omitted body after a signature, as valid code: ` { /* … *\/ }`, ` ...`. */
  readonly elision?: string;
  /**
   * Rewrites valid code that the grammar cannot parse into code that it can parse. The length stays the same, so that offsets
   * stay valid. It is applied to files with syntax errors, and its result is used if fewer errors remain.
   */
  readonly repair?: (text: string) => string;
  readonly structure: LanguageStructure;
  /** For host languages (Vue, Svelte, HTML): the part in another language inside a top-level node. */
  readonly embeds?: (node: Node) => EmbeddedPart | undefined;
  /** Languages without this get structural chunks: no imports or globals are resolved. */
  readonly references?: LanguageReferences;
  /** In languages without this, the graph finds names by themselves: one that a single definition has. */
  readonly links?: LanguageLinks;
}
