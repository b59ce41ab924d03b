/**
 * What a file says about other code, as data: what it defines, where its imports are from, and which names its code uses. Nothing is
 * resolved here, so the links of a file depend on that file alone. `src/index/graph/` resolves them when someone asks.
 */
import type { DefinitionKind, ImportLink } from '../../languages/language';

export interface LinkedDefinition {
  readonly name: string;
  readonly kind: DefinitionKind;
  /** The number of the definition that it is inside; -1 at module level. */
  readonly container: number;
  /** The type it belongs to if it is written outside of it: Go's receivers, `Foo::bar` in C++. Empty otherwise. */
  readonly owner: string;
  /** 1-based line of its name. */
  readonly line: number;
  readonly endLine: number;
  /** UTF-16 offsets of its signature. */
  readonly start: number;
  readonly signatureEnd: number;
  /** The reference to its declared type or to what it returns; -1 if it has none. */
  readonly type: number;
  /** The references to its base types. */
  readonly bases: readonly number[];
}

/**
 * How a name is used:
 * - `name`: as it stands; imported, from the package, or defined elsewhere.
 * - `own`: the definition with number `of` of this file.
 * - `bare`: as it stands, inside definition `of`: a member of the type that this is, extends or belongs to (`Foo::run`); or as `name`.
 * - `member`: of what reference `of` means: of a module, a type, or the type of a value.
 * - `base`: as a member of the base types of the definition with number `of` (`super.x`).
 * - `any`: as a member of something unknown.
 */
export const referenceForms = ['name', 'own', 'bare', 'member', 'base', 'any'] as const;
export type ReferenceForm = (typeof referenceForms)[number];

export interface Reference {
  readonly form: ReferenceForm;
  /** A reference of the same file with a smaller number, or a definition; -1 for none. */
  readonly of: number;
  readonly name: string;
}

/** A place where a reference stands. */
export interface LinkUse {
  readonly offset: number;
  /** The number of the reference. */
  readonly reference: number;
}

export interface FileLinks {
  /** The package or namespace that the code is in, as written; empty if the language or the file has none. */
  readonly namespace: string;
  readonly imports: readonly ImportLink[];
  readonly definitions: readonly LinkedDefinition[];
  readonly references: readonly Reference[];
  /** In the order of the text. */
  readonly uses: readonly LinkUse[];
}
