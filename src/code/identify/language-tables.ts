/**
 * A language's structure as sets and maps, in one object shape for every language. Language files leave out what they do not need,
 * so their objects differ in shape, and V8 would recompile code that reads them directly for each language.
 */

import type {
  DefinitionKind,
  DefinitionRule,
  ImportLink,
  ImportReader,
  Language,
  LocatedName,
  TypeMember,
} from '../../languages/language';
import type { Node } from '../../syntax/syntax-node';

/** A `DefinitionRule` with every field present. */
export interface UniformRule {
  readonly kind: DefinitionKind;
  readonly names: ((node: Node) => readonly LocatedName[]) | undefined;
  readonly kindOf: ((node: Node) => DefinitionKind) | undefined;
  readonly container: 'type' | 'namespace' | undefined;
  readonly head: ((node: Node) => Node | undefined) | undefined;
  readonly owner: ((node: Node) => string | undefined) | undefined;
  readonly type: ((node: Node) => Node | undefined) | undefined;
  readonly callable: ((node: Node) => Node | undefined) | undefined;
  readonly bases: ((node: Node) => readonly Node[]) | undefined;
  readonly members: ((node: Node) => readonly TypeMember[]) | undefined;
}

export interface LanguageTables {
  readonly comments: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
  readonly isAttribute: ((node: Node) => boolean) | undefined;
  readonly wrappers: ReadonlySet<string>;
  readonly transparent: ReadonlySet<string>;
  readonly bodies: ReadonlySet<string>;
  readonly loose: ReadonlySet<string>;
  readonly tailComments: boolean;
  readonly bareFields: boolean;
  readonly definitions: ReadonlyMap<string, UniformRule>;
  readonly values: ReadonlyMap<string, UniformRule>;
  readonly imports: ReadonlyMap<string, ImportReader>;
  readonly exports: ReadonlyMap<string, (node: Node) => readonly ImportLink[]>;
  readonly fileScopes: ReadonlyMap<string, (node: Node) => readonly LocatedName[]>;
}

const known = new WeakMap<Language, LanguageTables>();

export function languageTables(language: Language): LanguageTables {
  let tables = known.get(language);
  if (!tables) {
    const { structure } = language;
    tables = {
      comments: new Set(structure.comments),
      attributes: new Set(structure.attributes),
      isAttribute: structure.isAttribute,
      wrappers: new Set(structure.wrappers),
      transparent: new Set(['ERROR', ...(structure.transparent ?? [])]),
      bodies: new Set(structure.bodies),
      loose: new Set(structure.loose),
      tailComments: structure.tailComments === true,
      bareFields: structure.bareFields === true,
      definitions: rulesOf(structure.definitions),
      values: rulesOf(structure.values ?? {}),
      imports: new Map(Object.entries(structure.imports ?? {})),
      exports: new Map(Object.entries(structure.exports ?? {})),
      fileScopes: new Map(Object.entries(structure.fileScopes ?? {})),
    };
    known.set(language, tables);
  }
  return tables;
}

function rulesOf(rules: Readonly<Record<string, DefinitionRule>>): Map<string, UniformRule> {
  return new Map(
    Object.entries(rules).map(
      ([type, { kind, names, kindOf, container, head, owner, type: typeOf, callable, bases, members }]) => [
        type,
        { kind, names, kindOf, container, head, owner, type: typeOf, callable, bases, members },
      ],
    ),
  );
}
