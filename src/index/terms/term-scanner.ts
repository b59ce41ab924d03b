/**
 * Turns text into numbered terms. One pass over the UTF-16 units finds the words. Each spelling is looked up in a hash table and split
 * into its terms (split-word.ts) only when it is new, so that an occurrence costs a hash and a comparison. Scripts without spaces are
 * indexed as overlapping pairs of characters.
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

  private spellings = 0;
  /** Two numbers per slot of the hash table: the hash, and where the spelling is in `records`; 0: free. */
  private slots = new Int32Array(1 << 13);
  /**
   * For each spelling, together so that the processor fetches them at once: `length | number of terms << 8`; its term numbers, ~number
   * for noise words, which count in names only; its UTF-16 units, two per number.
   */
  private records = new Int32Array(1 << 14);
  private recordsEnd = 1;

  private units = new Uint16Array(1 << 12);
  private bytes = Buffer.from(this.units.buffer);
  private text = '';

  /** @param marksLost pass the sink a mark for words that no term has (split-word.ts). */
  constructor(private readonly marksLost = false) {}

  /** Sets the text for the next calls of `scan`. */
  read(text: string): void {
    // One more unit, which ends the last word.
    if (text.length >= this.units.length) {
      this.units = new Uint16Array(text.length * 2);
      this.bytes = Buffer.from(this.units.buffer);
    }
    this.bytes.write(text, 'utf16le');
    this.units[text.length] = 0;
    this.text = text;
  }

  /**
   * Passes `sink` the terms of the text from `start` to `end`; no word may cross these.
   * @param all include noise words, as in names.
   */
  scan(start: number, end: number, all: boolean, sink: TermSink): void {
    const { units } = this;
    for (let i = start; i < end; ) {
      const first = units[i] ?? 0;
      const kind = classOf(first);
      if (kind === GAP) {
        i++;
      } else if (kind === PAIR) {
        i = this.scanPairs(i, end, sink);
      } else {
        const from = i;
        let hash = 0;
        let unit = first;
        do {
          hash = Math.imul(hash ^ unit, 0x01000193);
          unit = units[++i] ?? 0;
        } while (classOf(unit) === WORD);
        const length = i - from;
        if (length > maxRunLength) {
          if (this.marksLost) sink.add(this.number(lostWordMark(this.text.slice(from, i))));
          continue;
        }
        if (length === 1 && first < 128 && !all) continue;
        this.give(from, length, hash, all, sink);
      }
    }
  }

  /** Passes the sink a mark that is no word of the text. */
  mark(mark: string, sink: TermSink): void {
    if (this.marksLost) sink.add(this.number(mark));
  }

  /** Scans one run of characters without spaces; returns its end. */
  private scanPairs(start: number, limit: number, sink: TermSink): number {
    const { units } = this;
    let end = start;
    while (end < limit && classOf(units[end] ?? 0) === PAIR) end++;
    let before = -1;
    for (let i = start; i < end; ) {
      const next = i + (isHigh(units[i] ?? 0) && i + 1 < end ? 2 : 1);
      if (next - i === 1 && isHalf(units[i] ?? 0)) {
        // Half of an emoji.
        before = -1;
      } else {
        if (before >= 0) this.givePair(before, next, sink);
        else if (next >= end) this.givePair(i, next, sink);
        before = i;
      }
      i = next;
    }
    return end;
  }

  private givePair(start: number, end: number, sink: TermSink): void {
    let hash = 0;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (this.units[i] ?? 0), 0x01000193);
    this.give(start, end - start, hash, true, sink);
  }

  private give(start: number, length: number, hash: number, all: boolean, sink: TermSink): void {
    const record = this.find(start, length, hash ^ (hash >>> 15));
    const { records } = this;
    const end = record + ((records[record] ?? 0) >> 8);
    for (let i = record + 1; i <= end; i++) {
      const term = records[i] ?? 0;
      if (term >= 0) sink.add(term);
      else if (all) sink.add(~term);
    }
  }

  /** The place in `records` of the spelling at `start`. */
  private find(start: number, length: number, hash: number): number {
    const { units, slots, records } = this;
    const mask = slots.length - 2;
    let slot = (hash << 1) & mask;
    for (;;) {
      const record = slots[slot + 1] ?? 0;
      if (record === 0) break;
      if (slots[slot] === hash) {
        const head = records[record] ?? 0;
        if ((head & 255) === length) {
          let at = record + 1 + (head >> 8);
          let i = 1;
          while (i < length && records[at] === ((units[start + i - 1] ?? 0) | ((units[start + i] ?? 0) << 16))) {
            i += 2;
            at++;
          }
          if (i > length || (i === length && records[at] === units[start + i - 1])) return record;
        }
      }
      slot = (slot + 2) & mask;
    }
    slots[slot] = hash;
    slots[slot + 1] = this.recordsEnd;
    return this.learn(start, length);
  }

  private learn(start: number, length: number): number {
    const word = this.text.slice(start, start + length);
    const { whole, parts, isLost } = splitWord(word);
    const record = this.recordsEnd;
    while (record + 3 + parts.length + length > this.records.length) {
      const records = new Int32Array(this.records.length * 2);
      records.set(this.records);
      this.records = records;
    }
    const { records, units } = this;
    let at = record + 1;
    if (whole !== undefined) records[at++] = this.number(whole);
    if (isLost && this.marksLost) records[at++] = this.number(lostWordMark(word));
    for (const part of parts) records[at++] = isNoise(part) ? ~this.number(part) : this.number(part);
    records[record] = length | ((at - record - 1) << 8);
    for (let i = 0; i < length; i += 2) {
      records[at++] = (units[start + i] ?? 0) | (i + 1 < length ? (units[start + i + 1] ?? 0) << 16 : 0);
    }
    this.recordsEnd = at;
    if (++this.spellings * 4 > this.slots.length) this.rehash();
    return record;
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

  private rehash(): void {
    const before = this.slots;
    const slots = new Int32Array(before.length * 4);
    const mask = slots.length - 2;
    for (let i = 0; i < before.length; i += 2) {
      const record = before[i + 1] ?? 0;
      if (record === 0) continue;
      const hash = before[i] ?? 0;
      let slot = (hash << 1) & mask;
      while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
      slots[slot] = hash;
      slots[slot + 1] = record;
    }
    this.slots = slots;
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
