/** Other forms of an English word: `parse` for `parser`, `serialize` for `serialization`. Most of them do not exist. */

/** Endings of one word in several forms. */
const formEndings: readonly (readonly string[])[] = [
  ['ization', 'isation', 'ize', 'ise', 'izer', 'iser', 'izing', 'ized'],
  ['ication', 'ify', 'ifier', 'ified'],
  ['ations', 'ation', 'ator', 'ate', 'ating', 'ated', 'e', ''],
  ['ions', 'ion', 'or', 'e', 'ing', 'ive', ''],
  ['er', 'ers', 'or', 'e', 'ing', ''],
  ['ments', 'ment', 'able', 'ability', ''],
  ['ability', 'able', 'ible', 'ability', 'e', ''],
  ['ness', 'ly', 'ally', 'al', ''],
  ['our', 'or'],
];
const minFormRoot = 4;

/** @param word in lower case. */
export function englishForms(word: string): string[] {
  const forms = new Set<string>();
  for (const family of formEndings) {
    const ending = family.find((one) => one !== '' && word.endsWith(one));
    if (ending === undefined || word.length - ending.length < minFormRoot) continue;
    for (const other of family) forms.add(word.slice(0, -ending.length) + other);
  }
  forms.delete(word);
  return [...forms];
}
