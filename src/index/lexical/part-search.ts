/**
 * Finds the terms of a dictionary that words with given parts can have (literal-terms.ts), in one pass for all parts: an automaton
 * reads the letters of each term, and continues from the state it had where the term differs from the one before. Blocks of terms that
 * do not have the triples of letters of a part are skipped; so are those with other beginnings, if words begin with the part.
 */
import { canHavePart, irregularTerms, shortestStem, termsOfWord, type WordPart } from '../terms/literal-terms';
import { lostWordMarks } from '../terms/split-word';
import { stem } from '../terms/stem';
import { tripleBits } from './lexical-format';
import type { LexicalSegment, WantedTerms } from './lexical-segment';
import { letterCount, PartAutomaton } from './part-automaton';
import { scanParts } from './part-scan';
import type { TermPostings } from './term-cursor';

export class PartSearch {
  private readonly automaton: PartAutomaton;
  /** What terms have that are not looked up by themselves. */
  private readonly wanted: readonly WantedTerms[];
  /** Terms that are looked up by themselves, with the part that they are found for. */
  private readonly named: readonly (readonly [term: string, part: number])[];

  constructor(private readonly parts: readonly WordPart[]) {
    this.automaton = new PartAutomaton(parts);
    this.wanted = parts.flatMap((part) => {
      if (termsOfWord(part)) return [];
      const stem = part.text.slice(0, shortestStem(part));
      return { beginning: Buffer.from(part.isStart ? stem : ''), triples: tripleBits(stem) };
    });
    this.named = parts.flatMap((part, number) =>
      [...lostWordMarks(part.text), ...irregularTerms(part), ...(termsOfWord(part) ?? [])].map(
        (term) => [term, number] as const,
      ),
    );
  }

  /** How many rows have the part as a word, if there is only one: many, and it is in nearly every file. */
  wordRows(segment: LexicalSegment): number {
    const [part, ...others] = this.parts;
    if (!part || others.length > 0) return 0;
    const { text } = part;
    return Math.max(...[text, stem(text)].map((term) => segment.find(Buffer.from(term))?.rows ?? 0));
  }

  /** The blocks of terms that may have one of the parts; their number says what it takes to find the parts. */
  blocksIn(segment: LexicalSegment): Uint32Array {
    return segment.blocksWith(this.wanted);
  }

  /** By part: the postings of the terms that words with it can have, in the order of the dictionary, then those of marks. */
  find(segment: LexicalSegment, blocks = this.blocksIn(segment)): readonly (readonly TermPostings[])[] {
    const found = this.parts.map((): TermPostings[] => []);
    const onlyPart = this.parts.length === 1 && isAnywhere(this.parts[0]) ? found[0] : undefined;
    scanParts(segment, blocks, this.automaton, (letters, postings, hasWhole) => {
      if (onlyPart && hasWhole) onlyPart.push(postings);
      else for (const part of this.partsOf(letters)) found[part]?.push(postings);
    });
    for (const [term, part] of this.named) {
      const postings = segment.find(Buffer.from(term));
      if (postings) found[part]?.push(postings);
    }
    return found;
  }

  /** The parts that words with this term can have, without those that are looked up. */
  private partsOf(letters: Uint8Array): number[] {
    const { next, flags, wholeParts, begunParts } = this.automaton;
    const possible: number[] = [];
    let before = 0;
    let state = 0;
    for (let i = 0; i < letters.length; i++) {
      const letter = letters[i] ?? 0;
      before = state;
      state = letter < letterCount ? (next[state * letterCount + letter] ?? 0) : 0;
      if (((flags[state] ?? 0) & 1) === 1) addNew(possible, wholeParts[state]);
    }
    const whole = possible.length;
    addNew(possible, begunParts[state]);
    addNew(possible, begunParts[before]);
    let text: string | undefined;
    return possible.filter((number, i) => {
      const part = this.parts[number];
      if (!part || termsOfWord(part)) return false;
      if (i < whole && isAnywhere(part)) return true;
      text ??= Buffer.from(letters.buffer, letters.byteOffset, letters.length).toString();
      return canHavePart(text, part);
    });
  }
}

function addNew(list: number[], more: readonly number[] | undefined): void {
  for (const one of more ?? []) if (!list.includes(one)) list.push(one);
}

/** May it be anywhere in a term? */
function isAnywhere(part: WordPart | undefined): boolean {
  return part !== undefined && !part.isStart && !part.isEnd;
}
