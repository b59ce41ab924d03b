/**
 * Finds the terms of a query in lines of code. Splitting a word costs most, and few words have a term. So only words that have the
 * first letters of a term anywhere are split, and lines without such letters are not read word by word. Words that were split are
 * remembered for one search, because code repeats its words; for longer they would keep the texts of their files in memory.
 */
import { splitWord } from '../../index/terms/split-word';
import { stemBeginning } from '../../index/terms/stem';
import { Mentions } from '../query/mentions';
import type { QuestionParts } from '../query/question-parts';
import { messageMatcher } from '../query/text/message-matcher';

interface PlacedLines {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** 1-based. */
  readonly startLine: number;
}

/** The first messages are the surest. */
const maxMessages = 3;
/** Share of a message that a chunk must have, and that a line must have. */
const minShare = 0.5;

/**
 * The lines of a chunk that a text points at: those of its stack frames and paths, and those that have its messages as literals.
 */
export class NamedLines {
  private readonly mentions: Mentions;
  private readonly matchers: readonly ((source: string) => number)[];

  constructor({ frames, paths, messages }: Pick<QuestionParts, 'frames' | 'paths' | 'messages'>) {
    this.mentions = new Mentions({ frames, paths });
    this.matchers = messages.slice(0, maxMessages).map(messageMatcher);
  }

  /** @returns 0-based. */
  of({ path, text, lines, startLine }: PlacedLines): Set<number> {
    const named = new Set<number>();
    for (const line of this.mentions.of(path)?.lines ?? []) {
      const at = line - startLine;
      if (at >= 0 && at < lines.length) named.add(at);
    }
    for (const share of this.matchers) {
      if (share(text) < minShare) continue;
      lines.forEach((line, at) => {
        if (share(line) >= minShare) named.add(at);
      });
    }
    return named;
  }
}

export const wordRun = /[\p{L}\p{N}\p{M}_$]+/gu;
/** Scripts with spaces between words. */
export const spacedScript = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}_$]+$/u;
const asciiRun = /[\w$]+/g;
const ascii = /^[\p{ASCII}]*$/u;

/** Longer words are encoded data. */
const maxWordLength = 128;

const asciiTerm = /^[a-z\d]+$/;

export class LineTerms {
  private readonly found = new Map<string, readonly string[]>();
  /** Matches ASCII text that may have a term. */
  private readonly beginning: RegExp;

  constructor(private readonly terms: ReadonlySet<string>) {
    const beginnings = new Set([...terms].filter((term) => asciiTerm.test(term)).map(stemBeginning));
    // The letters of a term may be apart in a name: `filename` is a term of `file_name`.
    const patterns = [...beginnings].map((letters) => [...letters].join('[_$]*'));
    this.beginning = new RegExp(patterns.join('|') || '(?!)', 'i');
  }

  /** The terms in a line; a term that several words have is there several times. */
  in(line: string): string[] {
    if (this.terms.size === 0) return [];
    const isAscii = ascii.test(line);
    if (isAscii && !this.beginning.test(line)) return [];
    const all: string[] = [];
    for (const word of line.match(isAscii ? asciiRun : wordRun) ?? []) {
      for (const term of this.ofWord(word)) all.push(term);
    }
    return all;
  }

  private ofWord(word: string): readonly string[] {
    const known = this.found.get(word);
    if (known) return known;
    const hasNone = word.length > maxWordLength || (ascii.test(word) && !this.beginning.test(word));
    const terms = hasNone ? [] : this.split(word);
    this.found.set(word, terms);
    return terms;
  }

  private split(word: string): readonly string[] {
    if (!spacedScript.test(word)) {
      const lower = word.toLowerCase();
      return [...this.terms].filter((term) => lower.includes(term));
    }
    const { whole, parts } = splitWord(word);
    return (whole === undefined ? parts : [whole, ...parts]).filter((term) => this.terms.has(term));
  }
}
