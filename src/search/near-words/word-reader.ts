/**
 * Finds what a word of a query stands for that the index does not have: its meaning in a table of other languages, an English word of
 * nearly the same letters (cognates.ts), the parts of a German compound, another form of the word, or a typing mistake. Each answer is
 * an English word or a name of the index.
 */
import type { LexicalIndex } from '../../index/lexical/lexical-index';
import { type TermList, wordAt } from '../../index/lexical/term-list';
import { foldWord, splitWord } from '../../index/terms/split-word';
import { stem } from '../../index/terms/stem';
import { changesBetween } from '../../shared/near-name';
import { cognatesOf } from './cognates';
import { type EnglishWords, englishForms } from './english-words';
import { meaningsOf } from './foreign-words';

/** Letters from which on one change, and two, may be a typing mistake. */
const oneChange = 5;
const twoChanges = 9;
/** In another language, most words that are similar to English ones are other words. */
const oneChangeAbroad = 7;
/** Shorter words have no compounds. */
const minCompound = 7;
const minPart = 3;
const maxParts = 3;
const minEnglishPart = 4;
/** A part that is known alone. */
const minOnePart = 6;
/** Letters between two parts. */
const links = ['s', 'n', 'en', 'es', 'e', ''];
const compounding: ReadonlySet<string> = new Set(['de', 'nl']);
/** The more common half of the dictionary: the rest has many abbreviations. */
const commonWord = 0.5;
/** A cognate that the index does not have must be at least so common: the rest of the dictionary has misspelled words too. */
const commonCognate = 0.3;
/** Spellings of a foreign word that are compared with all words. */
const maxFuzzy = 4;
/** A word of up to so many letters is corrected only to one that the index has. */
const shortWord = 6;
/** A word of so many letters is hardly similar to another one by chance. */
const sureLength = 8;

export class WordReader {
  constructor(
    private readonly indexes: readonly Pick<LexicalIndex, 'count' | 'termsWith'>[],
    private readonly english: EnglishWords,
    /** Of the query; undefined: English, or unknown. */
    private readonly language: string | undefined,
  ) {}

  /** How many chunks have a word. */
  count(word: string): number {
    return splitWord(word).parts.reduce((sum, term) => sum + this.termCount(term), 0);
  }

  /** What a word means in English by the table: one or two words that the index has, or the usual one. */
  translate(word: string): string[] {
    const all = meaningsOf(word, this.language);
    const known = all.filter((one) => this.count(one) > 0);
    return (known.length > 0 ? known : all.slice(0, 1)).slice(0, 2);
  }

  /** What a word that the index does not have stands for; empty: nothing is near. */
  read(word: string): string[] {
    const meant = this.translate(word);
    if (meant.length > 0) return meant;
    const lower = word.toLowerCase().normalize('NFC');
    const folded = foldWord(lower);
    const isForeign = this.language !== undefined || !/^[a-z]+$/.test(lower);
    const cognate = this.cognate(word);
    if (isForeign) {
      if (cognate !== undefined) return [cognate];
      const parts = this.compound(lower);
      if (parts !== undefined) return [parts];
      const near = this.nearCognate(word) ?? this.correctedAbroad(folded);
      return near === undefined ? [] : [near];
    }
    const corrected = this.corrected(folded, changesIn(folded));
    if (corrected !== undefined) return [corrected];
    const other = cognate ?? this.compound(lower) ?? (word.length >= twoChanges ? this.nearCognate(word) : undefined);
    return other === undefined ? [] : [other];
  }

  /** Other forms of an English word that the index has: `parse` for `parser`, `serialize` for `serialization`. */
  forms(word: string): string[] {
    return englishForms(word.toLowerCase())
      .filter((form) => this.english.has(form) && this.count(form) > 0)
      .sort((one, other) => this.count(other) - this.count(one))
      .slice(0, 2);
  }

  private termCount(term: string): number {
    return this.indexes.reduce((sum, index) => sum + index.count(term), 0);
  }

  /** The likeliest cognate: one that the index has, before one that is only English. */
  private cognate(word: string): string | undefined {
    let only: string | undefined;
    // Without a hint that the word is foreign, it must be in the index or long.
    const isSure = this.language !== undefined || word.length >= sureLength || !/^[a-z]+$/i.test(word);
    for (const one of cognatesOf(word)) {
      if (!this.english.has(one)) continue;
      if (this.count(one) > 0) return one;
      if (isSure && this.english.commonness(one) > commonCognate) only ??= one;
    }
    return only;
  }

  /** `método` is nearly `metod`, and that is nearly `method`. */
  private nearCognate(word: string): string | undefined {
    for (const one of cognatesOf(word).slice(0, maxFuzzy)) {
      const near = this.correctedAbroad(one);
      if (near !== undefined) return near;
    }
    return undefined;
  }

  /** The English words for the parts of a compound: `Dateipfad`, `Umgebungsvariable`. */
  private compound(word: string): string | undefined {
    if (word.length < minCompound || !compounding.has(this.language ?? 'de')) return undefined;
    const parts =
      this.parts(word, maxParts, (one) => this.tablePart(one)) ??
      this.parts(word, maxParts, (one) => this.anyPart(one));
    return parts?.join(' ') ?? this.onePart(word);
  }

  /** @param partOf the English word for a part. */
  private parts(word: string, max: number, partOf: (part: string) => string | undefined): string[] | undefined {
    const whole = max < maxParts ? partOf(word) : undefined;
    if (whole !== undefined) return [whole];
    if (max === 1) return undefined;
    // A longer last part is likelier.
    for (let at = minPart; at <= word.length - minPart; at++) {
      const last = partOf(word.slice(at));
      if (last === undefined) continue;
      for (const link of links) {
        const first = word.slice(0, at - link.length);
        if (first.length < minPart || word.slice(0, at) !== first + link) continue;
        const before = this.parts(first, max - 1, partOf);
        if (before) return [...before, last];
      }
    }
    return undefined;
  }

  private tablePart(word: string): string | undefined {
    const meant = meaningsOf(word, this.language ?? 'de');
    if (meant.length > 0) return meant.find((one) => this.count(one) > 0) ?? meant[0];
    const isPart = word.length >= minEnglishPart && this.english.commonness(word) > commonWord && this.count(word) > 0;
    return isPart ? word : undefined;
  }

  private anyPart(word: string): string | undefined {
    const known = this.tablePart(word);
    if (known !== undefined || word.length < oneChange) return known;
    return cognatesOf(word).find((one) => this.english.commonness(one) > commonWord && this.count(one) > 0);
  }

  /** If only the beginning or the end of a compound is known, that is better than nothing. */
  private onePart(word: string): string | undefined {
    for (let length = word.length - minPart; length >= minOnePart; length--) {
      const [meant] = [
        ...meaningsOf(word.slice(0, length), this.language ?? 'de'),
        ...meaningsOf(word.slice(-length), this.language ?? 'de'),
      ];
      if (meant !== undefined) return meant;
    }
    return undefined;
  }

  /** Only a word that the index has. */
  private correctedAbroad(word: string): string | undefined {
    const near = word.length >= oneChangeAbroad ? this.corrected(word, 1) : undefined;
    return near !== undefined && this.count(near) > 0 ? near : undefined;
  }

  /** The word that was meant by one with up to so many typing mistakes. */
  private corrected(word: string, max: number): string | undefined {
    if (max === 0 || !/^[a-z]+$/.test(word)) return undefined;
    const letter = word.charAt(0);
    let best: string | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    const offer = (spelled: string, distance: number, rows: number): void => {
      if (rows === 0 && word.length <= shortWord) return;
      // Of four letters, only a swap or a double letter.
      if (word.length < oneChange && (distance >= 1 || rows < 3)) return;
      // What the index has is likelier, and so is what it has often.
      const cost =
        2 * distance - (rows > 0 ? 1 + Math.min(1, Math.log10(rows) / 3) : 0) - this.english.commonness(spelled);
      if (cost < lowest) {
        lowest = cost;
        best = spelled;
      }
    };
    for (const near of nearSpellings(word, [this.english.termsWith(letter)], max))
      offer(near.word, near.distance, this.count(near.word));
    // Terms have lost their endings, so the words that they may be are compared.
    const lists = this.indexes.flatMap((index) => index.termsWith(letter));
    for (const near of nearSpellings(stem(word), lists, max)) {
      const spelled = spelledLike(near.word, word);
      const distance = spellingDistance(word, spelled, max);
      if (spelled.length >= oneChange && distance < max + 1) offer(spelled, distance, near.count);
    }
    return best;
  }
}

function changesIn(word: string): number {
  return word.length >= twoChanges ? 2 : word.length >= oneChange - 1 ? 1 : 0;
}

/** A word for a term, which has lost its ending: `cache` for `cach`. The ending of the typed word decides if it fits. */
function spelledLike(term: string, typed: string): string {
  const last = term.charAt(term.length - 1);
  const forms = [
    term,
    `${term}e`,
    `${term.slice(0, -1)}y`,
    `${term}ed`,
    `${term}ing`,
    `${term}${last}ing`,
    `${term}s`,
    `${term}es`,
  ];
  const fitting = forms.filter((form) => stem(form) === term);
  const shared = (form: string): number => {
    let at = 0;
    while (at < form.length && at < typed.length && form.at(-1 - at) === typed.at(-1 - at)) at++;
    return at - Math.abs(form.length - typed.length);
  };
  return fitting.sort((a, b) => shared(b) - shared(a))[0] ?? term;
}

/** Words of a dictionary that are spelled nearly like another: some letters were left out, added, replaced or swapped. */
interface NearSpelling {
  readonly word: string;
  /** Number of changes. A swap of two neighbours and a double letter are usual mistakes and count less, a wrong letter counts more. */
  readonly distance: number;
  /** How common it is, as in its list. */
  readonly count: number;
}

const usualMistake = 0.8;
const wrongLetter = 1.3;
/** Words that are returned at most. */
const maxFound = 64;

/** @param word of letters from a to z; @param max changes. */
export function nearSpellings(word: string, lists: readonly TermList[], max: number): NearSpelling[] {
  const typed = Uint8Array.from(word, (letter) => letter.charCodeAt(0));
  const mask = typed.reduce((bits, letter) => bits | (1 << (letter - 97)), 0);
  const found: NearSpelling[] = [];
  for (const list of lists) {
    const { masks, starts, letters, counts, size } = list;
    for (let i = 0; i < size; i++) {
      const start = starts[i] ?? 0;
      const end = starts[i + 1] ?? 0;
      const longer = end - start - typed.length;
      if (longer > max || longer < -max) continue;
      // A replaced letter changes two of these bits; a letter more or less, one.
      if (bitCount((masks[i] ?? 0) ^ mask) > 2 * max) continue;
      const distance = distanceWithin(typed, letters, start, end, max);
      if (distance < max + 1 && found.length < maxFound)
        found.push({ word: wordAt(list, i), distance, count: counts[i] ?? 0 });
    }
  }
  return found;
}

/** As in `NearSpelling`; more than `max` if it is larger than that. Both words are of letters from a to z. */
function spellingDistance(typed: string, word: string, max: number): number {
  const letters = Buffer.from(word, 'latin1');
  return distanceWithin(Buffer.from(typed, 'latin1'), letters, 0, letters.length, max);
}

function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The distance of the typed word from `letters[start, end)`; more than `max` if it is larger than that. */
function distanceWithin(typed: Uint8Array, letters: Uint8Array, start: number, end: number, max: number): number {
  let from = 0;
  let typedEnd = typed.length;
  let otherEnd = end;
  while (from < typedEnd && start + from < otherEnd && typed[from] === letters[start + from]) from++;
  while (typedEnd > from && otherEnd > start + from && typed[typedEnd - 1] === letters[otherEnd - 1]) {
    typedEnd--;
    otherEnd--;
  }
  const a = typed.subarray(from, typedEnd);
  const b = letters.subarray(start + from, otherEnd);
  if (a.length === 0 && b.length === 0) return 0;
  if (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]) return usualMistake;
  // One letter too few or too many of a pair.
  if (a.length + b.length === 1 && (a[0] ?? b[0]) === typed[from - 1]) return usualMistake;
  if (a.length === 1 && b.length === 1) return wrongLetter;
  return changesBetween(a, b, max);
}
