/**
 * Reads words of a query that the index does not have as words that it has: words of other languages, other forms, typing mistakes.
 * A query of which the index has every word stays as it is, unless it is in another language.
 *
 * What is read takes the place of the typed word in the text that is embedded, since the built-in model knows only English; in the
 * search by words it counts a little less than a word that was typed.
 */
import type { LexicalIndex, LexicalTerm } from '../../index/lexical/lexical-index';
import { foldWord } from '../../index/terms/split-word';
import { isNoise } from '../../index/terms/term-scanner';
import type { Query } from '../query/query';
import type { ReadWord } from '../query/query-problem';
import { queryTerms } from '../query/query-terms';
import { EnglishWords, englishWords } from './english-words';
import { meaningsInRun, meaningsOf, replacePhrases } from './foreign-words';
import { functionWords } from './programming-words';
import { WordReader } from './word-reader';

// Which language a query is in, and which of its words say nothing about code.

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
function queryLanguage(
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

function isFunctionWord(word: string, language: string): boolean {
  return functions.get(language)?.has(foldWord(word.toLowerCase())) ?? false;
}

interface ReadQuery {
  readonly query: Query;
  /** What was read as something else; empty: nothing, or only as another form of the word. */
  readonly words: readonly ReadWord[];
}

/** Longer texts were pasted: they have words enough, unless most of them are in another language. */
const maxTypedWords = 40;
/** Words of a query that are compared with the words of the index. */
const maxMissing = 8;
/** Pieces of a query that are looked at. */
const maxPieces = 400;
/** Pieces of a long text that tell its language. */
const maxSample = 120;
/** What a term counts that was read, as a share of one that was typed. */
const readWeight = 0.8;
/** … and of a term that is only another form of the typed word. */
const formWeight = 0.5;
/** What a word of another language counts that the index has by chance, in a name or in one comment. */
const foreignWeight = 0.5;

/** Words, and the parts of identifiers: `parseHTTPHeadr` is three pieces. */
const piece = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|[\p{Lo}\u30fc]+/gu;
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const minLetters = 3;
const noWords = new EnglishWords([]);

interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Not a part of an identifier. */
  readonly isWord: boolean;
}

export async function readQuery(
  query: Query,
  indexes: readonly Pick<LexicalIndex, 'count' | 'termsWith'>[],
  loadWords: () => Promise<EnglishWords> = englishWords,
): Promise<ReadQuery> {
  const { text } = query;
  const unchanged: ReadQuery = { query, words: [] };
  const isLong = text.split(/\s+/, maxTypedWords + 1).length > maxTypedWords;
  const words = piecesOf(text, isLong ? maxSample : maxPieces).map((one) => one.text);
  // Function words alone are enough to tell the language of a long text.
  const isForeign = queryLanguage(text, words, () => true) !== undefined;
  const counts = new WordReader(indexes, noWords, undefined);
  if (!isForeign && (isLong || !words.some((word) => isMissing(word, counts)))) return unchanged;
  const english = await loadWords();
  const isEnglish = (word: string): boolean => english.has(word);
  const language = queryLanguage(text, words, isEnglish);
  if (isLong && words.filter((word) => !isEnglish(word.toLowerCase())).length * 2 <= words.length) return unchanged;
  return new QueryReading(query, new WordReader(indexes, english, language), english, language).read();
}

function isMissing(word: string, reader: WordReader): boolean {
  return word.length >= minLetters && !isNoise(word.toLowerCase()) && reader.count(word) === 0;
}

class QueryReading {
  private readonly found: ReadWord[] = [];
  /** Other forms of words, which are searched but not embedded. */
  private readonly forms: string[] = [];
  /** Words that are neither searched nor embedded. */
  private readonly dropped: string[] = [];
  /** Words of another language that the index has, perhaps by chance. */
  private readonly doubtful: string[] = [];
  private left = maxMissing;

  constructor(
    private readonly query: Query,
    private readonly reader: WordReader,
    private readonly english: EnglishWords,
    private readonly language: string | undefined,
  ) {}

  read(): ReadQuery {
    const { query, language } = this;
    const source =
      language === undefined
        ? query.text
        : replacePhrases(query.text, language, (typed, english) => {
            this.dropped.push(...typed.split(/[\s'’-]+/));
            return this.put(typed, [english]);
          });
    let text = '';
    let at = 0;
    for (const one of piecesOf(source)) {
      text += source.slice(at, one.start) + this.replacement(one);
      at = one.end;
    }
    text += source.slice(at);
    const terms = this.terms(text);
    const isSame = this.found.length + this.forms.length + this.dropped.length === 0;
    if (isSame || terms.length === 0) return { query, words: [] };
    const lexical = { ...query.lexical, terms };
    return { query: { ...query, text, shape: this.shape(), lexical, pastedTerms: undefined }, words: this.found };
  }

  private replacement({ text: typed, isWord }: Piece): string {
    const { language, english } = this;
    if (withoutSpaces.test(typed)) return this.run(typed);
    const isEnglish = english.has(typed.toLowerCase());
    const isAbsent = isMissing(typed, this.reader);
    if (language !== undefined && isWord) {
      if (isFunctionWord(typed, language)) {
        this.dropped.push(typed);
        return '';
      }
      const meant = this.reader.translate(typed);
      if (meant.length > 0) {
        if (!isAbsent) this.doubtful.push(typed);
        return this.put(typed, meant);
      }
      // The index may have it as a name; for the vector it must be English.
      if (!isAbsent && !isEnglish && this.left > 0 && typed.length > minLetters) {
        this.left--;
        return this.put(typed, this.reader.read(typed));
      }
    }
    if (!isAbsent || this.left === 0) return typed;
    this.left--;
    if (isEnglish) {
      this.forms.push(...this.reader.forms(typed));
      return typed;
    }
    return this.put(typed, this.reader.read(typed));
  }

  private run(typed: string): string {
    const words = meaningsInRun(typed);
    if (words.length === 0) return typed;
    return ` ${words.map(({ word, english }) => this.put(word, english.slice(0, 1))).join(' ')} `;
  }

  private put(typed: string, read: readonly string[]): string {
    if (read.length === 0) return typed;
    const text = read.join(' ');
    if (text.toLowerCase() === typed.toLowerCase()) return typed;
    if (!this.found.some((one) => one.typed === typed)) this.found.push({ typed, read });
    // The parts of an identifier keep their case, so that it stays one identifier.
    return read.length === 1 && /^\p{Lu}/u.test(typed) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  }

  /** The typed terms, those of what was read, and other forms; each with its weight. */
  private terms(text: string): LexicalTerm[] {
    const { terms, excluded = [] } = this.query.lexical;
    const without = new Set(queryTermsOf(this.dropped));
    const doubtful = new Set(queryTermsOf(this.doubtful));
    const all = new Map<string, number>();
    const replaced = new Set(queryTermsOf(this.found.map(({ typed }) => typed)));
    for (const { term, weight } of terms) {
      // What no index has finds nothing, and would only say that the query is about something else.
      const isGone = without.has(term) || (replaced.has(term) && this.reader.count(term) === 0);
      if (!isGone) all.set(term, doubtful.has(term) ? weight * foreignWeight : weight);
    }
    const add = (from: string, share: number): void => {
      for (const { term, weight } of queryTerms(from))
        if (!all.has(term) && !without.has(term) && !excluded.includes(term)) all.set(term, weight * share);
    };
    add(text, readWeight);
    add(this.forms.join(' '), formWeight);
    return Array.from(all, ([term, weight]) => ({ term, weight }));
  }

  /** A capital makes a name of a single English word, but not of a German noun. */
  private shape(): Query['shape'] {
    const { shape, symbols } = this.query;
    return shape === 'symbol' && symbols.length === 0 && this.found.length > 0 ? 'sentence' : shape;
  }
}

function queryTermsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => queryTerms(word).map(({ term }) => term));
}

function piecesOf(text: string, max = maxPieces): Piece[] {
  const pieces: Piece[] = [];
  for (const match of text.matchAll(piece)) {
    const start = match.index;
    const end = start + match[0].length;
    const isWord = !/[\p{L}\p{N}_$]/u.test(text.slice(Math.max(0, start - 1), start) + text.charAt(end));
    pieces.push({ text: match[0], start, end, isWord });
    if (pieces.length === max) break;
  }
  return pieces;
}
