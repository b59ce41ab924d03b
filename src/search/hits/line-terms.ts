/** Finds the terms of a query in lines of code. Words that were split before are remembered, because code repeats its words. */
import { splitWord } from '../../index/terms/split-word';
import { RecentResults } from '../../shared/recent-results';

export const wordRun = /[\p{L}\p{N}\p{M}_$]+/gu;
/** Scripts with spaces between words. */
export const spacedScript = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}_$]+$/u;
const asciiRun = /[\w$]+/g;
const ascii = /^[\p{ASCII}]*$/u;

/** For all searches. */
const splits = new RecentResults<string, ReturnType<typeof splitWord>>(8192);

/** Longer words are encoded data. */
const maxWordLength = 128;

export class LineTerms {
  private readonly found = new Map<string, readonly string[]>();

  constructor(private readonly terms: ReadonlySet<string>) {}

  /** The terms in a line; a term that several words have is there several times. */
  in(line: string): string[] {
    if (this.terms.size === 0) return [];
    const all: string[] = [];
    for (const word of line.match(ascii.test(line) ? asciiRun : wordRun) ?? []) {
      for (const term of this.ofWord(word)) all.push(term);
    }
    return all;
  }

  private ofWord(word: string): readonly string[] {
    const known = this.found.get(word);
    if (known) return known;
    const terms = word.length > maxWordLength ? [] : this.split(word);
    this.found.set(word, terms);
    return terms;
  }

  private split(word: string): readonly string[] {
    if (!spacedScript.test(word)) {
      const lower = word.toLowerCase();
      return [...this.terms].filter((term) => lower.includes(term));
    }
    const { whole, parts } = splits.get(word, splitWord);
    return (whole === undefined ? parts : [whole, ...parts]).filter((term) => this.terms.has(term));
  }
}
