/**
 * Which places a pack shows, which of their lines, and in which order. All of this is decided here, and nowhere else: what comes after
 * only writes the text. Whole places come first, by score, where a further place of a file counts like its first: if a file is right,
 * the answer is often in its second or third place. The first one without room is cut to its best lines, and smaller ones that follow
 * fill the rest. A small share is left for one line about each other file. docs/agents.md has what was tried.
 */
import { fileKey } from '../../../search/hits/group-hits';
import { type Hit, scoreBeforeRepeat } from '../../../search/hits/hit';
import { type Span, spansWithin, wholeSpan } from '../../../search/hits/spans';
import type { SearchOptions } from '../../../search/searcher';
import { type FittedHit, hitsForBudget } from '../fit-spans';
import type { CountTokens } from '../pack-hits';

/** The places that lines are chosen from. */
export const placesToAsk: Pick<SearchOptions, 'limit' | 'further' | 'parents'> = { ...hitsForBudget, parents: false };

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
