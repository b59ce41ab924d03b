/**
 * Splits a word into the terms it is indexed by. An identifier is indexed as a whole and in parts, all in lower case, the parts
 * stemmed: `parseHTTPHeaders` as `parsehttpheaders`, `pars`, `http`, `header`. The whole is the same for all spellings
 * (`parse_http_headers`, `PARSE_HTTP_HEADERS`), so that each finds the others. Digits belong to the letters before them; those
 * letters are also a term if they are a word (`sha256` and `sha`). Accents are removed.
 */
import { stem } from './stem';

interface SplitWord {
  /** Undefined if there is only one part. */
  readonly whole: string | undefined;
  /** Distinct. */
  readonly parts: readonly string[];
  /** No term has all of the word. */
  readonly isLost: boolean;
}

/** Longer runs of letters and digits are encoded data and are skipped. At most 255, as term-scanner.ts stores it. */
export const maxRunLength = 160;
/** Without parts that could be words, anything longer is encoded data. */
const maxOddLength = 64;
const maxPartLength = 40;
const maxNumberLength = 12;
/** From this length on, a word whose parts are shorter than three characters on average, or have many digits, is encoded data. */
const minJunkLength = 16;
const junkPart = 3;
const junkDigits = 4;

const nothing: SplitWord = { whole: undefined, parts: [], isLost: false };

export function splitWord(raw: string): SplitWord {
  const word = isAscii(raw) ? raw : foldWord(raw);
  const pieces = cut(word);
  const whole = pieces.join('').toLowerCase();
  if (whole.length === 0) return nothing;
  // Someone may search for a hash, but not for a part of one.
  if (isJunk(pieces, whole.length)) return alone(whole, isDense(pieces, whole.length));
  const parts: string[] = [];
  for (const piece of pieces) {
    for (const part of partsOf(piece.toLowerCase())) if (!parts.includes(part)) parts.push(part);
  }
  if (pieces.length > 1) return { whole, parts, isLost: false };
  // Few texts have other words without parts (`20060102150405z`); long numbers are in many.
  if (parts.length === 0) return isNumber(whole) ? { ...nothing, isLost: true } : alone(whole, true);
  return { whole: undefined, parts, isLost: false };
}

/** A word that is indexed as it is. @param isOdd nobody could have written it. */
function alone(word: string, isOdd: boolean): SplitWord {
  if (isOdd && word.length > maxOddLength) return { ...nothing, isLost: true };
  return { whole: undefined, parts: [word], isLost: false };
}

function isJunk(pieces: readonly string[], length: number): boolean {
  if (length < minJunkLength) return false;
  return isDense(pieces, length) || pieces.filter((piece) => /\d/.test(piece)).length >= junkDigits;
}

/** Are the pieces too short for words? */
function isDense(pieces: readonly string[], length: number): boolean {
  return pieces.length * junkPart > length;
}

function partsOf(piece: string): string[] {
  if (piece.length > maxPartLength) return [];
  let letters = 0;
  while (letters < piece.length && !isDigit(piece.charCodeAt(letters))) letters++;
  if (letters === piece.length) return [isAscii(piece) ? stem(piece) : piece];
  if (letters === 0 && piece.length > maxNumberLength) return [];
  return letters >= 3 ? [piece, piece.slice(0, letters)] : [piece];
}

const gap = 0;
const lower = 1;
const upper = 2;
const digit = 3;
type Is = typeof gap | typeof lower | typeof upper | typeof digit;

/** The pieces of an identifier, as written. */
function cut(word: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let before: Is = gap;
  for (let i = 0; i < word.length; i++) {
    const now = kindAt(word, i);
    if (i > start && isBoundary(word, i, before, now, start)) {
      pieces.push(word.slice(start, i));
      start = i;
    }
    if (now === gap) start = i + 1;
    before = now;
  }
  if (start < word.length) pieces.push(word.slice(start));
  return pieces;
}

function isBoundary(word: string, at: number, before: Is, now: Is, start: number): boolean {
  if (now === gap) return true;
  if (now === digit) return false;
  // `sha256|sum`, but `2fa`, `3d` and `0xff` are whole.
  if (before === digit) return kindAt(word, start) !== digit;
  if (now === upper) {
    if (before === lower) return true;
    // `HTML|Element`, but `URLs`: a single last `s` is a plural.
    return kindAt(word, at + 1) === lower && !isPluralAt(word, at + 1);
  }
  return false;
}

function isPluralAt(word: string, at: number): boolean {
  return word[at] === 's' && kindAt(word, at + 1) !== lower;
}

function kindAt(word: string, at: number): Is {
  const unit = word.charCodeAt(at);
  if (unit >= 97 && unit <= 122) return lower;
  if (unit >= 65 && unit <= 90) return upper;
  if (isDigit(unit)) return digit;
  if (!(unit > 127)) return gap;
  const char = word.charAt(at);
  return char === char.toLowerCase() ? lower : upper;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false;
  return true;
}

/** Removes accents and ligatures: `Größe` becomes `Grosse`, `ﬁle` becomes `file`. Marks that are letters stay. */
export function foldWord(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .normalize('NFC');
}

// Words that no term has whole: encoded data, long numbers, names of more than 160 letters. A chunk with such a word has a mark in
// their place, a term that no word can have. A search for a part of a word, as in a regular expression, must read the files with
// the mark, too. Numbers have their own: many files have long hexadecimal constants, and few parts of words can be in one.

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

/**
 * Words that say nothing about a chunk because most chunks have them. They are indexed only as names (`at`, `is`, `x`), which keeps
 * the longest postings out of the file.
 */
const words =
  'a an and are as at be by for if in into is it its of on or so that the these this to was were which with will you your';

export const noiseWords: ReadonlySet<string> = new Set(words.split(' '));
