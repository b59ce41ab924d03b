/**
 * Finds the terms of a query in lines of code. Splitting a word costs most, and few words have a term. So only words that have the
 * first letters of a term anywhere are split, and lines without such letters are not read word by word. Words that were split are
 * remembered for one search, because code repeats its words; for longer they would keep the texts of their files in memory.
 */
import { splitWord } from '../../index/terms/split-word';
import { stemBeginning } from '../../index/terms/stem';

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

// While a question is typed, its last word may not be complete: `collec`. What is found for such a word says little, so a list of
// results can wait until the word is one that the hits have.

/** Shorter words are nearly always the beginning of others. */
const minLength = 3;

/** Does the query end in a word that none of the hits has? */
export function endsInOpenWord(query: string, hits: readonly { readonly text: string }[]): boolean {
  const word = /[\p{L}\p{N}\p{M}_$]+$/u.exec(query)?.[0];
  // In scripts without spaces, every letter may end a word.
  if (word === undefined || !spacedScript.test(word)) return false;
  if (word.length < minLength) return true;
  const { parts } = splitWord(word);
  const finder = new LineTerms(new Set(parts));
  return !hits.some(({ text }) => {
    const found = new Set(finder.in(text));
    return parts.every((part) => found.has(part));
  });
}
