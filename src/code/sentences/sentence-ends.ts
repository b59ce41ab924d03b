/** Decides whether `.`, `!`, `?` or an ellipsis before white space ends a sentence. */
import {
  closingAbbreviations,
  countingAbbreviations,
  germanMonths,
  germanText,
  leadingAbbreviations,
  openAbbreviations,
  sentenceStarters,
} from './sentence-words';

export interface SentenceMark {
  /** The first of adjacent marks. */
  readonly at: number;
  readonly runEnd: number;
  /** After closing quotes and brackets. */
  readonly closed: number;
  /** The next character that is not white space. */
  readonly next: number;
}

const opener = /["'“”‘’«»„‚‹›([{*_¿¡~—–-]*\s?/y;
const word = /[\p{L}\p{M}\p{N}_$'’]{1,24}/uy;
const lineMarker = /(?:^|\n)[ \t>#*•-]*\(?$/;
const counter = /^(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5})$/;
/** Longer words before a period are not abbreviations. */
const maxWordLength = 24;

/** Characters that never begin a sentence. */
const noBeginning = /[?!:;,.}\])/=|~\s]/;

/** The word after a mark, where a sentence may begin. */
interface NextWord {
  readonly text: string;
  readonly isLower: boolean;
  /** A number, a letter or a Roman numeral, as it follows a counting abbreviation. */
  readonly counts: boolean;
  readonly begins: boolean;
  readonly isQuoted: boolean;
  readonly isBracketed: boolean;
}

export function closesSentence(text: string, mark: SentenceMark): boolean {
  const next = nextWord(text, mark.next);
  if (!next) return false;
  const last = text[mark.runEnd - 1];
  const isPeriod = text[mark.at] === '.' && mark.runEnd === mark.at + 1;
  const before = wordBefore(text, mark.at);
  if (next.isLower && last !== '.' && last !== '…') return beginsInLower(text, mark);
  if (next.isLower && !(isPeriod && next.isQuoted && isPlainWord(before))) return false;
  // A list that ends with an ellipsis (`Fedora/SUSE/… Linux`).
  if (!isPeriod) return text[mark.at - 1] !== '/' && !(last === '!' && before === 'Yahoo');
  if (isLineMarker(text, mark.at, before)) return false;
  // Before a closing quote or emphasis, the word may still be an abbreviation.
  return mark.closed > mark.runEnd
    ? !leadingAbbreviations.has(before.toLowerCase())
    : endsAfter(before, next, text, mark.at);
}

/** After `?` and `!` a sentence may begin in lower case, but not after a quotation, an operator or a wildcard. */
function beginsInLower(text: string, mark: SentenceMark): boolean {
  const before = text.slice(Math.max(0, mark.at - maxWordLength), mark.at);
  return mark.closed === mark.runEnd && /[\p{L}\p{N}]$/u.test(before) && !/\/\S*$/.test(before);
}

/** True if the word before a period is certainly not an abbreviation. */
function isPlainWord(before: string): boolean {
  const lower = before.toLowerCase();
  const sets = [leadingAbbreviations, countingAbbreviations, openAbbreviations, closingAbbreviations];
  return before.length > 2 && !before.includes('.') && !sets.some((set) => set.has(lower));
}

function nextWord(text: string, at: number): NextWord | undefined {
  opener.lastIndex = at;
  const start = opener.test(text) ? opener.lastIndex : at;
  if (start >= text.length || noBeginning.test(text.charAt(start))) return undefined;
  word.lastIndex = start;
  const found = word.exec(text)?.[0] ?? '';
  const first = String.fromCodePoint(found.codePointAt(0) ?? 0);
  const isInitial = found.length === 1 && text[start + 1] === '.';
  return {
    text: found,
    // `iOS`, `useState` and `max_size` are spelled this way everywhere.
    isLower: isLowerCase(first) && !/[\p{Lu}_$\d]/u.test(found.slice(1)),
    counts: /^(?:\d.*|\p{L}|[IVXLC]+)$/u.test(found),
    begins: !isInitial && sentenceStarters.has(found.toLowerCase()),
    isQuoted: /["“„«]/.test(text.charAt(at)),
    isBracketed: /[([{]/.test(text.charAt(at)),
  };
}

const isLowerCase = (char: string): boolean => char === char.toLowerCase() && char !== char.toUpperCase();

/** The text back to white space or an opening bracket; two letters of one abbreviation (`z. B.`) are joined. */
function wordBefore(text: string, at: number): string {
  const found = plainWordBefore(text, at);
  if (found.length !== 1) return found;
  const gap = at - found.length - 1;
  if (!/[ \u00a0\u202f]/.test(text.charAt(gap)) || text[gap - 1] !== '.') return found;
  const joined = `${plainWordBefore(text, gap - 1)}.${found}`;
  return leadingAbbreviations.has(joined.toLowerCase()) ? joined : found;
}

function plainWordBefore(text: string, at: number): string {
  let start = at;
  while (start > 0 && at - start < maxWordLength && !/[\s("'“„«[{*_`/]/.test(text.charAt(start - 1))) start--;
  return text.slice(start, at);
}

function isLineMarker(text: string, at: number, before: string): boolean {
  if (!counter.test(before)) return false;
  const start = at - before.length;
  return lineMarker.test(text.slice(Math.max(0, start - maxWordLength), start));
}

function endsAfter(before: string, next: NextWord, text: string, at: number): boolean {
  const lower = before.toLowerCase();
  if (leadingAbbreviations.has(lower)) return false;
  if (closingAbbreviations.has(lower)) return !next.isBracketed;
  if (countingAbbreviations.has(lower) && !/^\p{Lu}$/u.test(before)) return !next.counts;
  if (openAbbreviations.has(lower) || /^(?:\p{L}\.)+\p{L}$/u.test(before)) return next.begins;
  if (/^\p{Lu}$/u.test(before) || /^[а-яё]$/.test(before)) return next.begins && !followsInitial(text, at);
  if (/^\d{1,2}$/.test(before)) return !isGermanOrdinal(next, text, at);
  return true;
}

/** `J. R. The` does not end a sentence: names have several initials, and book titles begin like sentences. */
const followsInitial = (text: string, at: number): boolean =>
  /\p{Lu}\.\s?$/u.test(text.slice(Math.max(0, at - 4), at - 1));

function isGermanOrdinal(next: NextWord, text: string, at: number): boolean {
  if (!/^\p{Lu}/u.test(next.text) || next.begins) return false;
  if (germanMonths.has(next.text.toLowerCase())) return true;
  return (text.slice(Math.max(0, at - 150), at + 150).match(germanText)?.length ?? 0) >= 3;
}
