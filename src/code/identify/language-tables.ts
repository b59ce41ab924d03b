/** A language's structure as sets and maps, with what language files leave out. */
import type { Language } from '../../languages/language';
import { remember } from '../../shared/maps';

export type LanguageTables = ReturnType<typeof tablesOf>;

const known = new WeakMap<Language, LanguageTables>();

export function languageTables(language: Language): LanguageTables {
  return remember(known, language, () => tablesOf(language));
}

function tablesOf({ structure }: Language) {
  return {
    comments: new Set(structure.comments ?? ['comment']),
    attributes: new Set(structure.attributes),
    isAttribute: structure.isAttribute,
    wrappers: new Set(structure.wrappers),
    transparent: new Set(['ERROR', ...(structure.transparent ?? [])]),
    bodies: new Set(structure.bodies),
    loose: new Set(structure.loose),
    tailComments: structure.tailComments === true,
    bareFields: structure.bareFields === true,
    definitions: mapOf(structure.definitions),
    values: mapOf(structure.values),
    imports: mapOf(structure.imports),
    exports: mapOf(structure.exports),
    fileScopes: mapOf(structure.fileScopes),
  };
}

function mapOf<Value>(table: Readonly<Record<string, Value>> = {}): ReadonlyMap<string, Value> {
  return new Map(Object.entries(table));
}

/** Stands in for the language of plain text: no syntax, no comments. */

export const plainTextLanguage: Language = {
  id: 'plaintext',
  name: 'Plain text',
  grammar: '',
  comment: ['', ''],
  structure: { definitions: {}, comments: [] },
};
