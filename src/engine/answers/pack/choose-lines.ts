/**
 * Which places a pack shows, which of their lines, and in which order. All of this is decided here, and nowhere else: what comes after
 * only writes the text. Whole places come first, by score, where a further place of a file counts like its first: if a file is right,
 * the answer is often in its second or third place. The first one without room is cut to its best lines, and smaller ones that follow
 * fill the rest. A small share is left for one line about each other file. docs/agents.md has what was tried.
 */
import { fileKey, type Hit, scoreBeforeRepeat } from '../../../search/hits/hit';
import { hasLinesOfFile, type Span, spansWithin, wholeSpan } from '../../../search/hits/spans';
import type { SearchOptions } from '../../../search/searcher';
import { type FittedHit, hitsForBudget } from '../fit-spans';
import type { CountTokens } from '../pack-hits';

/** The places that lines are chosen from. */
export const placesToAsk: Pick<SearchOptions, 'limit' | 'further' | 'parents' | 'byChunk'> = {
  ...hitsForBudget,
  parents: false,
};

interface ChoiceOptions {
  readonly budget: number;
  readonly count: CountTokens;
  /** What is counted of a place with these lines. */
  readonly textOf: (hit: Hit, spans: readonly Span[]) => string;
  /** Tokens that are spent on other things. */
  readonly spent: number;
  /** The tokens of the whole text. */
  readonly total: (chosen: readonly FittedHit[]) => number | PromiseLike<number>;
}

/** Share of the budget for files of which only one line is shown. */
const lineShare = 0.02;
/** Parts of a place that are tried if the whole does not fit. Less of it says little. */
const parts = [0.8, 0.6, 0.4];
/** Characters that are tried of the best place if no part of it fits: about 40 tokens, then its first line. */
const shortForms = [130, 0];
/** Tokens; fewer are not worth another round. */
const minRegained = 40;
/** Tokens; in less room hardly any place fits. */
const minRoom = 50;
/** Characters of a token, at most, of nearly all code: longer texts need not be counted. */
const maxTokenLength = 6;

/** @returns the likeliest place first. Nothing if it has no room: a list of places says more than the code of another one. */
export function chooseLines(hits: readonly Hit[], options: ChoiceOptions): Promise<readonly FittedHit[]> {
  return new Choice(hits, options).make();
}

class Choice {
  private readonly chosen: FittedHit[] = [];
  /** Tokens of what was chosen, at most. */
  private used = 0;

  constructor(
    private readonly hits: readonly Hit[],
    private readonly options: ChoiceOptions,
  ) {}

  async make(): Promise<readonly FittedHit[]> {
    const { budget, spent, total } = this.options;
    const room = budget - spent;
    await this.takeWhole(room * (1 - lineShare));
    if (this.chosen.length === 0) return [];
    await this.takeLines(room);
    while (this.chosen.length > 0 && (await total(this.chosen)) > budget) this.chosen.pop();
    return this.chosen;
  }

  /** Whole places as far as they fit, a part of the first one that does not, and whole ones that fit beside it. */
  private async takeWhole(room: number): Promise<void> {
    const byScore = this.hits
      .map((hit) => ({ hit, score: scoreBeforeRepeat(hit) }))
      .sort((a, b) => b.score - a.score)
      .map(({ hit }) => hit);
    let isFull = false;
    for (const hit of byScore) {
      if (hit.text.trim() === '') continue;
      const left = room - this.used;
      if (isFull && (left < minRoom || this.chosen.length === 0)) return;
      if (isFull && hit.text.length > left * maxTokenLength) continue;
      if (await this.take(hit, [wholeSpan(hit)], room)) continue;
      if (isFull || (await this.retake(hit, room))) continue;
      await this.takePart(hit, room);
      isFull = true;
    }
  }

  /** Places that are shown together cost less than each alone; what they cost is counted once more. */
  private async retake(hit: Hit, room: number): Promise<boolean> {
    const real = (await this.options.total(this.chosen)) - this.options.spent;
    if (this.used - real < minRegained) return false;
    this.used = real;
    return this.take(hit, [wholeSpan(hit)], room);
  }

  private async takePart(hit: Hit, room: number): Promise<void> {
    const isBest = this.chosen.length === 0;
    for (const part of hit.bestLines ? parts : [])
      if (await this.take(hit, spansWithin(hit, hit.text.length * part), room)) return;
    // Of the best place at least something is shown.
    for (const length of isBest ? [hit.text.length * 0.2, ...shortForms] : [])
      if (await this.take(hit, spansWithin(hit, length), room)) return;
  }

  private async takeLines(room: number): Promise<void> {
    const files = new Set(this.chosen.map(({ hit }) => fileKey(hit)));
    for (const hit of this.hits) {
      if (files.has(fileKey(hit)) || hit.text.trim() === '') continue;
      if (!(await this.take(hit, spansWithin(hit, 0), room))) return;
      files.add(fileKey(hit));
    }
  }

  private async take(hit: Hit, spans: readonly Span[], room: number): Promise<boolean> {
    const text = this.options.textOf(hit, spans);
    const tokens = await this.options.count(text);
    if (this.used + tokens > room) return false;
    this.used += tokens;
    this.chosen.push({ hit, spans, text, tokens });
    return true;
  }
}

// Joins places that follow each other in the pack and in the file: parts of one definition, or definitions side by side. Other places of
// a file stay apart and in their order, since a less likely place must not come before a likelier one.

/** One place, or several that follow each other, as one. */
export interface JoinedPlace {
  /** With the text and the lines of all of them. */
  readonly hit: Hit;
  readonly spans: readonly Span[];
  /** Likeliest first. */
  readonly members: readonly Hit[];
}

/** A gap up to this size is filled: to say what is left out would be as long. */
const maxFilledGap = 2;

/** @param chosen in the order of the pack. */
export function joinPlaces(chosen: readonly FittedHit[]): JoinedPlace[] {
  const places: JoinedPlace[] = [];
  for (const { hit, spans } of chosen) {
    const before = places.at(-1);
    const joined = before && joinTwo(before, hit, spans);
    if (joined) places[places.length - 1] = joined;
    else places.push({ hit, spans, members: [hit] });
  }
  return places.map((place) => ({ ...place, spans: withoutBlankEnds(place.hit, place.spans) }));
}

/** Undefined if the second does not follow the first. */
function joinTwo(before: JoinedPlace, hit: Hit, spans: readonly Span[]): JoinedPlace | undefined {
  const last = before.members.at(-1);
  const isNext = last?.sequence !== undefined && hit.sequence === last.sequence + 1;
  if (!isNext || fileKey(last) !== fileKey(hit) || last.stale || hit.stale) return undefined;
  if (before.spans.length + spans.length === 0) return undefined;
  const joined: Hit = {
    ...before.hit,
    text: before.hit.text + hit.text,
    endLine: hit.endLine,
    sequence: hit.sequence,
    ...(hit.duplicates && { duplicates: [...(before.hit.duplicates ?? []), ...hit.duplicates] }),
  };
  return [before.hit, hit, joined].every(isExact)
    ? { hit: joined, spans: joinSpans(before.spans, spans), members: [...before.members, hit] }
    : undefined;
}

function isExact(hit: Hit): boolean {
  return hit.text !== '' && hasLinesOfFile(hit);
}

/** Blank lines at the start and the end of a place are not shown. */
function withoutBlankEnds(hit: Hit, spans: readonly Span[]): Span[] {
  const [start, end] = wholeSpan(hit);
  return spans.map(([from, to]): Span => [Math.max(from, start), Math.min(to, end)]).filter(([from, to]) => from <= to);
}

function joinSpans(before: readonly Span[], after: readonly Span[]): Span[] {
  const [first, ...others] = after;
  const last = before.at(-1);
  if (!first || !last || first[0] - last[1] - 1 > maxFilledGap) return [...before, ...after];
  return [...before.slice(0, -1), [last[0], Math.max(last[1], first[1])], ...others];
}
