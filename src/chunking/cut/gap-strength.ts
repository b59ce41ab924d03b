/**
 * How naturally a text parts at a gap between two units. Numbers compare, they mean nothing else. A gap deeper in the tree is
 * weaker than any gap above it, and a gap inside a line is weaker than any at the start of one. Among equals, a hash of what
 * follows decides: it does not depend on sizes, so that editing one definition does not move the cuts between others.
 */
import type { Item } from '../identify/outline';
import type { Source } from '../source-text';

/** More than gaps of one level can differ by. */
const perLevel = 16;
const midLinePenalty = 1_000_000;
const sentenceEnd = /[.!?。！？]\s*$/;

export const gapStrength = {
  /** A gap that is cut only where nothing else helps: before a closing brace that found no room. */
  held: (depth: number): number => -depth * perLevel,

  midLine: (depth: number): number => -midLinePenalty - depth * perLevel,

  between(
    source: Source,
    depth: number,
    before: Item | undefined,
    after: Item,
    at: number,
    isAfterHead: boolean,
  ): number {
    const blank = before ? Math.min(2, source.blankLines(before.end, at)) : 0;
    const base = isAfterHead ? 0.1 : before ? affinity(before, after) + blank * 0.5 : 2;
    return -depth * perLevel + base + 0.4 * hash(key(source, after, at));
  },

  /** @param base how much the two blocks around it part, from 0 to 4. */
  prose: (source: Source, depth: number, base: number, at: number): number =>
    -depth * perLevel + base + 0.4 * hash(source.text.slice(at, at + 60)),

  /** Stronger than any other gap of its level, and still weaker than those of the level above. */
  besideOpened: (strength: number): number => strength + 3,

  /** Between lines of a text without syntax: blank lines part most, then little indentation. */
  betweenLines(source: Source, depth: number, before: number, at: number): number {
    const blank = Math.min(2, source.blankLines(before, source.trimStart(at, source.text.length)));
    const indent = source.trimStart(at, source.text.length) - at;
    const line = source.text.slice(at, Math.min(at + 80, source.text.length));
    // Long comments and docstrings are prose: they part between sentences.
    const sentence = sentenceEnd.test(source.text.slice(Math.max(0, at - 4), at)) ? 0.8 : 0;
    return -depth * perLevel + 2 + blank * 1.5 + sentence - Math.min(40, indent) * 0.03 + 0.4 * hash(line);
  },
};

function affinity(before: Item, after: Item): number {
  if (before.is === 'import' && after.is === 'import') return 0.5;
  if (before.is === 'import' || after.is === 'import') return 5;
  // A free comment is a heading for what follows.
  if (after.is === 'comment') return 3.5;
  if (before.is === 'comment') return 1.5;
  if (before.is === 'definition' && after.is === 'definition') {
    const { name } = before.definition;
    // Overloads, clauses of one function, a getter and its setter.
    return name !== undefined && name === after.definition.name ? 0.2 : 3;
  }
  return before.is === 'definition' || after.is === 'definition' ? 2.5 : 2;
}

function key(source: Source, item: Item, at: number): string {
  const name = item.is === 'definition' ? item.definition.name : undefined;
  return name ?? source.text.slice(at, at + 60);
}

/** FNV-1a, as a fraction of 1. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  // Mixed well (murmur3), or names that are counted up (`test1`, `test2`) would be cut off one by one.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0) / 0x1_0000_0000;
}
