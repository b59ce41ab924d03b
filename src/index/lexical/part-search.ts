/**
 * Finds the terms of a dictionary that words with given parts can have (literal-terms.ts), in one pass for all parts: an automaton
 * reads the letters of each term, and continues from the state it had where the term differs from the one before. Blocks of terms that
 * do not have the triples of letters of a part are skipped; so are those with other beginnings, if words begin with the part.
 */
import { canHavePart, irregularTerms, shortestStem, termsOfWord, type WordPart } from '../terms/literal-terms';
import { lostWordMarks } from '../terms/lost-words';
import type { LexicalSegment, WantedTerms } from './lexical-segment';
import { letterCount, PartAutomaton } from './part-automaton';
import type { TermCursor, TermPostings } from './term-cursor';
import { tripleBits } from './triple-signature';

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

  /** The blocks of terms that may have one of the parts; their number says what it takes to find the parts. */
  blocksIn(segment: LexicalSegment): Uint32Array {
    return segment.blocksWith(this.wanted);
  }

  /** By part: the postings of the terms that words with it can have, in the order of the dictionary, then those of marks. */
  find(segment: LexicalSegment, blocks = this.blocksIn(segment)): readonly (readonly TermPostings[])[] {
    const found = this.parts.map((): TermPostings[] => []);
    const { next, isWhole, isBegun } = this.automaton;
    /** By length of the term's beginning: the state after it. */
    let states = new Uint16Array(256);
    const cursor = segment.cursorAt(0);
    for (const block of blocks) {
      /** The shortest beginning of the term that contains a part. */
      let whole = Infinity;
      segment.moveTo(cursor, block);
      while (cursor.next()) {
        const { term, termLength: length, shared } = cursor;
        if (length >= states.length) states = grown(states, length);
        if (whole > shared) whole = Infinity;
        let state = states[shared] ?? 0;
        for (let i = shared; i < length; ) {
          const byte = term[i++] ?? 0;
          state = byte < letterCount ? (next[state * letterCount + byte] ?? 0) : 0;
          states[i] = state;
          if (isWhole[state] === 1 && i < whole) whole = i;
        }
        if (whole <= length || isBegun[state] === 1 || isBegun[states[length - 1] ?? 0] === 1)
          this.check(cursor, states, found);
      }
    }
    for (const [term, part] of this.named) {
      const postings = segment.find(Buffer.from(term));
      if (postings) found[part]?.push(postings);
    }
    return found;
  }

  private check(
    { term, termLength, rows, firstRow, firstCode, start, end }: TermCursor,
    states: Uint16Array,
    found: TermPostings[][],
  ): void {
    const { wholeParts, begunParts } = this.automaton;
    const possible = new Set<number>();
    for (let i = 1; i <= termLength; i++) for (const part of wholeParts[states[i] ?? 0] ?? []) possible.add(part);
    const whole = possible.size;
    for (const at of [termLength, termLength - 1])
      for (const part of begunParts[states[at] ?? 0] ?? []) possible.add(part);
    let text: string | undefined;
    let place = 0;
    for (const number of possible) {
      const part = this.parts[number];
      if (!part || termsOfWord(part)) continue;
      // Most parts may be anywhere in the term.
      const isContained = place++ < whole && !part.isStart && !part.isEnd;
      if (!isContained) text ??= Buffer.from(term.buffer, term.byteOffset, termLength).toString();
      if (isContained || canHavePart(text ?? '', part)) found[number]?.push({ rows, firstRow, firstCode, start, end });
    }
  }
}

function grown(states: Uint16Array, length: number): Uint16Array<ArrayBuffer> {
  const more = new Uint16Array(length * 2);
  more.set(states);
  return more;
}
