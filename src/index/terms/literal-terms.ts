/**
 * Which terms a word with a given part can have. A regular expression needs files by parts of words, and the index has words only as
 * whole names and as stems (split-word.ts). A word of several pieces has a term with all of its letters, so that term contains the
 * part. A word of one piece has its stem, which differs from the word only in the end. So a term that does not contain the part may
 * still be the stem of a word that does: it then ends with the beginning of the part, and the rest of the part is in an ending
 * that was removed (`queried` is indexed as `queri`). Nothing may be missed here; a term too many only costs time.
 */
import { noiseWords } from './split-word';
import { irregularStems, stem } from './stem';

/** A part of a word: lower-case letters and digits of ASCII. */
export interface WordPart {
  readonly text: string;
  /** The word begins with it, or ends with it. */
  readonly isStart: boolean;
  readonly isEnd: boolean;
  /** It has the letters of several pieces (`retry_timeout`), so that only a whole name contains it. */
  readonly isJoined: boolean;
}

/** What `stem` removes at most: a letter that belongs to the word, and an ending. */
const endings = ['', 's', 'es', 'd', 'ds', 'ed', 'eds', 'ing', 'ings'];
const anyLetter = '?';
const removedLetters = ['', 'e', 'y', 'yy', anyLetter];
const removable = removedLetters.flatMap((letter) => endings.map((ending) => letter + ending));
const letters = /^[a-z]+$/;

/** Is the part useless to find words, because it may lie in an ending that no term has, or in a word that is not indexed? */
export function isInUnindexedText(part: WordPart): boolean {
  if (part.isJoined) return false;
  if (part.text.length < 2 || [...noiseWords].some((word) => canHavePart(word, part))) return true;
  return !part.isStart && removable.some((removed) => mayContain(removed, part.text));
}

function mayContain(removed: string, text: string): boolean {
  if (removed.includes(text)) return true;
  return removed.startsWith(anyLetter) && removed.slice(1).startsWith(text.slice(1)) && text.length <= removed.length;
}

/** Can a word with this part have this term? */
export function canHavePart(term: string, part: WordPart): boolean {
  if (containsPart(term, part)) return true;
  for (const tail of [0, 1]) {
    const base = term.slice(0, term.length - tail);
    for (let length = 1; length < part.text.length; length++)
      if (
        base.endsWith(part.text.slice(0, length)) &&
        canLackRest(part, length) &&
        isStemWith(term, base, part, length)
      )
        return true;
  }
  return irregularTerms(part).includes(term);
}

/** The terms that a word can have that is just the part, without those of `irregularTerms`; undefined: the part may be in other words. */
export function termsOfWord({ text, isStart, isEnd, isJoined }: WordPart): readonly string[] | undefined {
  if (!isStart || !isEnd) return undefined;
  return isJoined ? [text] : [...new Set([text, stem(text)])];
}

/** Can a stem have the first letters of the part, and not the others? */
export function canLackRest({ text, isEnd, isJoined }: WordPart, length: number): boolean {
  if (isJoined || length < 1 || !letters.test(text)) return false;
  const rest = text.slice(length);
  return removable.some((pattern) => fits(pattern.replace(anyLetter, text.charAt(length - 1)), rest, isEnd));
}

/** How many letters of the part each term has at least that is found for it; not those of `irregularTerms`. */
export function shortestStem(part: WordPart): number {
  for (let length = 1; length < part.text.length; length++) if (canLackRest(part, length)) return length;
  return part.text.length;
}

function fits(removed: string, rest: string, isEnd: boolean): boolean {
  return isEnd ? removed === rest : removed.startsWith(rest);
}

/** Does a word `base…` that has the rest of the part after `length` letters of it have this stem? */
function isStemWith(term: string, base: string, { text, isStart, isEnd }: WordPart, length: number): boolean {
  if (isStart && base.length !== length) return false;
  const rest = text.slice(length);
  return removable.some((pattern) => {
    const removed = pattern.replace(anyLetter, base.at(-1) ?? '');
    return fits(removed, rest, isEnd) && stem(base + removed) === term;
  });
}

function containsPart(term: string, { text, isStart, isEnd }: WordPart): boolean {
  if (isStart && isEnd) return term === text;
  if (isStart) return term.startsWith(text);
  return isEnd ? term.endsWith(text) : term.includes(text);
}

/** By part: a search asks for many terms. */
const knownIrregular = new WeakMap<WordPart, readonly string[]>();

/** The stems of words that have the part and whose stem is another word. */
export function irregularTerms(part: WordPart): readonly string[] {
  if (part.isJoined) return [];
  const known = knownIrregular.get(part);
  if (known) return known;
  const terms = [...irregularStems].flatMap(([word, own]) => (own !== word && containsPart(word, part) ? [own] : []));
  knownIrregular.set(part, terms);
  return terms;
}
