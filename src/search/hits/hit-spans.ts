/** The spans of the hits of one search: the first hits get the most lines. */
import type { Query } from '../query/query';
import { bestLines, type TermWeights } from './best-lines';
import type { Hit } from './hit';
import { LineTerms, NamedLines } from './line-terms';
import { linesOf, spansWithin } from './spans';

interface PlacedText {
  readonly path: string;
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The line of the definition that the hit is about, 1-based; undefined if none is in the text. */
  readonly line: number | undefined;
  /** The lines where the regular expressions of the query match; they come first. */
  readonly matchLines?: readonly number[];
  /** 0-based place among the hits. */
  readonly at: number;
}

// About 300 tokens for the first hit, a half, a third … of it for the next ones, but at least 30; in characters.
const firstLength = 1000;
const minLength = 100;

export class HitSpans {
  private readonly finder: LineTerms;
  private readonly named: NamedLines;
  /** By folder. */
  private readonly weights = new Map<string, TermWeights>();

  constructor(private readonly query: Pick<Query, 'lexical' | 'parts'>) {
    this.finder = new LineTerms(new Set(query.lexical.terms.map(({ term }) => term)));
    this.named = new NamedLines(query.parts);
  }

  /** What each word of the query counts in a folder. @param rarity of a term in it. */
  weightsIn(root: string, rarity: (term: string) => number): TermWeights {
    const { terms } = this.query.lexical;
    const weights =
      this.weights.get(root) ?? new Map(terms.map(({ term, weight }) => [term, weight * rarity(term)] as const));
    this.weights.set(root, weights);
    return weights;
  }

  of(source: PlacedText, weights: TermWeights): Pick<Hit, 'spans' | 'bestLines'> {
    const { text, startLine, endLine, at, matchLines = [] } = source;
    const lines = linesOf(text);
    const isDecoded = lines.length !== endLine - startLine + 1;
    const best = isDecoded || text === '' ? undefined : this.order(source, lines, weights);
    const ordered = best && [...new Set([...matchLines, ...best.map((each) => startLine + each)])];
    const place = { text, startLine, endLine, ...(ordered && { bestLines: ordered }) };
    const spans = spansWithin(place, Math.max(minLength, firstLength / (at + 1)));
    return { spans, ...(place.bestLines && { bestLines: place.bestLines }) };
  }

  private order(source: PlacedText, lines: readonly string[], weights: TermWeights): number[] {
    const { path, text, startLine, line } = source;
    const named = this.named.of({ path, text, lines, startLine });
    const head = line === undefined ? undefined : line - startLine;
    return bestLines({ lines, head, named }, this.finder, weights);
  }
}
