/**
 * How natural a cut between two units is. The numbers have no meaning except their order. A gap deeper in the tree is weaker than
 * any gap above it, except that the gap after a head (a signature, `for (…) {`) is weaker than any gap in what follows: a head stays
 * with its beginning. A gap inside a line is weaker than any at the start of a line. A hash of the text that follows breaks ties: it
 * does not depend on sizes, so editing one definition does not move the cuts between others.
 */
import type { OutlineItem } from '../identify/outline';
import type { SourceText } from '../source-text';

/** More than the largest difference between gaps of one level. */
const perLevel = 16;
const midLinePenalty = 1_000_000;
/** The gap after the head of a statement; after that of a type or namespace; after that of a function, which is cut last. */
const headPenalty = { statement: 100_000, container: 200_000, function: 300_000 } as const;
const sentenceEnd = /[.!?。！？]\s*$/;

export const gapStrength = {
  /** A gap that is cut only as a last resort: before a closing brace that did not fit. */
  held: (depth: number): number => -depth * perLevel,

  midLine: (depth: number): number => -midLinePenalty - depth * perLevel,

  afterHead: (kind: keyof typeof headPenalty, depth: number): number => -headPenalty[kind] - depth * perLevel,

  /** After the head of a definition. */
  isAfterSignature: (strength: number): boolean => strength < -headPenalty.container && strength > -midLinePenalty,

  isAfterHead: (strength: number): boolean => strength < -headPenalty.statement && strength > -midLinePenalty,

  isMidLine: (strength: number): boolean => strength <= -midLinePenalty,

  between(source: SourceText, depth: number, before: OutlineItem | undefined, after: OutlineItem, at: number): number {
    const blank = before ? Math.min(2, source.blankLines(before.end, at)) : 0;
    const base = before ? affinity(before, after) + blank * 0.5 : 2;
    return -depth * perLevel + base + 0.4 * hashFraction(key(source, after, at));
  },

  /** @param base how separate the two blocks around the gap are, from 0 to 4. */
  prose: (source: SourceText, depth: number, base: number, at: number): number =>
    -depth * perLevel + base + 0.4 * hashFraction(source.text.slice(at, at + 60)),

  /** Stronger than any other gap of its level, but weaker than those of the level above. */
  besideOpened: (strength: number): number => strength + 3,

  /**
   * Between lines of a text without syntax: blank lines make the strongest gap, then little indentation. Long comments and docstrings
   * are prose: they are cut between sentences.
   */
  betweenLines(source: SourceText, depth: number, at: number, isProse: boolean): number {
    const blank = Math.min(2, source.blankLines(at, source.trimStart(at, source.text.length)));
    const indent = source.trimStart(at, source.text.length) - at;
    const line = source.text.slice(at, Math.min(at + 80, source.text.length));
    const isEnd = blank > 0 || sentenceEnd.test(source.text.slice(Math.max(0, at - 4), at));
    const sentence = isEnd ? 0.8 : isProse ? -4 * perLevel : 0;
    return -depth * perLevel + 2 + blank * 1.5 + sentence - Math.min(40, indent) * 0.03 + 0.4 * hashFraction(line);
  },
};

function affinity(before: OutlineItem, after: OutlineItem): number {
  if (before.is === 'import' && after.is === 'import') return 0.5;
  if (before.is === 'import' || after.is === 'import') return 5;
  // A comment that belongs to no definition is a heading for what follows.
  if (after.is === 'comment') return 3.5;
  if (before.is === 'comment') return 1.5;
  if (before.is === 'definition' && after.is === 'definition') {
    const { name } = before.definition;
    // Overloads, clauses of one function, a getter and its setter.
    return name !== undefined && name === after.definition.name ? 0.2 : 3;
  }
  return before.is === 'definition' || after.is === 'definition' ? 2.5 : 2;
}

function key(source: SourceText, item: OutlineItem, at: number): string {
  const name = item.is === 'definition' ? item.definition.name : undefined;
  return name ?? source.text.slice(at, at + 60);
}

/** FNV-1a hash of a text, from 0 to 1. */
export function hashFraction(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  // Mixed as in murmur3: otherwise numbered names (`test1`, `test2`) would be cut off one by one.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0) / 0x1_0000_0000;
}
