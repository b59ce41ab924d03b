/**
 * Turns text into numbered terms. One pass over the UTF-16 units finds the words. Each spelling is split into its terms
 * (split-word.ts) only when it is new. Scripts without spaces are indexed as overlapping pairs of characters.
 */

import { detachedText } from '../../shared/detached-text';
import { lostWordMark, maxRunLength, noiseWords, splitWord } from './split-word';
import { classOf, GAP, PAIR, WORD } from './term-characters';

export interface TermSink {
  add(term: number): void;
}

export class TermScanner {
  /** By term number. */
  readonly terms: string[] = [];
  private readonly numbers = new Map<string, number>();

  /** By spelling: the numbers of its terms, ~number for noise words, which count in names only. */
  private readonly spellings = new Map<string, readonly number[]>();
  private text = '';

  /** @param marksLost pass the sink a mark for words that no term has (split-word.ts). */
  constructor(private readonly marksLost = false) {}

  /** Sets the text for the next calls of `scan`. */
  read(text: string): void {
    this.text = text;
  }

  /**
   * Passes `sink` the terms of the text from `start` to `end`; no word may cross these.
   * @param all include noise words, as in names.
   */
  scan(start: number, end: number, all: boolean, sink: TermSink): void {
    const { text } = this;
    for (let i = start; i < end; ) {
      const first = text.charCodeAt(i);
      const kind = classOf(first);
      if (kind === GAP) {
        i++;
      } else if (kind === PAIR) {
        i = this.scanPairs(i, end, sink);
      } else {
        const from = i;
        do i++;
        while (i < text.length && classOf(text.charCodeAt(i)) === WORD);
        if (i - from > maxRunLength) this.mark(lostWordMark(text.slice(from, i)), sink);
        else if (i - from > 1 || first > 127 || all) this.give(text.slice(from, i), all, sink);
      }
    }
  }

  /** Passes the sink a mark that is no word of the text. */
  mark(mark: string, sink: TermSink): void {
    if (this.marksLost) sink.add(this.number(mark));
  }

  /** Scans one run of characters without spaces; returns its end. */
  private scanPairs(start: number, limit: number, sink: TermSink): number {
    const { text } = this;
    let end = start;
    while (end < limit && classOf(text.charCodeAt(end)) === PAIR) end++;
    let before = -1;
    for (let i = start; i < end; ) {
      const next = i + (isHigh(text.charCodeAt(i)) && i + 1 < end ? 2 : 1);
      if (next - i === 1 && isHalf(text.charCodeAt(i))) {
        // Half of an emoji.
        before = -1;
      } else {
        if (before >= 0) this.give(text.slice(before, next), true, sink);
        else if (next >= end) this.give(text.slice(i, next), true, sink);
        before = i;
      }
      i = next;
    }
    return end;
  }

  private give(word: string, all: boolean, sink: TermSink): void {
    const numbers = this.spellings.get(word) ?? this.learn(word);
    for (let i = 0; i < numbers.length; i++) {
      const term = numbers[i] ?? 0;
      if (term >= 0) sink.add(term);
      else if (all) sink.add(~term);
    }
  }

  private learn(word: string): readonly number[] {
    const { whole, parts, isLost } = splitWord(word);
    const numbers: number[] = [];
    if (whole !== undefined) numbers.push(this.number(whole));
    if (isLost && this.marksLost) numbers.push(this.number(lostWordMark(word)));
    for (const part of parts) numbers.push(isNoise(part) ? ~this.number(part) : this.number(part));
    this.spellings.set(detachedText(word), numbers);
    return numbers;
  }

  private number(term: string): number {
    let number = this.numbers.get(term);
    if (number === undefined) {
      number = this.terms.length;
      const own = detachedText(term);
      this.terms.push(own);
      this.numbers.set(own, number);
    }
    return number;
  }
}

/** Noise words count in names only. */
export function isNoise(term: string): boolean {
  return noiseWords.has(term) || (term.length === 1 && term.charCodeAt(0) < 128);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
