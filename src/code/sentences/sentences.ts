/**
 * Finds where the sentences of a text begin. The end of a paragraph ends a sentence, a line break does not. In scripts that use
 * `.`, `!` and `?`, each mark is judged by the words around it, because the Unicode rules alone treat `Dr.` and `z. B.` as ends.
 * Other scripts are left to `Intl.Segmenter`, which takes ten times as long.
 */
import { closesSentence, type SentenceMark } from './sentence-ends';

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
