/**
 * Finds the terms of a dictionary that words with given parts can have (literal-terms.ts), in one pass for all parts: an automaton
 * reads the letters of each term, and continues from the state it had where the term differs from the one before. Blocks of terms that
 * do not have the triples of letters of a part are skipped; so are those with other beginnings, if words begin with the part.
 */
import {
  canHavePart,
  canLackRest,
  irregularTerms,
  shortestStem,
  termsOfWord,
  type WordPart,
} from '../terms/literal-terms';
import { lostWordMarks } from '../terms/split-word';
import { stem } from '../terms/stem';
import { tripleBits } from './lexical-format';
import type { LexicalSegment, WantedTerms } from './lexical-segment';
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
    const { next, flags } = this.automaton;
    const found = this.parts.map((): TermPostings[] => []);
    const onlyPart = this.parts.length === 1 && isAnywhere(this.parts[0]) ? found[0] : undefined;
    /** By length of the term's beginning: the state after it. */
    let states = new Uint16Array(256);
    const cursor = segment.cursorAt(0);
    for (const block of blocks) {
      /** The shortest beginning of the term that contains a part. */
      let whole = Infinity;
      segment.moveTo(cursor, block);
      while (cursor.next()) {
        const { term, termLength: length, shared } = cursor;
        if (length >= states.length) states = Uint16Array.from({ length: length * 2 }, (_, at) => states[at] ?? 0);
        if (whole > shared) whole = Infinity;
        let state = states[shared] ?? 0;
        for (let i = shared; i < length; ) {
          const byte = term[i++] ?? 0;
          state = byte < letterCount ? (next[state * letterCount + byte] ?? 0) : 0;
          states[i] = state;
          if (((flags[state] ?? 0) & 1) === 1 && i < whole) whole = i;
        }
        const begun = (flags[state] ?? 0) | (flags[states[length - 1] ?? 0] ?? 0);
        if (whole > length && (begun & 2) === 0) continue;
        const { rows, firstRow, firstCode, start, end } = cursor;
        const postings = { rows, firstRow, firstCode, start, end };
        if (onlyPart && whole <= length) onlyPart.push(postings);
        else
          for (const part of this.partsOf(term.subarray(0, length), states.subarray(0, length + 1)))
            found[part]?.push(postings);
      }
    }
    for (const [term, part] of this.named) {
      const postings = segment.find(Buffer.from(term));
      if (postings) found[part]?.push(postings);
    }
    return found;
  }

  /** The parts that words with this term can have, without those that are looked up. @param states after each beginning of the term. */
  private partsOf(letters: Uint8Array, states: Uint16Array): number[] {
    const { wholeParts, begunParts } = this.automaton;
    const possible = new Set(Array.from(states).flatMap((state) => wholeParts[state] ?? []));
    const whole = possible.size;
    for (const state of [states.at(-1), states.at(-2)])
      for (const part of begunParts[state ?? 0] ?? []) possible.add(part);
    let text: string | undefined;
    return [...possible].filter((number, i) => {
      const part = this.parts[number];
      if (!part || termsOfWord(part)) return false;
      if (i < whole && isAnywhere(part)) return true;
      text ??= Buffer.from(letters).toString();
      return canHavePart(text, part);
    });
  }
}

/** May it be anywhere in a term? */
function isAnywhere(part: WordPart | undefined): boolean {
  return part !== undefined && !part.isStart && !part.isEnd;
}

/** ASCII; parts have no other letters. */
const letterCount = 128;

/** The automaton of Aho and Corasick for parts of words: it reads text letter by letter and always knows which parts end there. */
class PartAutomaton {
  /** By state and letter: the next state. State 0 is the start. */
  readonly next: Uint16Array;
  /** By state: the parts that end there. */
  readonly wholeParts: number[][] = [[]];
  /** By state: the parts of which all but an ending that stems do not have ends there. */
  readonly begunParts: number[][] = [[]];
  /** By state: 1 if parts end there, 2 if all but an ending of one does, 3 if both are true. */
  readonly flags: Uint8Array;

  constructor(parts: readonly WordPart[]) {
    const children: Map<number, number>[] = [new Map()];
    parts.forEach((one, part) => {
      const { text } = one;
      let state = 0;
      for (let i = 0; i < text.length; i++) {
        const letter = text.charCodeAt(i);
        const known = children[state]?.get(letter);
        if (known === undefined) {
          children[state]?.set(letter, children.length);
          state = children.length;
          children.push(new Map());
          this.wholeParts.push([]);
          this.begunParts.push([]);
        } else state = known;
        if (i + 1 === text.length) this.wholeParts[state]?.push(part);
        else if (canLackRest(one, i + 1)) this.begunParts[state]?.push(part);
      }
    });
    this.next = this.link(children);
    this.flags = Uint8Array.from(
      this.wholeParts,
      (of, state) => (of.length > 0 ? 1 : 0) + ((this.begunParts[state]?.length ?? 0) > 0 ? 2 : 0),
    );
  }

  /** Fills the table, shorter beginnings first: what a state lacks, it has from the longest shorter state that ends like it. */
  private link(children: readonly ReadonlyMap<number, number>[]): Uint16Array {
    const next = new Uint16Array(children.length * letterCount);
    const queue: { readonly state: number; readonly shorter: number }[] = [{ state: 0, shorter: 0 }];
    for (const { state, shorter } of queue) {
      if (state !== 0) {
        next.copyWithin(state * letterCount, shorter * letterCount, (shorter + 1) * letterCount);
        this.wholeParts[state]?.push(...(this.wholeParts[shorter] ?? []));
        this.begunParts[state]?.push(...(this.begunParts[shorter] ?? []));
      }
      for (const [letter, child] of children[state] ?? []) {
        queue.push({ state: child, shorter: state === 0 ? 0 : (next[state * letterCount + letter] ?? 0) });
        next[state * letterCount + letter] = child;
      }
    }
    return next;
  }
}
