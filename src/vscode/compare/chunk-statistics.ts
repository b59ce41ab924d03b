/**
 * Compares two ways to chunk one text: counts, a histogram on one scale, and a diff of the boundaries. Parents are counted but not
 * measured, because only the other chunks are searched and limited in size.
 */
import type { Chunk } from '../../code/chunk';
import { addToList } from '../../shared/maps';
import type { BySide, ComparedSide } from './option-sets';

export interface ChunkStatistics {
  readonly chunks: number;
  readonly parents: number;
  readonly tokens: number;
  /** Tokens including the context that is embedded before the text. */
  readonly embedded: number;
  /** Tokens of text; undefined when there are no chunks. */
  readonly smallest: number | undefined;
  readonly median: number | undefined;
  readonly largest: number | undefined;
  readonly overLimit: number;
}

export function chunkStatistics(chunks: readonly Chunk[], maxTokens: number): ChunkStatistics {
  const leaves = chunks.filter(isSearched);
  const sizes = chunkSizes(chunks).sort((x, y) => x - y);
  return {
    chunks: leaves.length,
    parents: chunks.length - leaves.length,
    tokens: sum(sizes),
    embedded: sum(leaves.map(({ tokens }) => tokens.total)),
    smallest: sizes[0],
    median: median(sizes),
    largest: sizes.at(-1),
    overLimit: sizes.filter((size) => size > maxTokens).length,
  };
}

/** Tokens of text of each searched chunk, in source order. */
export function chunkSizes(chunks: readonly Chunk[]): number[] {
  return chunks.filter(isSearched).map(({ tokens }) => tokens.text);
}

interface Histogram {
  /** Range i holds the sizes from `i * width` to `(i + 1) * width - 1`. */
  readonly width: number;
  readonly counts: BySide<readonly number[]>;
  /** The largest count of both sides. */
  readonly maxCount: number;
}

const maxRanges = 10;

/** Both sides on one scale: ranges of a round width, just enough to include the largest chunk. */
export function histogramOf(a: readonly number[], b: readonly number[]): Histogram {
  const largest = Math.max(0, ...[a, b].map((sizes) => sizes.reduce((max, size) => Math.max(max, size), 0)));
  const width = roundUpWidth((largest + 1) / maxRanges);
  const ranges = a.length + b.length === 0 ? 0 : Math.floor(largest / width) + 1;
  const count = (sizes: readonly number[]): number[] => {
    const counts = new Array<number>(ranges).fill(0);
    for (const size of sizes) {
      const range = Math.floor(size / width);
      counts[range] = (counts[range] ?? 0) + 1;
    }
    return counts;
  };
  const counts = { a: count(a), b: count(b) };
  return { width, counts, maxCount: Math.max(0, ...counts.a, ...counts.b) };
}

export interface BoundaryDifference {
  /** 1-based. */
  readonly line: number;
  readonly in: ComparedSide | 'both';
  readonly a?: Chunk;
  readonly b?: Chunk;
}

/**
 * One entry for each line where a chunk starts in A or in B, in line order. If several chunks start in one line, as in giant lines,
 * the first of A is paired with the first of B, and so on.
 */
export function diffBoundaries(a: readonly Chunk[], b: readonly Chunk[]): BoundaryDifference[] {
  const starts = { a: byLine(a), b: byLine(b) };
  const lines = [...new Set([...starts.a.keys(), ...starts.b.keys()])].sort((x, y) => x - y);
  return lines.flatMap((line) => {
    const inA = starts.a.get(line) ?? [];
    const inB = starts.b.get(line) ?? [];
    return Array.from({ length: Math.max(inA.length, inB.length) }, (_, i) => entry(line, inA[i], inB[i]));
  });
}

function entry(line: number, a: Chunk | undefined, b: Chunk | undefined): BoundaryDifference {
  return { line, in: a && b ? 'both' : a ? 'a' : 'b', ...(a && { a }), ...(b && { b }) };
}

function byLine(chunks: readonly Chunk[]): Map<number, Chunk[]> {
  const lines = new Map<number, Chunk[]>();
  for (const chunk of chunks.filter(isSearched)) addToList(lines, chunk.startLine, chunk);
  return lines;
}

function isSearched({ role }: Chunk): boolean {
  return role !== 'parent';
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Of an even number of values, the lower of the two in the middle, so that the median is the size of a real chunk. */
function median(sorted: readonly number[]): number | undefined {
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** Rounds up to 1, 2, 5, 10, 20, 50, … */
function roundUpWidth(min: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, min)));
  const factor = [1, 2, 5, 10].find((each) => each * power >= min) ?? 10;
  return factor * power;
}
