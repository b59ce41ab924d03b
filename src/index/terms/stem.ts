/**
 * The common form of an English word: `query`, `queries`, `queried` and `querying` are one term. Only inflection is removed
 * (plural, -ed, -ing, the silent -e they hide), by the first steps of Porter's algorithm. Endings that make another word (-er, -ion,
 * -able, -ment) stay, since in code `user` is not `use` and `pointer` is not `point`. The result is a key, not a word: `cach`.
 *
 * Words that only look inflected, and whose stem would be another common word (`settings` and `set`, `lens` and `len`), are listed.
 */

export const irregularStems: ReadonlyMap<string, string> = new Map([
  ...[
    ...['alias', 'atlas', 'bias', 'canvas', 'embed', 'lens', 'always'],
    ...['perhaps', 'chaos', 'whereas', 'hundred', 'kubernetes'],
  ].map((word) => [word, word] as const),
  ...['something', 'anything', 'nothing', 'everything', 'setting', 'during', 'evening', 'biased'].map(
    (word) => [word, word] as const,
  ),
  // Without their -e they would be other words.
  ['locale', 'locale'],
  ['locales', 'locale'],
  ['idle', 'idle'],
  ['guide', 'guide'],
  ['guides', 'guide'],
  ['paste', 'paste'],
  ['pasted', 'paste'],
  ['pasting', 'paste'],
  ['settings', 'setting'],
  ['ids', 'id'],
  ['ops', 'op'],
  ['apis', 'api'],
  ['uris', 'uri'],
  ['cpus', 'cpu'],
  ['gpus', 'gpu'],
  ['menus', 'menu'],
  ['children', 'child'],
  ['indices', 'index'],
  ['vertices', 'vertex'],
  ['matrices', 'matrix'],
  ['written', 'write'],
  ['built', 'build'],
  ['sent', 'send'],
]);

/** Shorter words stay as they are: `is`, `css`, `use`. */
const minLength = 4;

/** @param word lower-case ASCII letters. */
export function stem(word: string): string {
  const known = irregularStems.get(word);
  if (known !== undefined) return known;
  if (word.length < minLength) return word;
  return withoutEnd(withoutTense(withoutPlural(word)));
}

/** What every word with this stem begins with. A stem may end with another letter (`use` of `using`), or two (`index` of `indices`). */
export function stemBeginning(term: string): string {
  if (term.length < 3) return term;
  return term.slice(0, term.length < 5 ? term.length - 1 : term.length - 2);
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ies')) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  const before = word.at(-2);
  // `class`, `status`, `axis` are not plurals.
  if (before === 's' || before === 'u' || before === 'i') return word;
  return word.slice(0, -1);
}

function withoutTense(word: string): string {
  if (word.endsWith('ied')) return word.length > 4 ? word.slice(0, -2) : word;
  if (word.endsWith('eed')) return word;
  const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  if (cut === 0 || irregularStems.has(word)) return word;
  const rest = word.slice(0, -cut);
  // `string`, `ping`, `shed`: the ending belongs to the word.
  if (rest.length < 2 || !hasVowel(rest)) return word;
  if (rest.endsWith('at') || rest.endsWith('bl') || rest.endsWith('iz')) return `${rest}e`;
  if (endsDoubled(rest)) return rest.slice(0, -1);
  return measure(rest) <= 1 && endsShort(rest) ? `${rest}e` : rest;
}

/** Removes the silent -e, and turns -y into -i as in the plural's stem. */
function withoutEnd(word: string): string {
  const rest = word.slice(0, -1);
  if (word.endsWith('y'))
    return rest.length > 1 && !isVowel(rest, rest.length - 1) && hasVowel(rest) ? `${rest}i` : word;
  if (!word.endsWith('e') || rest.length < 3) return word;
  const size = measure(rest);
  return size > 1 || (size === 1 && !endsShort(rest)) ? rest : word;
}

/** `y` is a vowel after a consonant. */
function isVowel(word: string, at: number): boolean {
  const letter = word[at];
  if (letter === 'y') return at > 0 && !isVowel(word, at - 1);
  return letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u';
}

function hasVowel(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (isVowel(word, i)) return true;
  return false;
}

/** How many times a vowel is followed by a consonant. */
function measure(word: string): number {
  let count = 0;
  for (let i = 1; i < word.length; i++) if (!isVowel(word, i) && isVowel(word, i - 1)) count++;
  return count;
}

/** `logg`, `mapp`: the letter was doubled for the ending, unlike in `call`, `pass`, `buzz`. */
function endsDoubled(word: string): boolean {
  const last = word.at(-1);
  // `add`
  if (word.length === 3) return false;
  if (last !== word.at(-2) || last === 'l' || last === 's' || last === 'z') return false;
  return !isVowel(word, word.length - 1);
}

/** Consonant, vowel, consonant: `fil`, `stat`, `writ`, which had an -e. */
function endsShort(word: string): boolean {
  const end = word.length - 1;
  if (end === 1) return isVowel(word, 0) && !isVowel(word, 1);
  const last = word[end];
  if (last === 'w' || last === 'x' || last === 'y') return false;
  return !isVowel(word, end) && isVowel(word, end - 1) && !isVowel(word, end - 2);
}
