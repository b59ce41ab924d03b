/** Which language a query is in, and which of its words say nothing about code. */
import { foldWord } from '../../index/terms/split-word';
import { meaningsOf } from './foreign-words';
import { functionWords } from './programming-words';

/** Words of English sentences. Other languages have some of them too, so in a single query these prove little. */
const englishFunctionWords: ReadonlySet<string> = new Set(
  'a about all also am an and any are as at be been but by can could de die do does for from get had has have he her his how i if in into is it its la man me more most my no not of on one or our out over per set she should so some son such than that the their them then there they this to two under up us use used was we were what when where which while who why will with would you your'.split(
    ' ',
  ),
);

/** Letters that only some of the languages have. */
const letters: Readonly<Record<string, RegExp>> = {
  de: /[äöüß]/i,
  fr: /[éèêçàùœâîôû]/i,
  es: /[ñ¿¡áéíóú]/i,
  pt: /[ãõçâê]/i,
  it: /[àèìòù]/i,
  ru: /[а-яё]/i,
};
const letterScore = 1.5;
const sharedScore = 0.4;

const functions: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(functionWords).map(([language, words]) => [language, new Set(words.split(' ').map(foldWord))]),
);

/**
 * The language that most words of a query speak for; undefined: English, or unknown.
 * @param isEnglish is a word also an English one?
 */
export function queryLanguage(
  text: string,
  words: readonly string[],
  isEnglish: (word: string) => boolean,
): string | undefined {
  const folded = words.map((word) => foldWord(word.toLowerCase()));
  const english = folded.filter((word) => englishFunctionWords.has(word)).length;
  let best: string | undefined;
  let most = Math.max(english, 0.9);
  for (const [language, own] of functions) {
    let score = letters[language]?.test(text) ? letterScore : 0;
    folded.forEach((word, i) => {
      if (own.has(word)) score += englishFunctionWords.has(word) ? sharedScore : 1;
      else if (!isEnglish(word) && meaningsOf(words[i] ?? '', language).length > 0) score += 1;
    });
    if (score > most) {
      most = score;
      best = language;
    }
  }
  return best;
}

export function isFunctionWord(word: string, language: string): boolean {
  return functions.get(language)?.has(foldWord(word.toLowerCase())) ?? false;
}
