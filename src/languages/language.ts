/**
 * What the chunker knows about a language: node types and where names stand, nothing else.
 * One language = one file in this folder that exports one or more `Language` values; `registry.ts` lists them.
 */
import type { Node } from '../syntax/syntax-node';

/** What a definition is, in the words users see: `function`, `method`, `class`, `type`, … */
export type DefinitionKind =
  | 'function'
  | 'method'
  | 'constructor'
  | 'class'
  | 'struct'
  | 'interface'
  | 'trait'
  | 'protocol'
  | 'impl'
  | 'extension'
  | 'enum'
  | 'type'
  | 'module'
  | 'namespace'
  | 'object'
  | 'constant'
  | 'variable'
  | 'field'
  | 'property'
  | 'macro'
  | 'test'
  | 'event'
  | 'block'
  | 'rule'
  | 'key'
  | 'element'
  | 'resource'
  | 'target'
  | 'statement'
  | 'message'
  | 'service'
  | 'query'
  | 'table';

/** A name and where it stands: a node, or a text put together from several (`resource.aws_instance.web`). */
export type LocatedName = Pick<Node, 'text' | 'startIndex'>;

export interface DefinitionRule {
  readonly kind: DefinitionKind;
  /**
   * The nodes that name it (several for `const a = 1, b = 2`). Default: the child of field `name`.
   * An empty list means: this node defines nothing after all (a plain expression statement, say).
   */
  readonly names?: (node: Node) => readonly LocatedName[];
  /** The kind, where the node type alone does not tell (`const f = () => …` is a function). */
  readonly kindOf?: (node: Node) => DefinitionKind;
  /**
   * `type`: a class, struct, interface, impl…: functions inside are methods.
   * `namespace`: a module or namespace: what is inside is module-level for the code inside.
   */
  readonly container?: 'type' | 'namespace';
  /**
   * The sibling before it that its text begins with, where the grammar tears a definition apart: Dart's `function_signature`
   * before the `function_body`. Such siblings are listed in `attributes` too.
   */
  readonly head?: (node: Node) => Node | undefined;
  /** The type a method belongs to when it stands outside it (Go receivers, C++ `Foo::bar`). */
  readonly owner?: (node: Node) => string | undefined;
}

export interface ImportedNames {
  /** The names the statement makes usable in this file. */
  readonly names: readonly string[];
  /** The statement reduced to the used names, as valid code. Default: the whole statement. */
  readonly narrow?: (used: ReadonlySet<string>) => string;
  /**
   * For imports that bring in names the file does not list (`#include "list.h"`, `using System.Linq;`, `import x.*`):
   * whether a word of the code comes from there, as far as names can tell. Called once per distinct word.
   */
  readonly provides?: (word: string) => boolean;
  /**
   * Whether a word after a member operator comes from there: extension functions (C#'s LINQ, Kotlin's `import a.b.toX`).
   * `isCalled`: a parenthesis or type argument follows.
   */
  readonly members?: (word: string, isCalled: boolean) => boolean;
}

/** Reads an import statement; undefined when the node imports nothing (`require` inside another call, say). */
export type ImportReader = (node: Node) => ImportedNames | undefined;

export interface LanguageStructure {
  /** Node types that define something. */
  readonly definitions: Readonly<Record<string, DefinitionRule>>;
  /**
   * Definitions of values (`const`, `var`, fields, assignments). They count at module level and inside containers, not in
   * function bodies, where they are locals.
   */
  readonly values?: Readonly<Record<string, DefinitionRule>>;
  /** Nodes around ONE definition that belong to it: `export_statement`, `decorated_definition`, `template_declaration`. */
  readonly wrappers?: readonly string[];
  /**
   * Nodes whose children count as if they stood where the node stands: `#if` blocks, `extern "C"`, `if TYPE_CHECKING:`,
   * `declaration_list`, statement wrappers. ERROR is always treated so.
   */
  readonly transparent?: readonly string[];
  /** Node types that hold the inside of a definition: what stands before the first of them is the signature. */
  readonly bodies: readonly string[];
  readonly comments: readonly string[];
  /** Siblings that precede a definition and belong to it: Rust's `attribute_item`, a free `decorator` or `annotation`. */
  readonly attributes?: readonly string[];
  /** The same where the type does not tell: Elixir's `@doc` and `@timeout 5`. */
  readonly isAttribute?: (node: Node) => boolean;
  /** Import statements, and the nodes that may be one. */
  readonly imports?: Readonly<Record<string, ImportReader>>;
  /** Whether the grammar puts comments that stand above a node at the end of the node before it (YAML, TOML). */
  readonly tailComments?: boolean;
  /** Plain text between the code (the HTML of a PHP page): it may part at any line, so code need not start a line there. */
  readonly loose?: readonly string[];
  /** Whether code inside a type names its fields without `this.` (Java, C#, C++, Kotlin…). */
  readonly bareFields?: boolean;
  /**
   * Statements that put everything after them into a namespace without wrapping it (`namespace A;` in C# and PHP,
   * `package a.b;`): node type → the nodes that name it (default: field `name`).
   */
  readonly fileScopes?: Readonly<Record<string, (node: Node) => readonly LocatedName[]>>;
}

/**
 * What an identifier is, by where it stands.
 * - `reference`: it uses a name (the default).
 * - `name`: a property, key, label, keyword argument…: no use of a module-level name.
 * - `pass`: part of a pattern: the parent decides (`{a, b: [c]}` in a declaration or a parameter).
 * - `bind`: it introduces a name in the nearest scope around it.
 * - `bindFunction`: … in the nearest scope of kind `function` or `class` (JavaScript's `var`, Python's assignments).
 * - `bindOuter`: … in the scope around the nearest one (the name of a nested function: the function is a scope itself).
 * - `bindBoth`: as `bindOuter`, for the value and the type of that name (a local class).
 * - `global`: the nearest function means the module's name, although it assigns it (Python's `global x`).
 */
export type IdentifierRole =
  | 'reference'
  | 'name'
  | 'pass'
  | 'bind'
  | 'bindFunction'
  | 'bindOuter'
  | 'bindBoth'
  | 'global';

export interface LanguageReferences {
  /** Leaf node types that can name an import or a module-level definition. */
  readonly identifiers: readonly string[];
  /**
   * Those of them that name types, where types and values are separate name spaces (TypeScript, Rust, Java): a parameter
   * `foo` then does not hide a type `foo`. Leave out where there is one name space (Python, Go).
   */
  readonly typeIdentifiers?: readonly string[];
  /** Identifiers that hold a whole path (Elixir's `A.B.C`): their first part is the name. */
  readonly paths?: readonly string[];
  /** Leaf node types that are text to the grammar and code to the reader: every word in them counts (C's macro bodies). */
  readonly texts?: readonly string[];
  /**
   * Role by edge: `'parent_type.field'` or, for children without a field or any field, `'parent_type'`. Starting at the leaf,
   * the first edge upward that is listed decides; `pass` goes on with the next edge up; an edge that is not listed: `reference`.
   */
  readonly roles: Readonly<Record<string, IdentifierRole | ((node: Node) => IdentifierRole)>>;
  /**
   * Node types that open a scope. `function`: what `bindFunction` looks for. `class`: names bound there are visible
   * directly inside only, not in nested functions (Python's class bodies).
   */
  readonly scopes: Readonly<Record<string, 'function' | 'block' | 'class'>>;
  /**
   * Scopes that reach over the sibling after them, by its type: the parameters in Dart's `function_signature` are visible in
   * the `function_body` behind it. Where scopes of this list nest, the outermost reaches.
   */
  readonly reach?: Readonly<Record<string, string>>;
  /**
   * Edges (as in `roles`) whose inside is evaluated outside the scope they are part of: Python's default values and
   * annotations stand inside `function_definition`, yet do not see its parameters.
   */
  readonly outside?: readonly string[];
  /** Whether a local name hides from its declaration on (`let x = x.y;` in Rust) or in its whole scope (JavaScript). */
  readonly bindFrom?: 'scope' | 'declaration';
  /** Text directly before an identifier that makes it a member, never a reference. Default `['.']`; `...x` is no member. */
  readonly memberOperators?: readonly string[];
  /** Whether `::` before a name means: a member of that namespace or type, no matter what else has that name (C++, Ruby). */
  readonly qualified?: boolean;
  /** Characters other than letters, digits and `_` that words may contain (`$`, `-`, `?`, `!`, `'`, `@`). Default: `$`. */
  readonly wordCharacters?: string;
  /** Whether names differ by case only are the same (PHP functions, PowerShell, SQL). */
  readonly ignoreCase?: boolean;
}

/** A part of a file that is written in another language, and where it stands in the host's tree. */
export interface EmbeddedPart {
  readonly language: string;
  readonly content: Node;
}

export interface Language {
  /** `python`; VS Code's own language id where it has one. */
  readonly id: string;
  readonly name: string;
  /** With the dot, lower case: `.py`. */
  readonly extensions?: readonly string[];
  /** Whole file names: `Dockerfile`, `Makefile`. */
  readonly filenames?: readonly string[];
  /** Interpreters of a `#!` line: `python`, `node`. A version suffix (`python3.12`) matches too. */
  readonly interpreters?: readonly string[];
  /** The file in `grammars/` without `.wasm`. */
  readonly grammar: string;
  /** How one line becomes a comment: `['// ', '']`, `['/* ', ' *\/']`. */
  readonly comment: readonly [open: string, close: string];
  /** What stands for a left-out body after a signature, as valid code: ` { /* … *\/ }`, ` ...`. */
  readonly elision?: string;
  /**
   * Rewrites valid code that the grammar cannot parse into code that it can, of the same length, so that offsets hold. Tried on
   * files with syntax errors, kept where it leaves fewer.
   */
  readonly repair?: (text: string) => string;
  readonly structure: LanguageStructure;
  /** For host languages (Vue, Svelte, HTML): the part in another language that a top-level node holds. */
  readonly embeds?: (node: Node) => EmbeddedPart | undefined;
  /** Languages without it get structural chunks: no imports or globals are resolved. */
  readonly references?: LanguageReferences;
}
