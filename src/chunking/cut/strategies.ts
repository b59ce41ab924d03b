/**
 * Ways to cut a text other than by its structure. A strategy cuts a range into pieces, in order and without gaps. The next strategy
 * cuts the pieces that are still too large, so any two can be combined (`semantic`, then `sliding-window`).
 */

import { type ChunkOptions, type StrategyName, strategyNames } from '../../options/chunk-options';
import type { CountedText } from '../../tokens/token-types';
import { sentenceStarts } from '../prose/sentences/sentences';
import { isTopicChange, sentenceSimilarities } from '../prose/sentences/topic-breaks';
import type { SourceText, TextRange } from '../source-text';
import type { Atom } from './atom';
import { cutToFit } from './cut-to-fit';

export interface StrategyInput {
  readonly source: SourceText;
  readonly counted: CountedText;
  /** Max tokens of a piece. */
  readonly limit: number;
  readonly options: ChunkOptions;
  /** The text as its structure divides it: code by its syntax, prose by its blocks. */
  readonly atoms: readonly Atom[];
  /** Receives problems that were worked around, one sentence each. */
  readonly warn: (warning: string) => void;
}

interface Strategy {
  readonly name: StrategyName;
  cut(input: StrategyInput, range: TextRange): readonly TextRange[] | Promise<readonly TextRange[]>;
}

/** Cuts at the gaps between atoms, the strongest first, in prose and code. */
const boundary: Strategy = {
  name: 'boundary',
  cut({ atoms, counted, limit }, { start, end }) {
    const inside = atoms
      .filter((atom) => atom.start < end && atom.end > start)
      .map((atom) => ({ ...atom, start: Math.max(atom.start, start), end: Math.min(atom.end, end) }));
    const groups = cutToFit(
      inside.map((atom) => atom.strength),
      (from, to) => counted.fits(inside[from]?.start ?? start, inside[to - 1]?.end ?? end, limit),
    );
    return groups.map(({ from, to }) => ({ start: inside[from]?.start ?? start, end: inside[to - 1]?.end ?? end }));
  },
};

/** Windows that are as full as whole lines allow. */
const slidingWindow: Strategy = {
  name: 'sliding-window',
  cut({ source, counted, limit }, { start, end }) {
    const pieces: TextRange[] = [];
    let at = start;
    while (at < end) {
      const fit = counted.fit(at, Math.min(end, at + limit * 16), limit);
      const line = source.lineStart(source.lineAt(fit));
      const next = fit >= end ? end : line > at ? line : fit;
      pieces.push({ start: at, end: next });
      at = next;
    }
    return pieces;
  },
};

/** Windows of exactly the limit, wherever that ends: the baseline for comparisons. */
const fixed: Strategy = {
  name: 'fixed',
  cut({ counted, limit }, { start, end }) {
    const pieces: TextRange[] = [];
    for (let at = start; at < end; ) {
      const next = counted.fit(at, Math.min(end, at + limit * 16), limit);
      pieces.push({ start: at, end: next });
      at = next;
    }
    return pieces;
  },
};

/** Starts a new piece where the similarity in meaning of neighbouring sentences is below the threshold. */
const semantic: Strategy = {
  name: 'semantic',
  async cut({ source: { text }, options, warn }, { start, end }) {
    const starts = sentenceStarts(text, start, end);
    const sentences = starts.map((at, i) => text.slice(at, starts[i + 1] ?? end));
    const similarities = await sentenceSimilarities(sentences, warn);
    const pieces: TextRange[] = [];
    let from = 0;
    for (let i = 1; i <= starts.length; i++) {
      const sentences = i - from;
      const isTopic = sentences >= options.minSentences && isTopicChange(similarities, i, options.threshold);
      if (i < starts.length && !isTopic && sentences < options.maxSentences) continue;
      pieces.push({ start: starts[from] ?? start, end: starts[i] ?? end });
      from = i;
    }
    return pieces;
  },
};

const strategies: readonly Strategy[] = [boundary, slidingWindow, semantic, fixed];

/** A piece and the strategy that cut it last; the first one named if none had to cut. */
export interface CutPiece extends TextRange {
  readonly strategy: StrategyName;
}

/** Cuts a text by the named strategies; each cuts the pieces that the one before left too large. */
export async function cutByStrategies(
  names: readonly StrategyName[],
  input: StrategyInput,
): Promise<readonly CutPiece[]> {
  const whole: CutPiece = { start: 0, end: input.source.text.length, strategy: names[0] ?? 'boundary' };
  // Pieces that are still too large are cut at boundaries, and then by size, which always works.
  const chain = [...names, 'boundary' as const, 'fixed' as const];
  let pieces: readonly CutPiece[] = [whole];
  for (const name of chain) {
    const strategy = strategies.find((each) => each.name === name) ?? boundary;
    const parts: CutPiece[] = [];
    for (const piece of pieces) {
      if (input.counted.fits(piece.start, piece.end, input.limit)) {
        parts.push(piece);
        continue;
      }
      const cut = await strategy.cut(input, piece);
      // A strategy that leaves the piece whole has not made it.
      const by = cut.length > 1 ? strategy.name : piece.strategy;
      for (const { start, end } of cut) parts.push({ start, end, strategy: by });
    }
    pieces = parts;
  }
  return pieces;
}

/** Why these options cannot be used together; undefined if they can. */
export function impossible(options: ChunkOptions): string | undefined {
  if (!(options.overlap >= 0 && options.overlap <= 0.5)) return 'the overlap must be between 0 and 50 %';
  if (options.minSentences < 1) return 'a chunk has at least one sentence';
  if (options.minSentences > options.maxSentences)
    return `at least ${options.minSentences} sentences and at most ${options.maxSentences} cannot both be`;
  if (!(options.threshold >= 0 && options.threshold <= 1)) return 'the threshold must be between 0 and 1';
  if (options.parentTokens < options.maxTokens) return 'a parent cannot be smaller than a chunk';
  const unknown = options.strategy.find((name) => !strategyNames.includes(name));
  return unknown === undefined ? undefined : `there is no strategy "${unknown}"`;
}
