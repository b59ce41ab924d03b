/**
 * Words that no term has whole: encoded data, long numbers, names of more than 160 letters. A chunk with such a word has a mark in
 * their place, a term that no word can have. A search for a part of a word, as in a regular expression, must read the files with
 * the mark, too. Numbers have their own: many files have long hexadecimal constants, and few parts of words can be in one.
 */

const lostNumber = '#number';
const lostWord = '#word';

/** The term of chunks that begin on the line that the chunk before ends on: what is on one line is then in two chunks. */
export const sharedLineMark = '#line';

/** Could a number be written like this, or a part of one? */
export function isNumber(word: string): boolean {
  return /^[\da-fxul_$]+$/i.test(word);
}

/** The term that is indexed for a lost word; empty: it is not known. */
export function lostWordMark(word: string): string {
  return isNumber(word) ? lostNumber : lostWord;
}

/** The marks of chunks that may have a word with this part, although no term has it. */
export function lostWordMarks(part: string): readonly string[] {
  return isNumber(part) ? [lostWord, lostNumber] : [lostWord];
}
