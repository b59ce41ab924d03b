/** What a reference means in the workspace. */
import { type DefinitionPlace, isSamePlace } from '../link-source';

/**
 * How a definition was found:
 * - `resolved`: by the rules of the language.
 * - `unique name`: nothing else in the workspace has the name.
 * - `guess`: one of a few definitions with the name.
 */
export const foundHows = ['resolved', 'unique name', 'guess'] as const;
export type FoundHow = (typeof foundHows)[number];

export type Meaning =
  | { readonly is: 'definitions'; readonly places: readonly DefinitionPlace[]; readonly how: FoundHow }
  /** A module as a whole. `from`: the file that names it. */
  | { readonly is: 'module'; readonly module: string; readonly files: readonly string[]; readonly from: string }
  | { readonly is: 'namespace'; readonly name: string }
  /** Known to be from outside the workspace. */
  | { readonly is: 'outside' }
  | { readonly is: 'unknown' };

export const outside: Meaning = { is: 'outside' };
export const unknown: Meaning = { is: 'unknown' };

export function definitions(places: readonly DefinitionPlace[], how: FoundHow = 'resolved'): Meaning {
  return places.length === 0 ? unknown : { is: 'definitions', places, how };
}

export function isFound(meaning: Meaning): boolean {
  return meaning.is === 'definitions' || meaning.is === 'module' || meaning.is === 'namespace';
}

/** A copy without repetitions. */
export function distinctPlaces(places: readonly DefinitionPlace[]): DefinitionPlace[] {
  const distinct: DefinitionPlace[] = [];
  for (const place of places) if (!distinct.some((other) => isSamePlace(place, other))) distinct.push(place);
  return distinct;
}

/** The less certain of two ways. */
export function lessCertain(a: FoundHow, b: FoundHow): FoundHow {
  return foundHows.indexOf(a) > foundHows.indexOf(b) ? a : b;
}

/** Languages whose files use each other's definitions. */
const families: readonly (readonly string[])[] = [
  ['javascript', 'typescript', 'typescriptreact', 'vue', 'svelte'],
  ['c', 'cpp', 'objective-c'],
  ['java', 'kotlin', 'scala', 'groovy'],
];

const familyOf = new Map(families.flatMap((languages, number) => languages.map((language) => [language, number])));

export function isSameFamily(a: string, b: string): boolean {
  return a === b || (familyOf.has(a) && familyOf.get(a) === familyOf.get(b));
}
