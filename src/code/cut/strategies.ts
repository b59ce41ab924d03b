/**
 * Ways to cut a text other than by its structure. A strategy cuts a range into pieces, in order and without gaps. The next strategy
 * cuts the pieces that are still too large, so any two can be combined (`semantic`, then `sliding-window`).
 */

import type { Embedder } from '../../embedding/embedder';
import { type ChunkOptions, type StrategyName, strategyNames } from '../../options/chunk-options';
import type { CountedText } from '../../tokens/counter-table';
import { cutAtWord } from '../sentences/cut-at-word';
import { sentenceStarts } from '../sentences/sentences';
import { topicStarts } from '../sentences/topic-breaks';
import type { SourceText, TextRange } from '../source-text';
import type { Atom } from './atom';
import { fillParts, type IndexRange, joinSmall } from './cut-to-fit';

export interface StrategyInput {
  readonly source: SourceText;
  readonly counted: CountedText;
  /** Max tokens of a piece. */
  readonly limit: number;
  readonly options: ChunkOptions;
  /** The text as its structure divides it: code by its syntax, prose by its blocks. */
  readonly atoms: readonly Atom[];
  /** What `semantic` does not open if it fits, in the order of the text: messages, code, tables. Left out: the atoms. */
  readonly whole?: readonly TextRange[];
  /** Offsets where a piece always begins, ascending. */
  readonly borders?: readonly number[];
  /** The model by which `semantic` judges; left out: the built-in one. */
  readonly embedder?: (() => Promise<Embedder>) | undefined;
  /** Receives problems that were worked around, one sentence each. */
  readonly warn: (warning: string) => void;
}

interface Strategy {
  readonly name: StrategyName;
  cut(input: StrategyInput, range: TextRange): readonly TextRange[] | Promise<readonly TextRange[]>;
}

/** Cuts at the gaps between atoms into few pieces of similar size, in prose and code. */
const boundary: Strategy = {
  name: 'boundary',
  cut({ atoms, counted, limit }, { start, end }) {
    const inside = atoms
      .filter((atom) => atom.start < end && atom.end > start)
      .map((atom) => ({ ...atom, start: Math.max(atom.start, start), end: Math.min(atom.end, end) }));
    const rangeOf = ({ from, to }: IndexRange): TextRange => {
      return { start: inside[from]?.start ?? start, end: inside[to - 1]?.end ?? end };
    };
    const strengths = inside.map((atom) => atom.strength);
    const tokens = (from: number, to: number): number => {
      const range = rangeOf({ from, to });
      return counted.count(range.start, range.end);
    };
    const parts = fillParts({ from: 0, to: inside.length }, strengths, { limit, tokens });
    return parts.map(rangeOf);
  },
};

/** Windows that are as full as whole lines allow; a line that does not fit is cut between words. */
const slidingWindow: Strategy = {
  name: 'sliding-window',
  cut({ source, counted, limit }, { start, end }) {
    const pieces: TextRange[] = [];
    let at = start;
    while (at < end) {
      const fit = counted.fit(at, Math.min(end, at + limit * 16), limit);
      const line = source.lineStart(source.lineAt(fit));
      const next = fit >= end ? end : line > at ? line : Math.max(at + 1, cutAtWord(source.text, at, end, fit));
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

/** Starts a new piece where the topic changes: where the similarity of neighbouring sentences is below the threshold. */
const semantic: Strategy = {
  name: 'semantic',
  async cut(input, range) {
    const { source, options, warn, embedder } = input;
    const { starts, counts } = units(input, range);
    const texts = starts.map((at, i) => source.text.slice(at, starts[i + 1] ?? range.end));
    const topics = await topicStarts(texts, options, { load: embedder, warn }, counts);
    const borders = [0, ...topics].map((unit) => starts[unit] ?? range.start);
    return borders.map((start, i) => ({ start, end: borders[i + 1] ?? range.end }));
  },
};

/** The sentences of a range, where what stays whole is one unit; `counts` says how many sentences each unit has. */
function units(
  { source, whole, atoms, counted, limit }: StrategyInput,
  { start, end }: TextRange,
): { readonly starts: readonly number[]; readonly counts: readonly number[] } {
  const sentences = sentenceStarts(source.text, start, end);
  const kept = (whole ?? atoms).filter((range) => range.start < end && range.end > start);
  const own = new Set(sentences);
  const candidates = [...new Set([...sentences, ...kept.map((range) => Math.max(start, range.start))])];
  candidates.sort((a, b) => a - b);
  const starts: number[] = [];
  const counts: number[] = [];
  let next = 0;
  let closed = start;
  for (const at of candidates) {
    for (let range = kept[next]; range && range.start < at; range = kept[++next]) {
      if (counted.fits(range.start, Math.min(end, range.end), limit)) closed = Math.max(closed, range.end);
    }
    if (starts.length === 0 || at >= closed) {
      starts.push(at);
      counts.push(own.has(at) ? 1 : 0);
    } else if (own.has(at)) counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
  }
  return { starts, counts: counts.map((count) => Math.max(1, count)) };
}

const strategies: readonly Strategy[] = [boundary, slidingWindow, semantic, fixed];

/** A piece and the strategy that cut it last; the first one named if none had to cut. */
interface CutPiece extends TextRange {
  readonly strategy: StrategyName;
}

/**
 * Cuts a text by the named strategies; each cuts the pieces that the one before left too large. Only `semantic` as the first also
 * cuts what fits: a user who asks for topics wants topics.
 */
export async function cutByStrategies(
  names: readonly StrategyName[],
  input: StrategyInput,
): Promise<readonly CutPiece[]> {
  const starts = [0, ...(input.borders ?? []).filter((border) => border > 0)];
  const strategy = names[0] ?? 'boundary';
  // Pieces that are still too large are cut at boundaries, and then by size, which always works.
  const chain = [...names, 'boundary' as const, 'fixed' as const];
  let pieces: readonly CutPiece[] = starts.map((start, i) => {
    return { start, end: starts[i + 1] ?? input.source.text.length, strategy };
  });
  for (const [i, name] of chain.entries()) {
    const cutsAll = i === 0 && name === 'semantic';
    const strategy = strategies.find((each) => each.name === name) ?? boundary;
    const parts: CutPiece[] = [];
    for (const piece of pieces) {
      if (!cutsAll && input.counted.fits(piece.start, piece.end, input.limit)) {
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
  return withoutSmall(pieces, input);
}

/** Pieces below the minimum are joined to a neighbour if both fit together. */
function withoutSmall(pieces: readonly CutPiece[], { counted, limit, options, borders }: StrategyInput): CutPiece[] {
  const starts = new Set(borders);
  const tokens = (from: number, to: number): number =>
    counted.count(pieces[from]?.start ?? 0, pieces[to - 1]?.end ?? 0);
  const joined = joinSmall(
    pieces.map((_, i) => ({ from: i, to: i + 1 })),
    [],
    ({ from, to }) => tokens(from, to) < options.minTokens,
    (from, to) => tokens(from, to) <= limit,
    (_, gap) => !starts.has(pieces[gap]?.start ?? 0),
  );
  return joined.flatMap(({ from, to }) => {
    const first = pieces[from];
    return first ? [{ ...first, end: pieces[to - 1]?.end ?? first.end }] : [];
  });
}

/** Why these options cannot be used together; undefined if they can. */
export function impossible(options: ChunkOptions): string | undefined {
  if (!(options.overlap >= 0 && options.overlap <= 0.5)) return 'the overlap must be between 0 and 50 %';
  if (options.overlapTokens !== undefined && options.overlapTokens * 2 > options.maxTokens)
    return `an overlap of ${options.overlapTokens} tokens is more than half of a chunk of ${options.maxTokens}`;
  if (options.minTokens > options.maxTokens)
    return `at least ${options.minTokens} tokens and at most ${options.maxTokens} cannot both be`;
  if (!(options.contextShare >= 0 && options.contextShare <= 1)) return 'the context must be between 0 and 100 %';
  if (options.minSentences < 1) return 'a chunk has at least one sentence';
  if (options.minSentences > options.maxSentences)
    return `at least ${options.minSentences} sentences and at most ${options.maxSentences} cannot both be`;
  if (!(options.threshold >= 0 && options.threshold <= 1)) return 'the threshold must be between 0 and 1';
  if (options.parentTokens < options.maxTokens) return 'a parent cannot be smaller than a chunk';
  const unknown = options.strategy.find((name) => !strategyNames.includes(name));
  return unknown === undefined ? undefined : `there is no strategy "${unknown}"`;
}
