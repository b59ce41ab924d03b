/** What the usual words of programming in other languages mean in English, in any of their forms. */
import { foldWord } from '../../index/terms/split-word';
import { programmingWords } from './programming-words';

/** The columns of the table after the English words; `cjk` is Japanese and Chinese. */
const columns: readonly string[] = ['de', 'fr', 'es', 'ru', 'cjk'];
const maxRunWord = 8;
const minRoot = 3;

/** Endings of the forms that a dictionary lists. */
const baseEndings: Readonly<Record<string, readonly string[]>> = {
  de: 'en n e'.split(' '),
  fr: 'er ir re e'.split(' '),
  es: 'ar er ir o a e'.split(' '),
  ru: 'ать ить еть ия ие ый ий а о ь е'.split(' '),
};

/** Endings of all forms of nouns, adjectives and verbs, longest first. */
const inflections: Readonly<Record<string, readonly string[]>> = {
  de: 'sen se enden ende eten test tes ten ter tem ern te en er es em st et e n s t'.split(' '),
  fr: 'issent ees ants ante ant ent ais ait ee es er ez ir re e s x'.split(' '),
  es: 'iendo ando amos ados adas idos idas arse arlas arlos arla arlo ado ada ido ida an en ar er ir as os es a o e s'.split(
    ' ',
  ),
  ru: 'иями ями ами ого его ому ему ыми ими ать ить ять еть ает ует ия ие ии ию ый ий ая ое ые ов ев ом ем ам ах ы и а у е о я ю ь'.split(
    ' ',
  ),
};

/** `ge` is between these and the verb: `hochgeladen`. */
const verbPrefix =
  /^(ab|an|auf|aus|bei|durch|ein|fest|fort|frei|her|hin|hinzu|hoch|los|mit|nach|um|vor|weg|weiter|zu|zurueck|zusammen)ge(?=\w{3})/;

class ForeignDictionary {
  private readonly words = new Map<string, readonly string[]>();
  private readonly roots = new Map<string, readonly string[]>();
  /** Entries of several words, such as `mot-de-passe`. */
  private readonly phrases: { readonly find: RegExp; readonly english: string }[] = [];

  constructor(
    private readonly language: string,
    column: number,
  ) {
    for (const line of programmingWords.trim().split('\n')) {
      const [english = '', ...cells] = line.split('|');
      const meant = english.split(' ');
      for (const word of (cells[column] ?? '').split(' ').filter(Boolean)) this.add(word, meant);
    }
  }

  /** Of words with one root, one that is listed in this form is meant rather than the others. */
  meanings(word: string): readonly string[] {
    const spelled = spell(word, this.language);
    const exact = this.words.get(spelled);
    if (exact) return exact;
    for (const form of formsOf(spelled, this.language)) {
      const meant = this.roots.get(form);
      if (meant) return meant;
    }
    return [];
  }

  /** The words of a text without spaces, from the left, longest first. */
  inRun(run: string): { readonly word: string; readonly english: readonly string[] }[] {
    const found: { word: string; english: readonly string[] }[] = [];
    for (let at = 0; at < run.length; ) {
      let length = Math.min(maxRunWord, run.length - at);
      let english: readonly string[] | undefined;
      for (; length > 0; length--) {
        english = this.words.get(foldWord(run.slice(at, at + length)));
        if (english) break;
      }
      if (english) found.push({ word: run.slice(at, at + length), english });
      at += Math.max(1, length);
    }
    return found;
  }

  replacePhrases(text: string, put: (typed: string, english: string) => string): string {
    return this.phrases.reduce((all, { find, english }) => all.replace(find, (typed) => put(typed, english)), text);
  }

  private add(word: string, english: readonly string[]): void {
    if (word.includes('-')) {
      const find = new RegExp(`(?<!\\p{L})${word.split('-').join("[\\s'’-]+")}s?(?!\\p{L})`, 'giu');
      this.phrases.push({ find, english: english[0] ?? '' });
      return;
    }
    const spelled = spell(word, this.language);
    addTo(this.words, spelled, english);
    for (const root of rootsOf(spelled, baseEndings[this.language] ?? [])) addTo(this.roots, root, english);
  }
}

function addTo(map: Map<string, readonly string[]>, key: string, english: readonly string[]): void {
  map.set(key, [...new Set([...(map.get(key) ?? []), ...english])]);
}

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** In lower case without accents. German umlauts stay apart from plain vowels: `andere` is no form of `ändern`. */
function spell(word: string, language: string): string {
  const lower = word.toLowerCase().normalize('NFC');
  return foldWord(language === 'de' ? lower.replaceAll(/[äöü]/g, (letter) => umlauts[letter] ?? letter) : lower);
}

function formsOf(word: string, language: string): string[] {
  const endings = inflections[language] ?? [];
  const forms = rootsOf(word, endings);
  if (language !== 'de') return forms;
  const bare = word.replace(verbPrefix, '$1').replace(/^ge(?=\w{3,}(?:t|en)$)/, '');
  return bare === word ? forms : [...forms, ...rootsOf(bare, endings)];
}

/** A word, and what is left of it without each of the endings. */
function rootsOf(word: string, endings: readonly string[]): string[] {
  const roots = [word];
  for (const ending of endings)
    if (word.endsWith(ending) && word.length - ending.length >= minRoot) roots.push(word.slice(0, -ending.length));
  return roots;
}

const dictionaries = new Map<string, ForeignDictionary>();

function dictionaryOf(language: string): ForeignDictionary | undefined {
  const column = columns.indexOf(language);
  if (column < 0) return undefined;
  const known = dictionaries.get(language) ?? new ForeignDictionary(language, column);
  dictionaries.set(language, known);
  return known;
}

/** The English words for a word, the usual one first; without a language, of the first that has it. */
export function meaningsOf(word: string, language?: string): readonly string[] {
  for (const each of language === undefined ? columns : [language]) {
    const meant = dictionaryOf(each)?.meanings(word) ?? [];
    if (meant.length > 0) return meant;
  }
  return [];
}

/** The Japanese and Chinese words in a text without spaces. */
export function meaningsInRun(run: string): { readonly word: string; readonly english: readonly string[] }[] {
  return dictionaryOf('cjk')?.inRun(run) ?? [];
}

/** Puts English words in the place of expressions of several words, such as `mot de passe`. */
export function replacePhrases(
  text: string,
  language: string,
  put: (typed: string, english: string) => string,
): string {
  return dictionaryOf(language)?.replacePhrases(text, put) ?? text;
}
