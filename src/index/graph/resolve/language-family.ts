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
