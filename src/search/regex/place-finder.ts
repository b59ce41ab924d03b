/** The parts of words that a text must have to match regular expressions. Words are what an index can look up. */

import type { LexicalSegment } from '../../index/lexical/lexical-segment';
import { PartSearch } from '../../index/lexical/part-search';
import { PostingCursor } from '../../index/lexical/posting-cursor';
import type { TermPostings } from '../../index/lexical/term-cursor';
import { isInUnindexedText, type WordPart } from '../../index/terms/literal-terms';
import { placesOfOnes } from '../../shared/places-of-ones';
import type { Regex } from '../query/query-filters';
import { type Needed, neededBy } from './regex-literals';

/** A tree of parts by number. */
type WantedParts = { readonly part: number } | { readonly is: 'all' | 'any'; readonly of: readonly WantedParts[] };

/** What a text must have; a text that matches fulfils all conditions. */
type PartCondition = { readonly wanted: WantedParts; readonly search: PartSearch };

/** A condition with more would take longer to find than files take to read. */
const maxParts = 32;
const minTelling = 3;

/** None: every text can match. */
export function partConditions(regexes: readonly Regex[]): PartCondition[] {
  const needed = regexes.map(neededBy).flatMap((one) => (one.is === 'all' ? one.of : one));
  const shared = telling(needed.flatMap(sharedParts));
  const alone = new Map(shared.map((part) => [JSON.stringify(part), part]));
  const conditions = [...alone.values()].map((part) => ({ wanted: { part: 0 }, search: new PartSearch([part]) }));
  const others = needed.filter((one) => one.is !== 'literal').flatMap((one) => conditionOf(one, alone) ?? []);
  return [...conditions, ...others];
}

/** Parts that each of the literals has: `struct file_operations ext[234]` is three literals that differ only in the last part. */
function sharedParts(needed: Needed): WordPart[] {
  if (needed.is === 'literal') return partsOfLiteral(needed.text);
  if (needed.is !== 'any') return [];
  const [first = [], ...others] = needed.of.map((one) => (one.is === 'literal' ? partsOfLiteral(one.text) : []));
  const keys = others.map((parts) => new Set(parts.map((part) => JSON.stringify(part))));
  return first.filter((part) => keys.every((ofOther) => ofOther.has(JSON.stringify(part))));
}

/** @param known parts that are conditions already. */
function conditionOf(needed: Needed, known: ReadonlyMap<string, WordPart>): PartCondition | undefined {
  const words = new WordParts(known);
  const wanted = words.read(needed);
  return wanted && words.parts.length <= maxParts ? { wanted, search: new PartSearch(words.parts) } : undefined;
}

class WordParts {
  readonly parts: WordPart[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(private readonly known: ReadonlyMap<string, WordPart>) {}

  /** Undefined: nothing narrows. */
  read(needed: Needed): WantedParts | undefined {
    switch (needed.is) {
      case 'anything':
        return undefined;
      case 'literal':
        return all(partsOfLiteral(needed.text).flatMap((part) => this.number(part) ?? []));
      case 'all': {
        const literals = needed.of.filter((one) => one.is === 'literal');
        const parts = telling(literals.flatMap(({ text }) => partsOfLiteral(text)));
        const others = needed.of.filter((one) => one.is !== 'literal').flatMap((one) => this.read(one) ?? []);
        return all([...parts.flatMap((part) => this.number(part) ?? []), ...others]);
      }
      case 'any': {
        const of = needed.of.map((one) => this.read(one));
        const known = of.flatMap((one) => one ?? []);
        return known.length < of.length ? undefined : { is: 'any', of: known };
      }
    }
  }

  private number(part: WordPart): WantedParts | undefined {
    const key = JSON.stringify(part);
    if (this.known.has(key)) return undefined;
    const number = this.numbers.get(key) ?? this.parts.push(part) - 1;
    this.numbers.set(key, number);
    return { part: number };
  }
}

function all(of: readonly WantedParts[]): WantedParts | undefined {
  return of.length === 0 ? undefined : { is: 'all', of };
}

/** Short parts take long to find and leave nearly all files, so they count only if there are no others. */
function telling(parts: readonly WordPart[]): readonly WordPart[] {
  const longest = parts.reduce((most, { text }) => Math.max(most, text.length), 0);
  return parts.filter(({ text }) => text.length >= Math.min(longest, minTelling));
}

/** The parts of words in a literal that find files. Characters beyond ASCII are indexed without accents, so they only separate. */
function partsOfLiteral(literal: string): WordPart[] {
  return [...literal.matchAll(/[\w$]+/g)].flatMap(({ 0: run, index }) => {
    const text = run.replaceAll(/[_$]/g, '').toLowerCase();
    if (text === '') return [];
    const part: WordPart = {
      text,
      isStart: isGap(literal.charCodeAt(index - 1)),
      isEnd: isGap(literal.charCodeAt(index + run.length)),
      isJoined: /[^_$][_$]+[^_$]/.test(run),
    };
    return isInUnindexedText(part) ? [] : [part];
  });
}

/** Not at the ends of the literal, where a word may go on. */
function isGap(unit: number): boolean {
  return unit < 128;
}

// The rows of one segment that fulfil conditions about parts of words. What is rarest is looked up first, and the rest only in the
// rows that are left: the postings of common words are long, and a part such as `init` is in thousands of words all over the
// dictionary. A condition that costs more than reading the files that are left is not looked at, since it only saves files.
//
// Rows whose lines are shared count as one place, named after the first of them.

/** Which rows are one place. */
export interface RowGroups {
  startOf(row: number): number;
  /** The first row after the place that a row is in. */
  endOf(row: number): number;
}

/** Microseconds, roughly as measured: what is compared differs by much more. */
const costs = { block: 4, window: 15, row: 0.01, file: 150 };
/** Postings that are near each other are read together, as in section-source.ts. */
const windowBits = 14;
/** Longer postings are skipped through, shorter ones read whole. */
const rowsPerSeek = 16;
/** Share of all files of the segment whose reading is worth looking a condition up, before anything is known. */
const certainShare = 0.0003;
/** A condition leaves some files: finding it must cost less than reading this share of them, or this one if the word is common. */
const savedShare = 0.25;
const savedByCommon = 0.05;
/** Share of rows that have a common word. */
const commonShare = 0.1;

/** By part of a condition. */
type Postings = readonly (readonly TermPostings[])[];

export class PlaceFinder {
  constructor(
    private readonly segment: LexicalSegment,
    private readonly groups: RowGroups,
    /** How many files these places are in, if they are fewer than `enough`. */
    private readonly filesOf: (places: Uint32Array, enough: number) => number,
    /** Of the segment. */
    private readonly fileCount: number,
  ) {}

  /** The places that may fulfil all conditions, ascending; none that does is missing. */
  find(conditions: readonly PartCondition[]): Uint32Array {
    const { segment } = this;
    const isCommon = ({ search }: PartCondition): boolean => search.wordRows(segment) > commonShare * segment.rows;
    const common = conditions.filter(isCommon);
    const rare = conditions.filter((one) => !common.includes(one));
    const places = this.findRare(rare, undefined, savedShare);
    return this.findRare(common, places, savedByCommon) ?? new Uint32Array(0);
  }

  /** @param within where to look; @param saved the share of these that is probably left out. */
  private findRare(
    conditions: readonly PartCondition[],
    within: Uint32Array | undefined,
    saved: number,
  ): Uint32Array | undefined {
    const { segment } = this;
    if (conditions.length === 0 || (within && !this.isWorth(0, within, saved))) return within;
    const planned = conditions
      .map(({ wanted, search }) => ({ wanted, search, blocks: search.blocksIn(segment) }))
      .sort((a, b) => a.blocks.length - b.blocks.length);
    const certain = within ? 0 : certainShare * costs.file * this.fileCount;
    const cheap = planned.filter(({ blocks }, i) => (i === 0 && !within) || costs.block * blocks.length <= certain);
    const found = cheap
      .map(({ wanted, search, blocks }) => ({ wanted, postings: search.find(segment, blocks) }))
      .map((one) => ({ ...one, cost: costOf(one.postings) }))
      .sort((a, b) => a.cost - b.cost);
    let places = within;
    for (const { wanted, postings, cost } of found) {
      if (places && !this.isWorth(cost, places, saved)) break;
      places = this.placesOf(wanted, postings, places);
    }
    for (const { wanted, search, blocks } of planned.slice(cheap.length)) {
      if (places && !this.isWorth(costs.block * blocks.length, places, saved)) break;
      const postings = search.find(segment, blocks);
      if (!places || this.isWorth(costOf(postings), places, saved)) places = this.placesOf(wanted, postings, places);
    }
    return places;
  }

  private isWorth(cost: number, places: Uint32Array, saved: number): boolean {
    const enough = cost / (saved * costs.file);
    return this.filesOf(places, enough) > enough;
  }

  private placesOf(wanted: WantedParts, postings: Postings, within: Uint32Array | undefined): Uint32Array {
    if ('part' in wanted) return this.placesWith(postings[wanted.part] ?? [], within);
    if (wanted.is === 'any') return this.placesOfAny(wanted.of, postings, within);
    let places = within;
    for (const one of wanted.of) places = this.placesOf(one, postings, places);
    return places ?? new Uint32Array(0);
  }

  private placesOfAny(of: readonly WantedParts[], postings: Postings, within: Uint32Array | undefined): Uint32Array {
    // The postings of single parts are read together, and those that several parts have only once.
    const parts = of.flatMap((one) => ('part' in one ? (postings[one.part] ?? []) : []));
    const others = of.filter((one) => !('part' in one)).map((one) => this.placesOf(one, postings, within));
    return union([this.placesWith(distinct(parts), within), ...others], this.segment.rows);
  }

  private placesWith(postings: readonly TermPostings[], within: Uint32Array | undefined): Uint32Array {
    const { segment, groups } = this;
    const has = new Uint8Array(segment.rows);
    for (const place of postings) {
      const cursor = new PostingCursor(segment, place);
      if (within && within.length * rowsPerSeek < place.rows) {
        for (const start of within) {
          cursor.seek(start);
          if (cursor.row >= segment.rows) break;
          if (cursor.row < groups.endOf(start)) has[start] = 1;
        }
      } else for (; cursor.row < segment.rows; cursor.next()) has[groups.startOf(cursor.row)] = 1;
    }
    return within ? within.filter((start) => has[start] === 1) : placesOfOnes(has);
  }
}

function costOf(postings: Postings): number {
  let cost = 0;
  for (const ofPart of postings) {
    let window = -1;
    for (const { rows, start } of ofPart) {
      // The only row of a term is in the dictionary.
      if (rows === 1) {
        cost += costs.row;
        continue;
      }
      const own = start >> windowBits;
      cost += costs.row * rows + (own === window ? 0 : costs.window);
      window = own;
    }
  }
  return cost;
}

/** By where they start; those with one row, which have no bytes there, by their row. */
function distinct(postings: readonly TermPostings[]): TermPostings[] {
  return [...new Map(postings.map((one) => [one.rows === 1 ? -1 - one.firstRow : one.start, one])).values()];
}

/** @param rows of the segment. */
function union(sets: readonly Uint32Array[], rows: number): Uint32Array {
  const [first = new Uint32Array(0), ...others] = sets.filter(({ length }) => length > 0);
  if (others.length === 0) return first;
  const has = new Uint8Array(rows);
  for (const set of [first, ...others]) for (let i = 0; i < set.length; i++) has[set[i] ?? 0] = 1;
  return placesOfOnes(has);
}
