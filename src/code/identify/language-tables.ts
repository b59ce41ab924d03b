/**
 * A language's structure as sets and maps, in one object shape for every language. Language files leave out what they do not need,
 * so their objects differ in shape, and V8 would recompile code that reads them directly for each language.
 */
import type { DefinitionRule, ImportLink, ImportReader, Language, LocatedName } from '../../languages/language';
import { remember } from '../../shared/maps';
import type { Node } from '../../syntax/syntax-node';

/** A `DefinitionRule` with every field present. */
export type UniformRule = { readonly [Field in keyof DefinitionRule]-?: DefinitionRule[Field] | undefined } & {
  readonly kind: DefinitionRule['kind'];
};

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
  return remember(known, language, () => {
    const { structure } = language;
    return {
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
  });
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

/** Stands in for the language of plain text: no syntax, no comments. */

export const plainTextLanguage: Language = {
  id: 'plaintext',
  name: 'Plain text',
  grammar: '',
  comment: ['', ''],
  structure: { definitions: {}, bodies: [], comments: [] },
};
