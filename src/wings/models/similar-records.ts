/**
 * Groups texts that say the same in other words, and finds others that may contradict each other. Two texts say the same if they have
 * one form (`fact-form.ts`); two that share words and have other forms are about the same. Word vectors tell neither: those of
 * `enable` and `disable` are closer than those of `buy` and `purchase`.
 */
import { addToList } from '../../shared/maps';
import { factForm } from './fact-form';

/** Longer texts say the same only if they are equal. UTF-16 units. */
const maxCompared = 2_000;
/** The most similar ones that a text refers to. */
const maxConflicts = 10;
/** Texts after which other work runs. */
const atOnce = 100;

interface GroupedText {
  readonly text: string;
  /** Only texts of the same group are compared. */
  readonly group: string;
  /** Equal for texts that may say the same. */
  readonly values: string;
}

interface SimilarTexts {
  /** For each text, the index of the text that represents it; its own index if it is the first of its kind. */
  readonly joined: Uint32Array;
  /** Pairs of representatives that share words and do not say the same. */
  readonly conflicts: readonly (readonly [number, number])[];
}

/**
 * Earlier texts win, so the caller's order decides which text is kept.
 * @param minShared the share of words in common from which texts are about the same, from 0 to 1.
 */
export async function groupSimilar(
  texts: readonly GroupedText[],
  minShared: number,
  signal?: AbortSignal,
): Promise<SimilarTexts> {
  const joined = Uint32Array.from(texts, (_, i) => i);
  const conflicts: [number, number][] = [];
  const firsts = new Map<string, number>();
  const withWord = new Map<string, number[]>();
  /** Number of different words. */
  const sizes = new Uint32Array(texts.length);
  for (const [at, { text, group, values }] of texts.entries()) {
    const form = text.length > maxCompared ? text : factForm(text);
    const key = JSON.stringify([group, values, form]);
    const first = firsts.get(key);
    if (first !== undefined) {
      joined[at] = first;
      continue;
    }
    firsts.set(key, at);
    const words = new Set(form.split(/[ |:]+/).filter((word) => word !== ''));
    sizes[at] = words.size;
    const shared = new Uint16Array(at);
    for (const word of words) {
      const inGroup = `${group}\0${word}`;
      for (const other of withWord.get(inGroup) ?? []) shared[other] = (shared[other] ?? 0) + 1;
      addToList(withWord, inGroup, at);
    }
    const similar: { readonly other: number; readonly share: number }[] = [];
    for (const [other, count] of shared.entries()) {
      const share = (2 * count) / (words.size + (sizes[other] ?? 0));
      if (count > 0 && share >= minShared) similar.push({ other, share });
    }
    similar.sort((a, b) => b.share - a.share || a.other - b.other);
    for (const { other } of similar.slice(0, maxConflicts)) conflicts.push([other, at]);
    if (at % atOnce > 0) continue;
    signal?.throwIfAborted();
    await new Promise(setImmediate);
  }
  return { joined, conflicts };
}
