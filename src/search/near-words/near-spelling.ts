/** Words of a dictionary that are spelled nearly like another: some letters were left out, added, replaced or swapped. */
import { type TermList, wordAt } from '../../index/lexical/term-list';
import { changesBetween } from '../../shared/near-name';

interface NearSpelling {
  readonly word: string;
  /** Number of changes. A swap of two neighbours and a double letter are usual mistakes and count less, a wrong letter counts more. */
  readonly distance: number;
  /** How common it is, as in its list. */
  readonly count: number;
}

const usualMistake = 0.8;
const wrongLetter = 1.3;
/** Words that are returned at most. */
const maxFound = 64;

/** @param word of letters from a to z; @param max changes. */
export function nearSpellings(word: string, lists: readonly TermList[], max: number): NearSpelling[] {
  const typed = Uint8Array.from(word, (letter) => letter.charCodeAt(0));
  const mask = typed.reduce((bits, letter) => bits | (1 << (letter - 97)), 0);
  const found: NearSpelling[] = [];
  for (const list of lists) {
    const { masks, starts, letters, counts, size } = list;
    for (let i = 0; i < size; i++) {
      const start = starts[i] ?? 0;
      const end = starts[i + 1] ?? 0;
      const longer = end - start - typed.length;
      if (longer > max || longer < -max) continue;
      // A replaced letter changes two of these bits; a letter more or less, one.
      if (bitCount((masks[i] ?? 0) ^ mask) > 2 * max) continue;
      const distance = distanceWithin(typed, letters, start, end, max);
      if (distance < max + 1 && found.length < maxFound)
        found.push({ word: wordAt(list, i), distance, count: counts[i] ?? 0 });
    }
  }
  return found;
}

/** As in `NearSpelling`; more than `max` if it is larger than that. Both words are of letters from a to z. */
export function spellingDistance(typed: string, word: string, max: number): number {
  const letters = Buffer.from(word, 'latin1');
  return distanceWithin(Buffer.from(typed, 'latin1'), letters, 0, letters.length, max);
}

function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The distance of the typed word from `letters[start, end)`; more than `max` if it is larger than that. */
function distanceWithin(typed: Uint8Array, letters: Uint8Array, start: number, end: number, max: number): number {
  let from = 0;
  let typedEnd = typed.length;
  let otherEnd = end;
  while (from < typedEnd && start + from < otherEnd && typed[from] === letters[start + from]) from++;
  while (typedEnd > from && otherEnd > start + from && typed[typedEnd - 1] === letters[otherEnd - 1]) {
    typedEnd--;
    otherEnd--;
  }
  const a = typed.subarray(from, typedEnd);
  const b = letters.subarray(start + from, otherEnd);
  if (a.length === 0 && b.length === 0) return 0;
  if (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]) return usualMistake;
  // One letter too few or too many of a pair.
  if (a.length + b.length === 1 && (a[0] ?? b[0]) === typed[from - 1]) return usualMistake;
  if (a.length === 1 && b.length === 1) return wrongLetter;
  return changesBetween(a, b, max);
}
