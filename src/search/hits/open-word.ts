/**
 * While a question is typed, its last word may not be complete: `collec`. What is found for such a word says little, so a list of
 * results can wait until the word is one that the hits have.
 */
import { splitWord } from '../../index/terms/split-word';
import type { Hit } from './hit';
import { LineTerms, spacedScript } from './line-terms';

/** Shorter words are nearly always the beginning of others. */
const minLength = 3;

/** Does the query end in a word that none of the hits has? */
export function endsInOpenWord(query: string, hits: readonly Pick<Hit, 'text'>[]): boolean {
  const word = /[\p{L}\p{N}\p{M}_$]+$/u.exec(query)?.[0];
  // In scripts without spaces, every letter may end a word.
  if (word === undefined || !spacedScript.test(word)) return false;
  if (word.length < minLength) return true;
  const { parts } = splitWord(word);
  const finder = new LineTerms(new Set(parts));
  return !hits.some(({ text }) => {
    const found = new Set(finder.in(text));
    return parts.every((part) => found.has(part));
  });
}
