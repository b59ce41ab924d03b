/** Whether `.`, `!`, `?` or an ellipsis that white space follows ends its sentence. */
import {
  beginners,
  countingAbbreviations,
  germanMonths,
  germanText,
  leadingAbbreviations,
  openAbbreviations,
} from './sentence-words';

export interface Mark {
  /** The first of the marks that stand together. */
  readonly at: number;
  readonly runEnd: number;
  /** Behind closing quotes and brackets. */
  readonly closed: number;
  /** The first character that is not white space. */
  readonly next: number;
}

const opener = /["'“”‘’«»„‚‹›([{*_¿¡~—–-]*\s?/y;
const word = /[\p{L}\p{M}\p{N}_$'’]{1,24}/uy;
const lineMarker = /(?:^|\n)[ \t>#*•-]*\(?$/;
const counter = /^(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5})$/;
/** Longer words before a period are no abbreviations. */
const longest = 24;

/** A word that begins where the mark's sentence may end. */
interface NextWord {
  readonly text: string;
  readonly isLower: boolean;
  /** An initial, a Roman numeral or a number: what abbreviations that count go with. */
  readonly counts: boolean;
  readonly begins: boolean;
}

export function closesSentence(text: string, mark: Mark): boolean {
  const next = nextWord(text, mark.next);
  const isPeriod = text[mark.at] === '.' && mark.runEnd === mark.at + 1;
  const isAsked = !text.slice(mark.at, mark.runEnd).endsWith('.') && text[mark.runEnd - 1] !== '…';
  // `Why?` he asked; but a question may be followed by a sentence without a capital.
  if (next.isLower) return isAsked && mark.closed === mark.runEnd;
  if (!isPeriod) return !(text[mark.at] === '!' && text.slice(mark.at - 5, mark.at) === 'Yahoo');
  const before = wordBefore(text, mark.at);
  if (isLineMarker(text, mark.at, before)) return false;
  return mark.closed > mark.runEnd && !/[)\]}]/.test(text.charAt(mark.runEnd))
    ? !leadingAbbreviations.has(before.toLowerCase())
    : endsAfter(before, next, text, mark);
}

function nextWord(text: string, at: number): NextWord {
  opener.lastIndex = at;
  const start = opener.test(text) ? opener.lastIndex : at;
  word.lastIndex = start;
  const found = word.exec(text)?.[0] ?? '';
  const first = String.fromCodePoint(found.codePointAt(0) ?? 0);
  const isInitial = found.length === 1 && text[start + 1] === '.';
  return {
    text: found,
    // `iOS`, `useState` and `max_size` are written so wherever they stand.
    isLower: isLowerCase(first) && !/[\p{Lu}_$\d]/u.test(found.slice(1)),
    counts: /^(?:\d.*|\p{L}|[IVXLC]+)$/u.test(found),
    begins: !isInitial && beginners.has(found.toLowerCase()),
  };
}

const isLowerCase = (char: string): boolean => char === char.toLowerCase() && char !== char.toUpperCase();

/** Back to white space or an opening bracket; two letters of one abbreviation (`z. B.`) are taken together. */
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
  while (start > 0 && at - start < longest && !/[\s("'“„«[{*_`/]/.test(text.charAt(start - 1))) start--;
  return text.slice(start, at);
}

function isLineMarker(text: string, at: number, before: string): boolean {
  if (!counter.test(before)) return false;
  const start = at - before.length;
  return lineMarker.test(text.slice(Math.max(0, start - longest), start)) && (start < longest || before.length > 0);
}

function endsAfter(before: string, next: NextWord, text: string, mark: Mark): boolean {
  const lower = before.toLowerCase();
  if (leadingAbbreviations.has(lower)) return false;
  if (countingAbbreviations.has(lower) && !/^\p{Lu}$/u.test(before)) return !next.counts;
  if (openAbbreviations.has(lower) || /^(?:\p{L}\.)+\p{L}$/u.test(before)) return next.begins;
  if (/^\p{Lu}$/u.test(before) || /^[а-яё]$/.test(before)) return next.begins && !followsInitial(text, mark.at);
  if (/^\d{1,2}$/.test(before)) return !isGermanOrdinal(next, text, mark.at);
  return true;
}

/** `J. R. The` is no end: names have several initials, and titles of books begin like sentences. */
const followsInitial = (text: string, at: number): boolean =>
  /\p{Lu}\.\s?$/u.test(text.slice(Math.max(0, at - 4), at - 1));

function isGermanOrdinal(next: NextWord, text: string, at: number): boolean {
  if (!/^\p{Lu}/u.test(next.text) || next.begins) return false;
  if (germanMonths.has(next.text.toLowerCase())) return true;
  return (text.slice(Math.max(0, at - 150), at + 150).match(germanText)?.length ?? 0) >= 3;
}
