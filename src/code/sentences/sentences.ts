/**
 * Finds where the sentences of a text begin. The end of a paragraph ends a sentence, a line break does not. In scripts that use
 * `.`, `!` and `?`, each mark is judged by the words around it, because the Unicode rules alone treat `Dr.` and `z. B.` as ends.
 * Other scripts are left to `Intl.Segmenter`, which takes ten times as long.
 */
import {
  closingAbbreviations,
  countingAbbreviations,
  germanMonths,
  germanText,
  leadingAbbreviations,
  openAbbreviations,
  sentenceStarters,
} from './sentence-words';

/** Scripts with their own marks: all but Latin, Greek, Cyrillic, punctuation and symbols. */
const otherScripts = /[^\u0000-\u052f\u1e00-\u20cf\u2100-\u2bff\ufeff]/;
const marks = /[.!?…‼⁇⁈⁉`<]/g;
/** An HTML tag: marks in its attributes do not end a sentence. */
const tag = /<\/?[a-z][\w:-]*(?:\s+[\w:@.-]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'<>`=]+))?)*\s*\/?>/iy;
const markRun = /[.!?…‼⁇⁈⁉]+/y;
/** Closing quotes, brackets, emphasis and note references belong to the sentence before them. */
const closers = /(?:["'”’“»›)\]}*_~¹²³⁴⁵⁶⁷⁸⁹⁰]|[ \u00a0\u202f]»(?=[\s,.;:]|$)|\[\^?[\w#*-]{1,8}\]_?)*/y;
const blankLine = /\n[^\S\n]*\n\s*/g;
const white = /\s*/y;
const ideograph = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/;

/** The end of a sticky expression's match at an offset. */
function skip(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

/** Ascending offsets; the first is `start`. White space belongs to the sentence before it. An empty range has no sentence. */
export function sentenceStarts(text: string, start: number, end: number): number[] {
  const starts: number[] = [];
  if (start >= end) return starts;
  const stretch = text.slice(start, end);
  let paragraph = 0;
  starts.push(start);
  const addUntil = (next: number): void => {
    for (const at of startsIn(stretch.slice(paragraph, next))) starts.push(start + paragraph + at);
  };
  // White space at the beginning is not a sentence.
  blankLine.lastIndex = skip(white, stretch, 0);
  for (let match = blankLine.exec(stretch); match; match = blankLine.exec(stretch)) {
    // The indentation of a paragraph belongs to it; the blank lines before it do not.
    const next = stretch.lastIndexOf('\n', blankLine.lastIndex - 1) + 1;
    const isLast = blankLine.lastIndex === stretch.length;
    addUntil(isLast ? stretch.length : next);
    if (isLast) return starts;
    starts.push(start + next);
    paragraph = next;
  }
  addUntil(stretch.length);
  return starts;
}

/** Where the second and later sentences of a paragraph begin. */
function startsIn(paragraph: string): readonly number[] {
  const spans: number[] = [];
  const found = byMarks(paragraph, spans);
  if (!otherScripts.test(paragraph)) return found;
  const others = bySegmenter(paragraph, spans);
  return others.length === 0 ? found : [...new Set([...found, ...others])].sort((a, b) => a - b);
}

/** @param spans receives the starts and ends of code spans and tags. */
function byMarks(paragraph: string, spans: number[]): number[] {
  const found: number[] = [];
  const unclosed = new Set<number>();
  marks.lastIndex = 0;
  for (let match = marks.exec(paragraph); match; match = marks.exec(paragraph)) {
    const at = match.index;
    if (match[0] === '`') {
      const after = codeSpanEnd(paragraph, at, unclosed);
      if (after.isSpan) spans.push(at, after.end);
      marks.lastIndex = after.end;
      continue;
    }
    if (match[0] === '<') {
      const after = skip(tag, paragraph, at);
      if (after > at) spans.push(at, after);
      marks.lastIndex = Math.max(after, at + 1);
      continue;
    }
    const runEnd = skip(markRun, paragraph, at);
    const closed = skip(closers, paragraph, runEnd);
    const next = skip(white, paragraph, closed);
    if (next === paragraph.length) break;
    const mark: SentenceMark = { at, runEnd, closed, next };
    if (next > closed ? closesSentence(paragraph, mark) : isBetweenIdeographs(paragraph, mark)) found.push(next);
    marks.lastIndex = Math.max(runEnd, next - 1);
  }
  return found;
}

/** Chinese and Japanese do not put a space after ASCII marks either. */
function isBetweenIdeographs(text: string, { at, runEnd, next }: SentenceMark): boolean {
  if (!ideograph.test(text.charAt(next)) || !ideograph.test(text.charAt(at - 1))) return false;
  return next === runEnd && text[at] !== '…' && (text[at] !== '.' || runEnd === at + 1);
}

/** Longer runs of backticks are text: otherwise each length would cost a search through the text. */
const maxFenceLength = 8;

/** A span ends with as many backticks as it begins with; backticks without a matching end are text. */
function codeSpanEnd(text: string, at: number, unclosed: Set<number>): { end: number; isSpan: boolean } {
  let end = at;
  while (text[end] === '`') end++;
  const length = end - at;
  if (length > maxFenceLength || unclosed.has(length)) return { end, isSpan: false };
  const fence = text.slice(at, end);
  for (let close = text.indexOf(fence, end); close >= 0; ) {
    let closeEnd = close;
    while (text[closeEnd] === '`') closeEnd++;
    if (closeEnd - close === length) return { end: closeEnd, isSpan: true };
    close = text.indexOf(fence, closeEnd);
  }
  unclosed.add(length);
  return { end, isSpan: false };
}

let segmenter: Intl.Segmenter | undefined;

/** The segmenter takes quadratic time, so it gets a few thousand characters at once. The overlap is longer than any run of marks and closing quotes. */
const window = 4096;
const overlap = 256;

const closing = /[\s\p{Pe}\p{Pf}\p{Pi}"'*_]/u;
/** The sentence continues after the quotation: “…。” he said. */
const goesOn = /^(?:と|って|という|との|などと|他说|她说|说道|他問|他问|她问)/;

const beginning = /[\p{L}\p{N}`$]/u;

/** Starts after marks that `byMarks` does not know. */
function bySegmenter(paragraph: string, spans: readonly number[]): number[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'sentence' });
  const found: number[] = [];
  let span = 0;
  let last = 0;
  for (let from = 0; from === 0 || from + overlap < paragraph.length; from += window - overlap) {
    // A line break would end a sentence for the segmenter.
    const seen = paragraph.slice(from, from + window).replace(/[\r\n\u2028\u2029\u0085\f\v]/g, ' ');
    for (const { index } of segmenter.segment(seen)) {
      const at = beforeOpeners(paragraph, from + index);
      if (index === 0 || at <= last) continue;
      last = at;
      while ((spans[span + 1] ?? Infinity) <= at) span += 2;
      if ((spans[span] ?? Infinity) >= at && followsMark(paragraph, at)) found.push(at);
    }
  }
  return found;
}

/** The segmenter puts an opening bracket into the sentence before it, like a closing one. This moves the start before it. */
function beforeOpeners(paragraph: string, at: number): number {
  let open = at;
  for (let i = at - 1; i > Math.max(0, at - overlap) && /[\s\p{Ps}“‘]/u.test(paragraph.charAt(i)); i--) {
    if (/\S/.test(paragraph.charAt(i))) open = i;
  }
  return open;
}

/** True if the text before an offset ends with a mark of another script. */
function followsMark(paragraph: string, at: number): boolean {
  const first = Math.max(0, at - overlap);
  let mark = at - 1;
  while (mark > first && closing.test(paragraph.charAt(mark))) mark--;
  const char = paragraph.charAt(mark);
  if (!otherScripts.test(char) || !/\p{P}/u.test(char)) return false;
  const next = skip(white, paragraph, at);
  if (!beginning.test(paragraph.slice(next, next + 8))) return false;
  // A question in quotes or brackets is part of the sentence around it.
  const isClosed = mark < at - 1 && /\S/.test(paragraph.charAt(at - 1));
  return !isClosed || !(goesOn.test(paragraph.slice(at, at + 8)) || /[？！]/.test(char));
}

/** Decides whether `.`, `!`, `?` or an ellipsis before white space ends a sentence. */

interface SentenceMark {
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

function closesSentence(text: string, mark: SentenceMark): boolean {
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
