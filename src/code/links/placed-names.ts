/** The names of a file and its locals, as the walk over its text notes them. */
import type { ImportLink, Language } from '../../languages/language';
import { firstIndex } from '../../shared/range-of';
import type { Grammar } from '../../syntax/grammar';
import type { Node, SyntaxTree } from '../../syntax/syntax-node';
import type { Outline } from '../identify/outline';
import type { SourceText } from '../source-text';
import type { ModuleNames } from '../uses/module-names';
import type { LocalScope } from '../uses/name-roles';
import type { DefinitionList } from './definition-list';
import type { Reference, ReferenceForm } from './file-links';

/** A tree of the file in the language whose names count. */
export interface LinkedTree {
  readonly language: Language;
  readonly grammar: Grammar;
  readonly tree: SyntaxTree;
}

/** What the links of a file are made from, in all its trees. */
export interface LinkInput {
  readonly outline: Outline;
  readonly source: SourceText;
  readonly module: ModuleNames;
  readonly list: DefinitionList;
  readonly references: ReferenceList;
  readonly imports: ImportLink[];
}

/** Each reference of a file once. */
export class ReferenceList {
  readonly all: Reference[] = [];
  /** By name: the numbers of the references that have it. Few share one, and no key has to be put together. */
  private readonly byName = new Map<string, number[]>();

  add(form: ReferenceForm, of: number, name: string): number {
    let numbers = this.byName.get(name);
    if (!numbers) {
      numbers = [];
      this.byName.set(name, numbers);
    }
    for (const number of numbers) {
      const known = this.all[number];
      if (known?.of === of && known.form === form) return number;
    }
    const number = this.all.length;
    numbers.push(number);
    this.all.push({ form, of, name });
    return number;
  }
}

/** How a name stands in the text. */
export const standing = { alone: 0, member: 1, own: 2, base: 3, keyword: 4 } as const;

/** The receiver of a member that belongs to something without a name, and of a name that is no member. */
export const noReceiver = -1;
/** The receiver of a member of a literal (`"a".length()`), which is no code of the workspace. */
export const literalReceiver = -2;
/** The receiver of a field of the object whose method runs: `@name` in Ruby. */
export const ownReceiver = -3;

/** The receiver of a key in a pattern: what the pattern takes apart. */
export const patternReceiver = -4;

/** A name in the text. All names have all fields: code that reads objects of one shape is compiled once. */
export interface PlacedName {
  readonly offset: number;
  readonly end: number;
  readonly text: string;
  /** A code of `standing`. */
  readonly standing: number;
  /** For a member: the number of the name that it is a member of, `noReceiver` or `literalReceiver`. */
  readonly receiver: number;
  readonly isCalled: boolean;
  /** A value is assigned to it. */
  readonly isAssigned: boolean;
  readonly isType: boolean;
  readonly scope: number;
  readonly outsideOf: number;
}

/** A local name, where it is visible, and where it is bound. */
export interface LocalName extends LocalScope {
  readonly offset: number;
  readonly end: number;
  /** An import inside a function binds it. */
  readonly isImport: boolean;
  /** Types of the signature see it too, although they do not see the parameters. */
  readonly isTypeParameter: boolean;
}

export interface WalkedNames {
  /** In the order of the text. */
  readonly names: readonly PlacedName[];
  readonly locals: ReadonlyMap<string, readonly LocalName[]>;
  /** Import statements inside functions. */
  readonly innerImports: readonly Node[];
  /** By the start of a function: where its `return` statements are. */
  readonly results: ReadonlyMap<number, readonly number[]>;
}

/** The number of the name at an offset; `noReceiver` if none is there. */
export function numberAt(names: readonly PlacedName[], offset: number): number {
  const low = firstIndex(names.length, (i) => (names[i]?.offset ?? 0) >= offset);
  return names[low]?.offset === offset ? low : noReceiver;
}

/** A value is assigned to a field of the object whose method runs: `this.a = b`. */
export function isAssignedField(
  { isAssigned, standing: stands, receiver }: PlacedName,
  names: readonly PlacedName[],
): boolean {
  if (!isAssigned || stands !== standing.member) return false;
  return receiver === ownReceiver || names[receiver]?.standing === standing.own;
}
