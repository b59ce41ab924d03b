/** The spans of the hits of one search: the first hits get the most lines. */
import { bestLines, type TermWeights } from './best-lines';
import type { Hit } from './hit';
import { LineTerms } from './line-terms';
import { linesOf, spansWithin } from './spans';

interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

interface PlacedText {
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The line of the definition that the hit is about, 1-based. */
  readonly line: number;
  /** 0-based place among the hits. */
  readonly at: number;
  /** The folder that was searched. */
  readonly root: string;
}

// About 300 tokens for the first hit, a half, a third … of it for the next ones, but at least 30; in characters.
const firstLength = 1000;
const minLength = 100;

export class HitSpans {
  private readonly finder: LineTerms;
  /** By folder. */
  private readonly weights = new Map<string, TermWeights>();

  constructor(private readonly terms: readonly WeightedTerm[]) {
    this.finder = new LineTerms(new Set(terms.map(({ term }) => term)));
  }

  of(source: PlacedText, rarity: (term: string) => number): Pick<Hit, 'spans' | 'bestLines'> {
    const { text, startLine, endLine, line, at, root } = source;
    const lines = linesOf(text);
    const isDecoded = lines.length !== endLine - startLine + 1;
    const best = isDecoded || text === '' ? undefined : this.order(lines, line - startLine, root, rarity);
    const place = { text, startLine, endLine, ...(best && { bestLines: best.map((each) => startLine + each) }) };
    const spans = spansWithin(place, Math.max(minLength, firstLength / (at + 1)));
    return { spans, ...(place.bestLines && { bestLines: place.bestLines }) };
  }

  private order(lines: readonly string[], head: number, root: string, rarity: (term: string) => number): number[] {
    const weights =
      this.weights.get(root) ?? new Map(this.terms.map(({ term, weight }) => [term, weight * rarity(term)]));
    this.weights.set(root, weights);
    return bestLines({ lines, head }, this.finder, weights);
  }
}
