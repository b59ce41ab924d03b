/** The words that a vocabulary of the built-in model is made from, and the vocabulary. */
import { indexWords, ModelVocabulary, slotsFor } from '../src/embedding/built-in/text-words';

/** Says in one expression what `src/embedding/built-in/text-words.ts` does character by character. */
const expression = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;

/** The words of a text before they are looked up. */
export function plainWords(text: string): string[] {
  return [...text.matchAll(expression)]
    .map(([word]) => word)
    .filter((word) => word.length > 1 && !(/^[0-9]/.test(word) && word.length > 4))
    .map((word) => word.slice(0, 24).toLowerCase());
}

/** A number + 1 must fit in 16 bits. */
const maxWords = 0xffff;

/** @param list one word per line. */
export function vocabularyOf(list: string): ModelVocabulary {
  const size = list.split('\n').filter((word) => word !== '').length;
  if (size > maxWords) throw new Error(`${size} words are more than a vocabulary may have`);
  const letters = Buffer.from(list, 'latin1');
  const places = new Uint32Array(2 * size);
  const slots = new Uint16Array(slotsFor(size));
  indexWords(letters, places, slots);
  return new ModelVocabulary({ letters, places, slots });
}
