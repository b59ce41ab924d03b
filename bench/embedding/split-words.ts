/** Splits identifiers and sentences into words: `parseHTTPRequest_v2` → parse http request. */

/** Capitals before a capitalised word, a word, capitals, a number. */
export const wordPattern = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const maxWordLength = 24;
const maxNumberLength = 4;

/** In lower case, without single characters and long numbers, which carry no meaning. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const word of text.match(wordPattern) ?? []) {
    const isNumber = word.charCodeAt(0) < 58;
    if (word.length < 2 || (isNumber && word.length > maxNumberLength)) continue;
    words.push(word.toLowerCase().slice(0, maxWordLength));
  }
  return words;
}

/** The same words, and also each compound identifier as a whole: `readFile` → read file readfile. */
export function wordsAndNames(text: string): string[] {
  const words: string[] = [];
  for (const name of text.match(/[A-Za-z0-9_$]+/g) ?? []) {
    const parts = splitWords(name);
    words.push(...parts);
    const whole = name.toLowerCase();
    if (parts.length > 1 || (parts.length === 1 && parts[0] !== whole)) words.push(whole);
  }
  return words;
}
